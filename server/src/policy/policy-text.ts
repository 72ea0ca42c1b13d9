import { isWithin } from '../kubernetes/version.ts';
import type { Rule } from '../lint/rule.ts';
import { categoryOf } from '../lint/settings/rule-names.ts';
import { OLDEST, type Policy, type PolicyOptions, policiesFor } from './policies.ts';
import { reasonAgainst } from './reasons.ts';
import { policyYaml } from './yaml.ts';

/** The policies for rules as YAML, or the lines that say why there are none. */
export function policyText(
  rules: readonly Rule[],
  options: PolicyOptions,
): { readonly text: string } | { readonly faults: readonly string[] } {
  const { kubernetesVersion } = options.settings;
  if (!isWithin(kubernetesVersion, OLDEST)) {
    return {
      faults: [
        `ValidatingAdmissionPolicies require Kubernetes ${OLDEST}, and the configured version is ${kubernetesVersion}.`,
      ],
    };
  }
  const policies = policiesFor(rules, options);
  if (policies.length > 0) return { text: policyYaml(policies, options, comments(rules, options, policies)) };
  return {
    faults: [
      'No policy can express these rules with these settings.',
      ...(options.actions.includes('deny') ? ['By default, only rules whose severity is error are denied.'] : []),
      ...leftOut(rules, options.rules, policies),
    ],
  };
}

function comments(all: readonly Rule[], options: PolicyOptions, policies: readonly Policy[]): string[] {
  const { rules, actions, systemNamespaces, params, kubewin } = options;
  const version = options.settings.kubernetesVersion;
  const without = leftOut(all, rules, policies);
  const command = [
    `kubewin policy --kubernetes-version ${version} --action ${actions.join(',')}`,
    ...(rules === undefined ? [] : [`--rules ${rules.join(',')}`]),
    ...(systemNamespaces ? ['--system-namespaces'] : []),
    ...(params === undefined ? [] : [`--params ${params.namespace}/${params.name}`]),
  ].join(' ');
  return [
    `Policies for Windows workloads on Kubernetes ${version}, made by Kubewin ${kubewin}:`,
    `  ${command} | kubectl apply -f -`,
    ...(without.length === 0 ? [] : ['', 'Rules that no policy can express:', ...without.map((line) => `  ${line}`)]),
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
