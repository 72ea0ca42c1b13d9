import { isWithin, type KubernetesVersion } from '../kubernetes/version.ts';
import type { Rule } from '../lint/rule.ts';
import { categoryOf } from '../lint/settings/rule-names.ts';
import { gatekeeperYaml, kyvernoYaml } from './engines.ts';
import { mutatingPoliciesFor, OLDEST_MUTATING } from './mutations.ts';
import { OLDEST, type Policy, type PolicyOptions, policiesFor } from './policies.ts';
import { reasonAgainst } from './reasons.ts';
import { mutatingPolicyYaml, policyYaml } from './yaml.ts';

/** Policies as YAML, or the lines that say why there are none. */
type PolicyText = { readonly text: string } | { readonly faults: readonly string[] };

/** What evaluates policies: the API server, or another engine. */
export const POLICY_FORMATS = ['yaml', 'kyverno', 'gatekeeper'] as const;
export type PolicyFormat = (typeof POLICY_FORMATS)[number];

const WRITERS = { yaml: policyYaml, kyverno: kyvernoYaml, gatekeeper: gatekeeperYaml };

/** The policies that report workloads. */
export function policyText(rules: readonly Rule[], options: PolicyOptions, format: PolicyFormat = 'yaml'): PolicyText {
  const fault = releaseFault(format === 'yaml' ? 'ValidatingAdmissionPolicies' : 'These policies', OLDEST, options);
  if (fault !== undefined) return { faults: [fault] };
  const policies = policiesFor(rules, options);
  if (policies.length > 0) {
    return { text: WRITERS[format](policies, options, comments(rules, options, policies, format)) };
  }
  return {
    faults: [
      'No policy can express these rules with these settings.',
      ...(options.actions.includes('deny') ? ['By default, only rules whose severity is error are denied.'] : []),
      ...leftOut(rules, options.rules, policies),
    ],
  };
}

/** The MutatingAdmissionPolicies that make fixes of rules. */
export function mutatingPolicyText(rules: readonly Rule[], options: PolicyOptions): PolicyText {
  const { kubernetesVersion } = options.settings;
  const fault = releaseFault('MutatingAdmissionPolicies', OLDEST_MUTATING, options);
  if (fault !== undefined) return { faults: [fault] };
  const policies = mutatingPoliciesFor(rules, options);
  if (policies.length === 0) return { faults: ['No policy can make fixes of these rules with these settings.'] };
  const head = [...introduction(options, '--mutate'), ...(isWithin(kubernetesVersion, '1.36') ? [] : BETA)];
  return { text: mutatingPolicyYaml(policies, options, head) };
}

/** Why a release cannot have policies; undefined if it can. */
function releaseFault(
  policies: string,
  oldest: KubernetesVersion,
  { settings: { kubernetesVersion } }: PolicyOptions,
): string | undefined {
  if (isWithin(kubernetesVersion, oldest)) return undefined;
  return `${policies} require Kubernetes ${oldest}, and the configured version is ${kubernetesVersion}.`;
}

const BETA = [
  '',
  'Before Kubernetes 1.36, the API server requires --feature-gates=MutatingAdmissionPolicy=true and',
  '--runtime-config=admissionregistration.k8s.io/v1beta1=true.',
];

function comments(
  all: readonly Rule[],
  options: PolicyOptions,
  policies: readonly Policy[],
  format: PolicyFormat,
): string[] {
  const without = leftOut(all, options.rules, policies);
  return [
    ...introduction(options, `${format === 'yaml' ? '' : `--format ${format} `}--action ${options.actions.join(',')}`),
    ...(without.length === 0 ? [] : ['', 'Rules that no policy can express:', ...without.map((line) => `  ${line}`)]),
  ];
}

function introduction({ rules, systemNamespaces, params, settings, kubewin }: PolicyOptions, does: string): string[] {
  const version = settings.kubernetesVersion;
  const command = [
    `kubewin policy --kubernetes-version ${version} ${does}`,
    ...(rules === undefined ? [] : [`--rules ${rules.join(',')}`]),
    ...(systemNamespaces ? ['--system-namespaces'] : []),
    ...(params === undefined ? [] : [`--params ${params.namespace}/${params.name}`]),
  ].join(' ');
  return [
    `Policies for Windows workloads on Kubernetes ${version}, made by Kubewin ${kubewin}:`,
    `  ${command} | kubectl apply -f -`,
  ];
}

/** The requested rules that no policy can express, grouped by the reason. */
function leftOut(all: readonly Rule[], chosen: PolicyOptions['rules'], policies: readonly Policy[]): string[] {
  const expressed = policies.flatMap(({ validations }) => validations.map(({ rule }) => rule));
  const byReason = new Map<string, string[]>();
  for (const rule of all) {
    const reason = reasonAgainst(rule);
    const isChosen = chosen === undefined || chosen.includes(rule.id) || chosen.includes(categoryOf(rule.id));
    if (reason === undefined || !isChosen || expressed.includes(rule.id)) continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), rule.id]);
  }
  return [...byReason].flatMap(([reason, ids]) => [reason, ...ids.map((id) => `  ${id}`)]);
}
