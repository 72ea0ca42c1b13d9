import { isWithin } from '../../kubernetes/version.ts';
import { categoryOf } from '../../lint/settings/rule-names.ts';
import { OLDEST, type Policy, policiesFor } from '../../policy/policies.ts';
import { reasonAgainst } from '../../policy/reasons.ts';
import { policyYaml } from '../../policy/yaml.ts';
import { RULES } from '../../rules/index.ts';
import { configMessage, locationText } from '../files/message.ts';
import { Configs, folderUri } from '../inputs/configs.ts';
import type { PolicyOptions } from '../options/policy.ts';
import { escapeControls } from '../terminal/style.ts';
import type { ExitCode, Terminal } from '../terminal/terminal.ts';

declare const KUBEWIN_VERSION: string;

/** Writes policies for the API server to standard output. */
export async function writePolicies(options: PolicyOptions, { disk, stdout, stderr }: Terminal): Promise<ExitCode> {
  const fail = (message: string) => stderr.write(`kubewin: ${escapeControls(message)}\n`);
  const configs = new Configs(options, disk);
  const here = folderUri('.');
  const { settings } = await configs.of(`${here}/-`, here);
  const faults = [...configs.used.values()].flatMap((config) =>
    config.faults.map((fault) => configMessage(config, fault)),
  );
  for (const { path = '', at, message } of faults) fail(`${locationText({ path, at })}: ${message}`);
  if (faults.length > 0) return 2;
  const { kubernetesVersion } = settings;
  if (!isWithin(kubernetesVersion, OLDEST)) {
    fail(
      `ValidatingAdmissionPolicies require Kubernetes ${OLDEST}, and the configured version is ${kubernetesVersion}.`,
    );
    return 2;
  }
  const { actions, rules, systemNamespaces, params } = options;
  const policyOptions = { actions, rules, systemNamespaces, params, settings, kubewin: KUBEWIN_VERSION };
  const policies = policiesFor(RULES, policyOptions);
  if (policies.length === 0) {
    fail('No policy can express these rules with these settings.');
    if (actions.includes('deny')) fail('By default, only rules whose severity is error are denied.');
    for (const line of leftOut(rules, policies)) fail(line);
    return 2;
  }
  // What may be from a setting is in strings of CEL or YAML, and both know the escapes of JSON.
  stdout.write(policyYaml(policies, policyOptions, comments(options, kubernetesVersion, policies)), 'json');
  return 0;
}

function comments(options: PolicyOptions, version: string, policies: readonly Policy[]): string[] {
  const { rules, actions, systemNamespaces, params } = options;
  const without = leftOut(rules, policies);
  const command = [
    `kubewin policy --kubernetes-version ${version} --action ${actions.join(',')}`,
    ...(rules === undefined ? [] : [`--rules ${rules.join(',')}`]),
    ...(systemNamespaces ? ['--system-namespaces'] : []),
    ...(params === undefined ? [] : [`--params ${params.namespace}/${params.name}`]),
  ].join(' ');
  return [
    `Policies for Windows workloads on Kubernetes ${version}, made by Kubewin ${KUBEWIN_VERSION}:`,
    `  ${command} | kubectl apply -f -`,
    ...(without.length === 0 ? [] : ['', 'Rules that no policy can express:', ...without.map((line) => `  ${line}`)]),
  ];
}

/** The requested rules that no policy can express, grouped by the reason. */
function leftOut(chosen: PolicyOptions['rules'], policies: readonly Policy[]): string[] {
  const expressed = policies.flatMap(({ validations }) => validations.map(({ rule }) => rule));
  const byReason = new Map<string, string[]>();
  for (const rule of RULES) {
    const reason = reasonAgainst(rule);
    const isChosen = chosen === undefined || chosen.includes(rule.id) || chosen.includes(categoryOf(rule.id));
    if (reason === undefined || !isChosen || expressed.includes(rule.id)) continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), rule.id]);
  }
  return [...byReason].flatMap(([reason, ids]) => [reason, ...ids.map((id) => `  ${id}`)]);
}
