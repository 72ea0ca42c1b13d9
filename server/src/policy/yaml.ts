import { isWithin } from '../kubernetes/version.ts';
import { mayBeOwn } from '../lint/settings/own-rules.ts';
import type { MutatingPolicy } from './mutations.ts';
import type { Action, ObjectName, Policy, PolicyHead, PolicyOptions } from './policies.ts';

const VALIDATION_ACTION: Readonly<Record<Action, string>> = { warn: 'Warn', audit: 'Audit', deny: 'Deny' };

const DOES: Readonly<Record<Action, string>> = { warn: 'warns about', audit: 'audits', deny: 'rejects' };

/** Namespaces or objects with this label and value are exempt from all policies. */
export const EXEMPTION = { label: 'kubewin.dev/policy', value: 'exempt' } as const;

/** The namespaces of the system, in which nothing is checked by default. */
export const SYSTEM_NAMESPACES = ['kube-node-lease', 'kube-public', 'kube-system'] as const;

type Resources = readonly (readonly [group: string, resources: readonly string[], operations?: string])[];

/** The resources of all workloads by API group. */
const RESOURCES: Resources = [
  ['', ['pods', 'pods/ephemeralcontainers', 'podtemplates', 'replicationcontrollers']],
  ['apps', ['daemonsets', 'deployments', 'replicasets', 'statefulsets']],
  ['batch', ['cronjobs', 'jobs']],
];

/** The resources whose pods a policy can change: those of existing Pods and Jobs are immutable, except for some fields. */
const CHANGEABLE: Resources = [
  ['', ['pods'], 'CREATE'],
  ['batch', ['jobs'], 'CREATE'],
  ['', ['podtemplates', 'replicationcontrollers']],
  ['apps', ['daemonsets', 'deployments', 'replicasets', 'statefulsets']],
  ['batch', ['cronjobs']],
];

/** Policies and bindings as YAML documents. The output is deterministic. */
export function policyYaml(policies: readonly Policy[], options: PolicyOptions, comments: readonly string[]): string {
  return yamlFile(
    policies.flatMap((policy) => [policyDocument(policy, options), binding(policy, options)]),
    options,
    comments,
  );
}

/** MutatingAdmissionPolicies and their bindings as YAML documents. */
export function mutatingPolicyYaml(
  policies: readonly MutatingPolicy[],
  options: PolicyOptions,
  comments: readonly string[],
): string {
  return yamlFile(
    policies.flatMap((policy) => [mutatingDocument(policy, options), mutatingBinding(policy, options)]),
    options,
    comments,
  );
}

/** Documents below comments, and below the ConfigMap with exceptions if there is one. */
export function yamlFile(documents: readonly string[], { params }: PolicyOptions, comments: readonly string[]): string {
  const head = comments.map((line) => (line === '' ? '#\n' : `# ${line}\n`)).join('');
  return head + [...(params === undefined ? [] : [configMap(params)]), ...documents].join('---\n');
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

/** The version, kind and metadata of a document. `does` is what Kubewin does with workloads. */
export function documentHead(
  { name, chosen }: Pick<PolicyHead, 'name' | 'chosen'>,
  { kubewin }: PolicyOptions,
  [apiVersion, kind, does]: readonly [apiVersion: string, kind: string, does: string],
): string {
  const rules = chosen.includes('/') ? `the rule ${chosen}` : `rules of the category ${chosen}`;
  const reason = mayBeOwn(chosen) ? 'break your own rules' : 'do not work on Windows nodes';
  return `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: ${name}
  labels:
    app.kubernetes.io/managed-by: kubewin
    app.kubernetes.io/version: ${text(kubewin)}
  annotations:
    kubernetes.io/description: ${text(`Kubewin ${does} workloads that ${reason}: ${rules}.`)}
`;
}

/** What Kubewin does with the workloads of a policy. */
export function doesOf({ actions }: Policy): string {
  return actions.map((action) => DOES[action]).join(', and ');
}

/** What comes first in a policy or binding. */
const validating = (policy: Policy, kind: string) => [`${GROUP}/v1`, kind, doesOf(policy)] as const;

const mutating = ({ settings }: PolicyOptions, kind: string) =>
  [`${GROUP}/${isWithin(settings.kubernetesVersion, '1.36') ? 'v1' : 'v1beta1'}`, kind, 'changes'] as const;

const GROUP = 'admissionregistration.k8s.io';

/** The part of a policy before its validations or mutations. A policy with a binding has no `selectors`. */
export function matching(
  { matchConditions, variables }: PolicyHead,
  { params }: PolicyOptions,
  resources: Resources = RESOURCES,
  selectors = '',
): string {
  const rules = resources.map(
    ([group, names, operations = 'CREATE, UPDATE']) => `      - apiGroups: [${text(group)}]
        apiVersions: [v1]
        operations: [${operations}]
        resources: [${names.join(', ')}]
`,
  );
  return `${params === undefined ? '' : '  paramKind:\n    apiVersion: v1\n    kind: ConfigMap\n'}  matchConstraints:
${selectors}    resourceRules:
${rules.join('')}  matchConditions:
${namedExpressions(matchConditions)}  variables:
${namedExpressions(variables)}`;
}

/** Match conditions or variables as items of a list. */
export function namedExpressions(list: PolicyHead['variables']): string {
  return list.map(({ name, expression }) => `    - name: ${name}\n      expression: ${folded(expression)}`).join('');
}

function policyDocument(policy: Policy, options: PolicyOptions): string {
  return `${documentHead(policy, options, validating(policy, 'ValidatingAdmissionPolicy'))}spec:
  failurePolicy: ${failurePolicyOf(policy)}
${matching(policy, options)}  validations:
${validationsOf(policy)}`;
}

/** What happens if an expression cannot be evaluated. */
export function failurePolicyOf({ actions }: Policy): 'Fail' | 'Ignore' {
  return actions.includes('deny') ? 'Fail' : 'Ignore';
}

/** The validations of a policy as items of a list. */
export function validationsOf({ validations }: Policy): string {
  return validations
    .map(
      ({ rule, link, expression, message, isExpression }) => `    # ${rule}${link === undefined ? '' : `: ${link}`}
    - expression: ${folded(expression)}      ${isExpression ? `messageExpression: ${folded(message)}` : `message: ${text(message)}\n`}`,
    )
    .join('');
}

function mutatingDocument(policy: MutatingPolicy, options: PolicyOptions): string {
  const rules = policy.rules.map(({ id, sources: [{ url }] }) => `    # ${id}${url === undefined ? '' : `: ${url}`}\n`);
  const mutations = policy.mutations.map(
    (expression) => `    - patchType: JSONPatch
      jsonPatch:
        expression: >-
          ${wrapped(expression).join('\n          ')}
`,
  );
  return `${documentHead(policy, options, mutating(options, 'MutatingAdmissionPolicy'))}spec:
  failurePolicy: Ignore
  reinvocationPolicy: IfNeeded
${matching(policy, options, CHANGEABLE)}  mutations:
${rules.join('')}${mutations.join('')}`;
}

function binding(policy: Policy, options: PolicyOptions): string {
  return `${documentHead(policy, options, validating(policy, 'ValidatingAdmissionPolicyBinding'))}spec:
  policyName: ${policy.name}
${validationActions(policy)}${matched(options)}`;
}

export function validationActions({ actions }: Policy): string {
  return `  validationActions: [${actions.map((action) => VALIDATION_ACTION[action]).join(', ')}]\n`;
}

function mutatingBinding(policy: MutatingPolicy, options: PolicyOptions): string {
  return `${documentHead(policy, options, mutating(options, 'MutatingAdmissionPolicyBinding'))}spec:
  policyName: ${policy.name}
${matched(options)}`;
}

/** The part of a binding on what it matches. */
function matched(options: PolicyOptions): string {
  return `${options.params === undefined ? '' : paramRef(options.params)}  matchResources:
${selectorsOf(options)}`;
}

/** The namespaces and objects to which policies apply. `ofObjects` is what selects objects by their labels. */
export function selectorsOf({ systemNamespaces }: PolicyOptions, ofObjects = 'objectSelector'): string {
  return `    namespaceSelector:
      matchExpressions:
${systemNamespaces ? '' : notIn('kubernetes.io/metadata.name', SYSTEM_NAMESPACES)}${NOT_EXEMPT}    ${ofObjects}:
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
