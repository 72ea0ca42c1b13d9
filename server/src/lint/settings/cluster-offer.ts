import type { NodeFact } from '../../kubernetes/facts.ts';
import { type Facts, ofKind } from '../../kubernetes/questions.ts';
import { taintText } from '../../kubernetes/toleration.ts';
import { KUBERNETES_VERSIONS, NEWEST_VERSION, parseVersion } from '../../kubernetes/version.ts';
import { grouped } from '../../text/grouped.ts';
import { t } from '../../text/localize.ts';
import { productOf } from '../../windows/builds.ts';
import { lastingTaints, osOfNode, windowsNodes } from '../../windows/nodes.ts';
import { isWindowsClass } from '../../windows/runtime-class.ts';
import { CLUSTER_SETTINGS, type ClusterKey } from './cluster-settings.ts';
import type { RawSettings } from './config.ts';
import { nodeSettings } from './node-settings.ts';
import { SETTINGS } from './settings.ts';

/** A setting that follows from a cluster. */
export interface OfferedSetting {
  readonly key: ClusterKey;
  readonly value: string | boolean;
  /** What it follows from, in a few words. */
  readonly reason: string;
}

/** What a cluster says of the settings. */
export interface ClusterOffer {
  readonly settings: readonly OfferedSetting[];
  /** The Windows nodes by their builds, for which there is no setting: `2 Windows nodes: Windows Server 2022`. */
  readonly nodes: string;
  /** Sentences that say why a setting is not offered. */
  readonly notes: readonly string[];
}

/**
 * The settings that follow from the Nodes and RuntimeClasses of a cluster, as `nodeSettings` derives them. The release is that
 * of the API server (`v1.35.2`), if it is known. RuntimeClasses count if there are no Windows nodes: they tolerate their taint.
 */
export function clusterOffer(facts: Facts, server?: string): ClusterOffer {
  const nodes = facts.ask(ofKind('Node'));
  const windows = nodes.filter((node) => osOfNode(node) === 'windows');
  const known = nodeSettings(facts);
  const classes = windows.length === 0 ? taintOfClasses(facts) : undefined;
  const values: RawSettings = {
    ...known,
    kubernetesVersion: server === undefined ? known['kubernetesVersion'] : parseVersion(server),
    taint: classes?.taint ?? known['taint'],
  };
  const kubelets = nodes.flatMap(({ kubeletVersion }) => kubeletVersion ?? []);
  const reasons: Readonly<Record<ClusterKey, string>> = {
    provider: t('Nodes'),
    kubernetesVersion: [
      ...(server === undefined ? [] : [t`API server ${shown([server])}`]),
      ...(kubelets.length === 0 ? [] : [t`kubelets ${shown(kubelets)}`]),
    ].join(', '),
    containerRuntime: shown(windows.map(runtimeText)),
    taint: classes === undefined ? countText(windows.length) : `RuntimeClass ${shown(classes.names)}`,
    mixedCluster: t`${windows.length} of ${nodes.length} nodes run Windows`,
  };
  return {
    settings: CLUSTER_SETTINGS.flatMap((key) => {
      const value = values[key] as string | boolean | undefined;
      return value === undefined ? [] : [{ key, value, reason: reasons[key] }];
    }),
    nodes: nodes.length === 0 ? t('No nodes are known') : buildsText(facts),
    notes: notes(values, windows, server ?? kubelets.find((kubelet) => parseVersion(kubelet) === undefined)),
  };
}

/** Why settings that the nodes say something of are not offered. `release` is one that may be unknown to Kubewin. */
function notes(values: RawSettings, windows: readonly NodeFact[], release: string | undefined): readonly string[] {
  const found: string[] = [];
  if (release !== undefined && parseVersion(release) === undefined) {
    found.push(
      t`Kubernetes ${shown([release])} is not supported: Kubewin knows ${KUBERNETES_VERSIONS[0]} to ${NEWEST_VERSION}.`,
    );
  }
  const add = (key: ClusterKey, texts: readonly string[]) =>
    found.push(t`\`${key}\` does not follow from the Windows nodes: ${shown(texts)}.`);
  const runtimes = windows.flatMap(({ containerRuntimeVersion }) => containerRuntimeVersion ?? []);
  if (values['containerRuntime'] === undefined && runtimes.length > 0)
    add('containerRuntime', windows.map(runtimeText));
  const areTainted = windows.some((node) => lastingTaints(node).length > 0);
  // `none` also stands for taints that differ.
  if (areTainted && (values['taint'] ?? 'none') === 'none') add('taint', windows.map(taintsText));
  return found;
}

function runtimeText({ containerRuntimeVersion }: NodeFact): string {
  return containerRuntimeVersion ?? t('unknown');
}

function taintsText(node: NodeFact): string {
  return lastingTaints(node).map(taintText).join(' + ') || t('no taint');
}

/** The taint that the RuntimeClasses for Windows tolerate, if all tolerate the same one. */
function taintOfClasses(facts: Facts): { readonly taint: string; readonly names: readonly string[] } | undefined {
  const classes = facts.ask(ofKind('RuntimeClass')).filter((each) => isWindowsClass(each));
  const taints = classes.flatMap(({ tolerations }) =>
    tolerations.map(({ key = '', value = '', effect = '' }) => `${key}=${value}:${effect}`),
  );
  const [taint, ...others] = new Set(taints);
  if (taint === undefined || others.length > 0) return undefined;
  // A toleration with the operator `Exists` does not show the value of the taint.
  const isExact = classes.every(({ tolerations }) => tolerations.every(({ operator }) => operator === 'Equal'));
  const read = isExact ? SETTINGS.taint.read(taint, () => undefined) : undefined;
  return read === undefined ? undefined : { taint: read, names: classes.map(({ name }) => name) };
}

function buildsText(facts: Facts): string {
  const windows = windowsNodes(facts);
  if (windows.length === 0) return t('No Windows nodes');
  const builds = [...grouped(windows, ({ build }) => build)].map(([build, nodes]) => ({
    product: build === undefined ? t('unknown build') : productOf(build),
    count: nodes.length,
  }));
  const names = builds.map(({ product, count }) => (builds.length === 1 ? product : `${product} (${count})`));
  return `${countText(windows.length)}: ${names.join(', ')}`;
}

function countText(count: number): string {
  return count === 1 ? t('1 Windows node') : t`${count} Windows nodes`;
}

/** Texts of a cluster, each once: the first of them, without control characters. */
function shown(texts: readonly string[]): string {
  const all = [...new Set(texts)].map((text) => text.replace(/\p{Cc}/gu, ' ').slice(0, MAX_SHOWN));
  return all.length > MAX_TEXTS ? `${all.slice(0, MAX_TEXTS).join(', ')}, …` : all.join(', ');
}

/** Messages show no more characters of a text. */
const MAX_SHOWN = 100;
/** Messages show no more texts of a kind. */
const MAX_TEXTS = 3;
