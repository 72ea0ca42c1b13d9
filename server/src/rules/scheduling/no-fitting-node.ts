import type { Requirement } from '../../kubernetes/node-selection.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { podRequests } from '../../kubernetes/requests.ts';
import { isToleratedBy, type Taint, taintText, tolerates } from '../../kubernetes/toleration.ts';
import { message, type PodContext, type Problem, type Reporter, type Rule } from '../../lint/rule.ts';
import { taintOf } from '../../lint/settings/settings.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { addedTolerations, tolerate } from '../../rule-kit/tolerate.ts';
import { t } from '../../text/localize.ts';
import { labelOfBuild, productOf, someRunsOn } from '../../windows/builds.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { imageBuilds, podImages } from '../../windows/images.ts';
import { hasOwnKernel, isIsolationUnknown, nodeConstraint, selectionOf } from '../../windows/node-constraint.ts';
import { selectedNodes, type UsableNodes, usableNodes, type WindowsNode, windowsNodes } from '../../windows/nodes.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

const BUILD = 'none of the Nodes can run the image';
const TAINTS = 'none of the Nodes is tolerated';

export default {
  id: 'scheduling/no-fitting-node',
  code: 'KW1151',
  title: 'No Windows Node fits the pod',
  since: '0.2',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    check(spec, context) {
      const { object, pod, facts } = context;
      const nodes = windowsNodes(facts);
      const { isUndetermined, isClassMissing, isVirtual, nodes: kinds } = nodeConstraint(pod, facts);
      const isUnknown = pod.partial || spec.holdsActions || isUndetermined || isClassMissing || isVirtual;
      if (nodes.length === 0 || isUnknown || object.field.at('spec', 'replicas')?.number === 0) return;
      const nodeName = spec.get('nodeName');
      if (nodeName !== undefined) {
        const named = nodes.filter(({ name }) => name === nodeName.string);
        checkImages(context, { nodes: named, kinds: named });
        return;
      }
      // Other rules report selectors that no Windows node can match.
      if (kinds === 'linux' || kinds === 'none') return;
      checkNodes(context, nodes);
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: BUILD,
      doubtful: true,
      seen: 'The container operating system does not match the host operating system.',
    },
    {
      effect: 'fails',
      case: TAINTS,
      doubtful: true,
      phrase: 'cannot be scheduled',
      seen: '0/3 nodes are available: 3 node(s) had untolerated taint {team: web}. (FailedScheduling)',
    },
    {
      effect: 'differs',
      phrase: 'stays Pending until such a node is added',
      seen: "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector. (FailedScheduling)",
    },
  ],
  why: `The labels, taints, builds and allocatable resources of the Windows Nodes show whether a pod can run on any of them.
An autoscaler may add nodes of another kind, so labels and requests that no Node fits are only an information.

Taints that exist for some time, and what a template or another controller may add to the pod, do not count.`,
  sources: [
    docs.assignPodNode,
    docs.imageCompatibility,
    code('kubernetes/component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go GetRequiredNodeAffinity, Match'),
    code('kubernetes/kubernetes pkg/scheduler/framework/plugins/noderesources/fit.go fitsRequest'),
  ],
} satisfies Rule;

/**
 * Reports what keeps a pod from all of these nodes. Nothing here visits all of them: there may be thousands of pods and nodes.
 */
function checkNodes(context: PodContext & Reporter, nodes: readonly WindowsNode[]): void {
  const { object, pod, settings, facts } = context;
  const { selection } = selectionOf(pod.spec, facts);
  const selected = selectedNodes(facts, selection);
  const usable = usableNodes(pod, facts, selection, addedTolerations(pod, settings, facts));
  // A DaemonSet has no pods on nodes that it cannot use.
  if (object.kind === 'DaemonSet' && usable.nodes.length < nodes.length) return;
  // `scheduling/missing-toleration` reports the taint of the settings.
  if (usable.nodes.length < selected.length && isKeptOffByTaint(context)) return;
  if (usable.nodes.length > 0) {
    checkImages(context, usable);
    checkRequests(context, usable.kinds);
  } else if (selected.length === 0) context.report(selectorProblem(context));
  else context.report(taintProblem(context, selected, usable.untolerated));
}

/** Whether the pod does not tolerate the taint of the settings. */
function isKeptOffByTaint({ pod, settings, facts }: PodContext): boolean {
  const taint = taintOf(settings.taint);
  if (taint === undefined || tolerates(pod, taint)) return false;
  return !isToleratedBy(addedTolerations(pod, settings, facts), taint);
}

function checkImages(
  { pod, verdict, settings, facts, report }: PodContext & Reporter,
  { nodes, kinds }: Pick<UsableNodes, 'nodes' | 'kinds'>,
): void {
  const constraint = nodeConstraint(pod, facts);
  // `image/build-mismatch-with-node` compares images with a build that the pod selects.
  if (constraint.hostBuilds !== undefined || hasOwnKernel(constraint) || isIsolationUnknown(constraint)) return;
  const hosts = [...new Set(kinds.map(({ build }) => build))].sort();
  for (const { field, image } of podImages(pod)) {
    const builds = imageBuilds(image, settings, isCertainlyWindows(verdict));
    // HostProcess containers run on any build.
    if (builds === undefined || isInHostProcess(pod, settings.kubernetesVersion, field)) continue;
    if (
      hosts.length === 0 ||
      hosts.some((host) => host === undefined || someRunsOn(builds, host, settings.strictImageMatching))
    )
      continue;
    const versions = hosts.flatMap((host) => (host === undefined ? [] : labelOfBuild(host))).join(', ');
    report({
      at: field.valueSpan,
      field: field.path,
      case: BUILD,
      message: message(
        'This image {effect}: it is built for {0}. The given Windows nodes for the pod ({1}) have {2}.',
        builds.map(productOf).join(' or '),
        namesOf(nodes),
        versions,
      ),
    });
  }
}

function selectorProblem({ pod, facts }: PodContext): Problem {
  const { selection } = selectionOf(pod.spec, facts);
  const isMet = (...every: readonly Requirement[]) => selectedNodes(facts, { every, terms: undefined }).length > 0;
  const missing = selection.every.filter((requirement) => !isMet(requirement));
  const [first] = missing.flatMap(({ field }) => field ?? []);
  // Nodes that meet the node selector are excluded by the required node affinity.
  const isAffinity = isMet(...selection.every);
  const selector = isAffinity ? undefined : pod.spec.get('nodeSelector');
  const place = first ?? selector ?? pod.spec.get('affinity') ?? pod.spec;
  const labels = isAffinity ? [] : missing.length > 0 ? missing : selection.every;
  const what = labels.length > 0 ? labels.map(labelText).join(', ') : t('the labels of the required node affinity');
  return {
    at: place.span,
    field: place.path,
    message: message('No given Windows node has {0}: the pod {effect}.', what),
  };
}

function labelText({ key, values }: Requirement): string {
  return `\`${key}: ${values.join(' | ')}\``;
}

function taintProblem({ pod }: PodContext, nodes: readonly WindowsNode[], untolerated: readonly Taint[]): Problem {
  const [first, ...others] = untolerated;
  const place = pod.spec.get('tolerations') ?? pod.spec.get('nodeSelector') ?? pod.spec;
  return {
    at: place.span,
    field: [...pod.spec.path, 'tolerations'],
    case: TAINTS,
    message: message(
      'No toleration for {0}: the pod {effect} on the given Windows nodes ({1}).',
      taintsText(untolerated),
      namesOf(nodes),
    ),
    fixes: first === undefined || others.length > 0 ? [] : [tolerate(pod, first)],
  };
}

/** The nodes of a cluster may have a taint each. */
const MAX_TAINTS = 5;

function taintsText(taints: readonly Taint[]): string {
  const shown = taints
    .slice(0, MAX_TAINTS)
    .map((taint) => `\`${taintText(taint)}\``)
    .join(', ');
  return taints.length > MAX_TAINTS ? t`${shown} and ${taints.length - MAX_TAINTS} more` : shown;
}

function checkRequests({ pod, report }: PodContext & Reporter, nodes: readonly WindowsNode[]): void {
  const known = nodes.flatMap(({ allocatable }) => (allocatable === undefined ? [] : [allocatable]));
  // A pod-level request replaces those of the containers.
  if (known.length < nodes.length || pod.spec.get('resources') !== undefined) return;
  const requests = [...podRequests(pod)].filter(([name]) => isComparable(name));
  const isMissing = (allocatable: Readonly<Record<string, number>>, [name, amount]: readonly [string, number]) =>
    amount > (allocatable[name] ?? 0);
  if (!known.every((allocatable) => requests.some((request) => isMissing(allocatable, request)))) return;
  const always = requests.filter((request) => known.every((allocatable) => isMissing(allocatable, request)));
  const often = requests.filter((request) => known.some((allocatable) => isMissing(allocatable, request)));
  const list = (always.length > 0 ? always : often).map(([name, amount]) => {
    const most = Math.max(...known.map((allocatable) => allocatable[name] ?? 0));
    return t`\`${name}\` ${amountText(name, amount)} (at most ${amountText(name, most)})`;
  });
  const place = placeOfRequest(pod, (always[0] ?? often[0])?.[0]);
  report({
    at: place.span,
    field: place.path,
    message: message('No given Windows node has the requested {0}. The pod {effect}.', list.join(', ')),
  });
}

/** Huge pages have a rule of their own, and a quantity without a name is not a resource of a node. */
function isComparable(name: string): boolean {
  return ['cpu', 'memory', 'ephemeral-storage'].includes(name) || name.includes('/');
}

function placeOfRequest(pod: Pod, name = '') {
  for (const { field } of pod.containers) {
    const request = field.at('resources', 'requests', name) ?? field.at('resources', 'limits', name);
    if (request !== undefined) return request;
  }
  return pod.spec;
}

function amountText(name: string, amount: number): string {
  const isBytes = name === 'memory' || name === 'ephemeral-storage';
  const rounded = Math.round((isBytes ? amount / 2 ** 30 : amount) * 100) / 100;
  return isBytes ? `${rounded}Gi` : String(rounded);
}

function namesOf(nodes: readonly WindowsNode[]): string {
  const [first, ...others] = nodes;
  return others.length === 0 ? (first?.name ?? '') : t`${first?.name ?? ''} and ${String(others.length)} more`;
}
