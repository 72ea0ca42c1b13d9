import type { PodFact } from '../../kubernetes/facts.ts';
import { type LabelSelector, selects } from '../../kubernetes/label-selector.ts';
import { defineFilter, matching } from '../../kubernetes/questions.ts';
import {
  type CheckContext,
  type Field,
  type FieldPattern,
  message,
  type ObjectCheck,
  type Rule,
} from '../../lint/rule.ts';
import { CALICO_GROUPS, hasCalicoForWindows } from '../../rule-kit/calico.ts';
import { docs } from '../../rule-kit/sources.ts';
import { type Find, selecting, windowsNetworkPolicy, withPods } from '../../rule-kit/windows-selectors.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'network-policy/cni-dependent',
  code: 'KW1071',
  title: 'NetworkPolicy for Windows pods',
  gate: 'object',
  objects: [
    ...windowsNetworkPolicy(['spec.podSelector'], (field) => ({
      at: field.span,
      message: message('This {0} selects Windows pods.', 'NetworkPolicy'),
    })),
    ...windowsCalicoPolicy(['spec'], (spec, { object }) => ({
      at: spec.get('selector')?.span ?? spec.span,
      message: message('This {0} selects Windows pods.', object.kind),
    })),
  ],
  outcomes: [{ effect: 'differs', result: 'The network plug-in may not enforce network policies on Windows nodes.' }],
  why: `The network plug-in of each node enforces NetworkPolicies. Calico for Windows and Antrea enforce them on Windows
nodes. Other plug-ins, such as Cilium, do not: they allow all traffic there, without an error.

Policies of Calico itself, such as \`GlobalNetworkPolicy\`, need its agent Felix on the Windows nodes. Amazon EKS does not
install it. On AKS, Azure CNI powered by Cilium is for Linux nodes only, and support for Azure Network Policy Manager on
Windows nodes ended on 2026-09-30.`,
  sources: [
    docs.networkPolicies,
    {
      title: 'Calico: Requirements of Calico for Windows',
      url: 'https://docs.tigera.io/calico/latest/getting-started/kubernetes/windows-calico/requirements',
    },
    {
      title: 'Amazon VPC CNI: Calico policies do not apply to Windows pods (aws/amazon-vpc-cni-k8s issue 861)',
      url: 'https://github.com/aws/amazon-vpc-cni-k8s/issues/861',
    },
    {
      title: 'AKS: end of Azure Network Policy Manager on Windows (Azure/AKS issue 3129)',
      url: 'https://github.com/Azure/AKS/issues/3129',
    },
    {
      title: 'Microsoft: Secure traffic between pods by using network policies in AKS',
      url: 'https://learn.microsoft.com/en-us/azure/aks/use-network-policies',
    },
  ],
} satisfies Rule;

/** Checks of policies of Calico that select Windows pods, where nothing shows that Calico for Windows is installed. */
function windowsCalicoPolicy(watches: readonly FieldPattern[], find: Find): ObjectCheck[] {
  return CALICO_GROUPS.flatMap((group) => [
    selecting({ kind: 'NetworkPolicy', group }, watches, find, selectedPods),
    withPods({ kind: 'GlobalNetworkPolicy', group }, watches, find, selectedPods),
  ]);
}

function selectedPods({ object, facts }: CheckContext): readonly PodFact[] {
  const spec = object.field.get('spec');
  const selector = spec && policySelector(spec);
  if (selector === undefined || hasCalicoForWindows(facts)) return [];
  const inNamespace = object.kind === 'NetworkPolicy' ? { namespace: object.namespace } : {};
  return facts.ask(matching(selectedWindowsPods, selector, inNamespace));
}

const NAMESPACE = 'projectcalico.org/namespace';

const selectedWindowsPods = defineFilter(
  'rules/network-policy/cni-dependent selectedWindowsPods',
  'Pod',
  (pod, selector: LabelSelector) =>
    isCertainlyWindows(pod) &&
    selects(
      selector,
      { ...pod.labels, ...(pod.namespace === null ? {} : { [NAMESPACE]: pod.namespace }) },
      pod.hasUnknownLabels || pod.namespace === null,
    ),
);

/** Which pods a policy is about; undefined if it is for hosts, or if something in it is not read here. */
function policySelector(spec: Field): LabelSelector | undefined {
  const isForHosts = ['doNotTrack', 'preDNAT', 'applyOnForward'].some((key) => spec.get(key) !== undefined);
  const isNarrowed = ['namespaceSelector', 'serviceAccountSelector'].some((key) => spec.get(key) !== undefined);
  const selector = spec.get('selector');
  if (isForHosts || isNarrowed || spec.isIncomplete) return undefined;
  return selector === undefined ? [] : calicoSelector(selector.searchable);
}

/** A selector of Calico: https://docs.tigera.io/calico/latest/reference/resources/globalnetworkpolicy#selectors */
function calicoSelector(text: string | undefined): LabelSelector | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '') return [];
  const terms = text.split('&&').map((term) => requirement(term.trim()));
  return terms.includes(undefined) ? undefined : terms.flatMap((term) => term ?? []);
}

function requirement(term: string): LabelSelector | undefined {
  if (term === 'all()') return [];
  const [, not, existing] = /^(!?)has\(([\w./-]+)\)$/.exec(term) ?? [];
  if (existing !== undefined) {
    return isRead(existing) ? [{ key: existing, operator: not ? 'DoesNotExist' : 'Exists', values: [] }] : undefined;
  }
  const [, key, operator, list] = /^([\w./-]+) ?(==|!=|in|not in) ?(\{[^{}]*\}|'[^']*'|"[^"]*")$/.exec(term) ?? [];
  if (key === undefined || list === undefined || !isRead(key)) return undefined;
  if (list.startsWith('{') !== operator?.endsWith('in')) return undefined;
  const values = [...list.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
  return [{ key, operator: operator === '==' || operator === 'in' ? 'In' : 'NotIn', values }];
}

/** Calico itself adds labels with its prefix; only the one with the namespace is known. */
function isRead(key: string): boolean {
  return key === NAMESPACE || !key.startsWith('projectcalico.org/');
}
