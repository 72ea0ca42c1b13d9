import { podSpecOf } from './pod-system.ts';
import { IS_NEW, type Policy, type PolicyOptions } from './policies.ts';
import {
  documentHead,
  doesOf,
  failurePolicyOf,
  matching,
  namedExpressions,
  selectorsOf,
  validationActions,
  validationsOf,
  yamlFile,
} from './yaml.ts';

/**
 * ValidatingPolicies of Kyverno as YAML documents. Kyverno evaluates the expressions as the API server does, and shows the
 * first validation of a policy that fails: https://kyverno.io/docs/policy-types/validating-policy/
 */
export function kyvernoYaml(policies: readonly Policy[], options: PolicyOptions, comments: readonly string[]): string {
  const documents = policies.map(reviewed).map(
    (policy) => `${documentHead(policy, options, ['policies.kyverno.io/v1', 'ValidatingPolicy', doesOf(policy)])}spec:
${validationActions(policy)}  failurePolicy: ${failurePolicyOf(policy)}
${matching(policy, options, undefined, selectorsOf(options))}  validations:
${validationsOf(policy)}`,
  );
  return yamlFile(documents, options, comments);
}

/**
 * ConstraintTemplates of Gatekeeper, and then their constraints, as YAML documents:
 * https://open-policy-agent.github.io/gatekeeper/website/docs/validating-admission-policy
 */
export function gatekeeperYaml(
  policies: readonly Policy[],
  options: PolicyOptions,
  comments: readonly string[],
): string {
  const all = policies.map(reviewed);
  const documents = [
    ...all.map((policy) => template(policy, options)),
    ...all.map((policy) => constraint(policy, options)),
  ];
  return yamlFile(documents, options, comments);
}

/** Reviews of existing objects have no operation and no old object, and Gatekeeper may show deletions, which have no object. */
function reviewed(policy: Policy): Policy {
  const expression = `object != null && (oldObject == null || ${podSpecOf('object')} != ${podSpecOf('oldObject')})`;
  const matchConditions = policy.matchConditions.map((condition) =>
    condition === IS_NEW ? { ...condition, expression } : condition,
  );
  return { ...policy, matchConditions };
}

function template(policy: Policy, options: PolicyOptions): string {
  const kind = kindOf(policy);
  const head = ['templates.gatekeeper.sh/v1', 'ConstraintTemplate', doesOf(policy)] as const;
  const source = `  failurePolicy: ${failurePolicyOf(policy)}
  matchCondition:
${namedExpressions(policy.matchConditions)}  variables:
${namedExpressions(policy.variables)}  validations:
${validationsOf(policy)}`;
  return `${documentHead({ ...policy, name: kind.toLowerCase() }, options, head)}spec:
  crd:
    spec:
      names:
        kind: ${kind}
  targets:
    - target: admission.k8s.gatekeeper.sh
      code:
        - engine: K8sNativeValidation
          source:
${source.replace(/^(?=.)/gm, ' '.repeat(10))}`;
}

function constraint(policy: Policy, options: PolicyOptions): string {
  const [action = 'warn'] = policy.actions;
  return `${documentHead(policy, options, ['constraints.gatekeeper.sh/v1beta1', kindOf(policy), doesOf(policy)])}spec:
  # The audit of Gatekeeper reports what is in the cluster, whatever the action is.
  enforcementAction: ${action === 'audit' ? 'dryrun' : action}
  match:
${selectorsOf(options, 'labelSelector')}    kinds:
${KINDS}`;
}

/** `kubewin-warn-volumes` as the name of a kind: `KubewinWarnVolumes`. */
function kindOf({ name }: Policy): string {
  return name.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
}

/** Constraints name kinds, and cannot match subresources such as ephemeral containers. */
const KINDS = `      - apiGroups: ['']
        kinds: [Pod, PodTemplate, ReplicationController]
      - apiGroups: [apps]
        kinds: [DaemonSet, Deployment, ReplicaSet, StatefulSet]
      - apiGroups: [batch]
        kinds: [CronJob, Job]
`;
