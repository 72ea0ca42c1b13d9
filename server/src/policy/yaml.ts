import type { Action, Policy, PolicyOptions } from './policies.ts';

const ACTIONS: Readonly<Record<Action, { readonly validation: string; readonly onFailure: string }>> = {
  warn: { validation: 'Warn', onFailure: 'Ignore' },
  audit: { validation: 'Audit', onFailure: 'Ignore' },
  // What cannot be evaluated is not let through.
  deny: { validation: 'Deny', onFailure: 'Fail' },
};

/** Kinds by API group, as the server names their resources. */
const RESOURCES: readonly (readonly [group: string, resources: readonly string[]])[] = [
  ['', ['pods', 'podtemplates', 'replicationcontrollers']],
  ['apps', ['daemonsets', 'deployments', 'replicasets', 'statefulsets']],
  ['batch', ['cronjobs', 'jobs']],
];

/** Policies and bindings as YAML documents; the same policies are the same bytes. */
export function policyYaml(policies: readonly Policy[], options: PolicyOptions, comments: readonly string[]): string {
  const head = comments.map((line) => (line === '' ? '#\n' : `# ${line}\n`)).join('');
  return head + policies.flatMap((one) => [policyDocument(one, options), binding(one, options)]).join('---\n');
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

/** An expression on a line of its own, which needs no quotes there. */
function folded(expression: string): string {
  return `>-\n        ${expression}\n`;
}
