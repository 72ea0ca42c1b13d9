import type { Action, ObjectName, Policy, PolicyOptions } from './policies.ts';

const VALIDATION_ACTION: Readonly<Record<Action, string>> = { warn: 'Warn', audit: 'Audit', deny: 'Deny' };

const DOES: Readonly<Record<Action, string>> = { warn: 'warns about', audit: 'audits', deny: 'rejects' };

/** Namespaces or objects with this label and value are exempt from all policies. */
export const EXEMPTION = { label: 'kubewin.dev/policy', value: 'exempt' } as const;

/** The namespaces of the system, in which nothing is checked by default. */
export const SYSTEM_NAMESPACES = ['kube-node-lease', 'kube-public', 'kube-system'] as const;

/** The resources of all workloads by API group. */
const RESOURCES: readonly (readonly [group: string, resources: readonly string[]])[] = [
  ['', ['pods', 'pods/ephemeralcontainers', 'podtemplates', 'replicationcontrollers']],
  ['apps', ['daemonsets', 'deployments', 'replicasets', 'statefulsets']],
  ['batch', ['cronjobs', 'jobs']],
];

/** Policies and bindings as YAML documents. The output is deterministic. */
export function policyYaml(policies: readonly Policy[], options: PolicyOptions, comments: readonly string[]): string {
  const head = comments.map((line) => (line === '' ? '#\n' : `# ${line}\n`)).join('');
  return (
    head +
    [
      ...(options.params === undefined ? [] : [configMap(options.params)]),
      ...policies.flatMap((policy) => [policyDocument(policy, options), binding(policy, options)]),
    ].join('---\n')
  );
}

/** The ConfigMap with exceptions, without data: `kubectl apply` does not change what people add. */
function configMap({ namespace, name }: ObjectName): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${text(name)}
  namespace: ${text(namespace)}
  annotations:
    kubernetes.io/description: ${text(
      'Exceptions from the policies of Kubewin. Keys of data are all, categories, or rules with a dot for the slash. Values are namespaces, or *.',
    )}
`;
}

function metadata({ name, actions, chosen }: Policy, { kubewin }: PolicyOptions): string {
  const does = actions.map((action) => DOES[action]).join(', and ');
  const rules = chosen.includes('/') ? `the rule ${chosen}` : `rules of the category ${chosen}`;
  return `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/managed-by: kubewin
    app.kubernetes.io/version: ${text(kubewin)}
  annotations:
    kubernetes.io/description: ${text(`Kubewin ${does} workloads that do not work on Windows nodes: ${rules}.`)}
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
    ({ rule, link, expression, message, isExpression }) => `    # ${rule}${link === undefined ? '' : `: ${link}`}
    - expression: ${folded(expression)}      ${isExpression ? `messageExpression: ${folded(message)}` : `message: ${text(message)}\n`}`,
  );
  return `${metadata(policy, options)}spec:
  failurePolicy: ${policy.actions.includes('deny') ? 'Fail' : 'Ignore'}
${options.params === undefined ? '' : '  paramKind:\n    apiVersion: v1\n    kind: ConfigMap\n'}  matchConstraints:
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
  validationActions: [${policy.actions.map((action) => VALIDATION_ACTION[action]).join(', ')}]
${options.params === undefined ? '' : paramRef(options.params)}  matchResources:
    namespaceSelector:
      matchExpressions:
${options.systemNamespaces ? '' : notIn('kubernetes.io/metadata.name', SYSTEM_NAMESPACES)}${NOT_EXEMPT}    objectSelector:
      matchExpressions:
${NOT_EXEMPT}`;
}

/** If the ConfigMap does not exist, `Deny` would reject all workloads, also those of controllers. */
function paramRef({ namespace, name }: ObjectName): string {
  return `  paramRef:
    name: ${text(name)}
    namespace: ${text(namespace)}
    parameterNotFoundAction: Allow
`;
}

function notIn(label: string, values: readonly string[]): string {
  return `        - key: ${label}
          operator: NotIn
          values: [${values.join(', ')}]
`;
}

const NOT_EXEMPT = notIn(EXEMPTION.label, [EXEMPTION.value]);

/** JSON is YAML. */
function text(value: string): string {
  return JSON.stringify(value);
}

/** A folded block scalar with an expression, which does not need quotes. */
function folded(expression: string): string {
  return `>-\n        ${wrapped(expression).join('\n        ')}\n`;
}

const WIDTH = 112;

/** The lines of an expression, which begin with an operator or end with a comma. Folding joins them with blanks. */
function wrapped(expression: string): string[] {
  const lines: string[] = [''];
  for (const part of expression.split(/(?<=[^ ],) (?=[^ ])|(?<=[^ ]) (?=(?:&&|\|\||[?:+]) )/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + part.length > WIDTH) lines.push(part);
    else lines[lines.length - 1] = line === '' ? part : `${line} ${part}`;
  }
  return lines;
}
