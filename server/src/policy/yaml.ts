import type { Action, Policy, PolicyOptions } from './policies.ts';

const ACTIONS: Readonly<Record<Action, { readonly validation: string; readonly onFailure: string }>> = {
  warn: { validation: 'Warn', onFailure: 'Ignore' },
  audit: { validation: 'Audit', onFailure: 'Ignore' },
  // If an expression cannot be evaluated, the request is denied.
  deny: { validation: 'Deny', onFailure: 'Fail' },
};

/** The resources of all workloads by API group. */
const RESOURCES: readonly (readonly [group: string, resources: readonly string[]])[] = [
  ['', ['pods', 'podtemplates', 'replicationcontrollers']],
  ['apps', ['daemonsets', 'deployments', 'replicasets', 'statefulsets']],
  ['batch', ['cronjobs', 'jobs']],
];

/** Policies and bindings as YAML documents. The output is deterministic. */
export function policyYaml(policies: readonly Policy[], options: PolicyOptions, comments: readonly string[]): string {
  const head = comments.map((line) => (line === '' ? '#\n' : `# ${line}\n`)).join('');
  return head + policies.flatMap((policy) => [policyDocument(policy, options), binding(policy, options)]).join('---\n');
}

function metadata({ name }: Policy, { kubewin }: PolicyOptions): string {
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/managed-by: kubewin
    app.kubernetes.io/version: ${text(kubewin)}
`;
}

function policyDocument(policy: Policy, options: PolicyOptions): string {
  const rules = RESOURCES.map(
    ([group, resources]) => `      - apiGroups: [${text(group)}]
        apiVersions: [v1]
        operations: [CREATE, UPDATE]
        resources: [${resources.join(', ')}]
`,
  );
  const named = (list: Policy['variables']) =>
    list.map(({ name, expression }) => `    - name: ${name}\n      expression: ${folded(expression)}`).join('');
  const validations = policy.validations.map(
    ({ rule, expression, message, messageExpression }) => `    # ${rule}
    - expression: ${folded(expression)}      message: ${text(message)}
${messageExpression === undefined ? '' : `      messageExpression: ${folded(messageExpression)}`}`,
  );
  return `${metadata(policy, options)}spec:
  failurePolicy: ${ACTIONS[options.action].onFailure}
  matchConstraints:
    resourceRules:
${rules.join('')}  matchConditions:
${named(policy.matchConditions)}  variables:
${named(policy.variables)}  validations:
${validations.join('')}`;
}

function binding(policy: Policy, options: PolicyOptions): string {
  const head = metadata(policy, options).replace(
    'kind: ValidatingAdmissionPolicy',
    'kind: ValidatingAdmissionPolicyBinding',
  );
  return `${head}spec:
  policyName: ${policy.name}
  validationActions: [${ACTIONS[options.action].validation}]
`;
}

/** JSON is YAML. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** A folded block scalar with an expression, which does not need quotes. */
function folded(expression: string): string {
  return `>-\n        ${expression}\n`;
}
