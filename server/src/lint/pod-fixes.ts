import type { Facts } from '../kubernetes/facts.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { type KubernetesVersion, minorOf } from '../kubernetes/version.ts';
import { labelOfBuild, WINDOWS_BUILDS, type WindowsBuild, windowsBuild } from '../windows/builds.ts';
import { hostProcess } from '../windows/host-process.ts';
import { imageBuild, podImages } from '../windows/images.ts';
import { BETA_OS_LABEL, nodeConstraint, OS_LABEL, WINDOWS_BUILD_LABEL } from '../windows/node-constraint.ts';
import { PROVIDERS, type Taint } from '../windows/providers.ts';
import type { OperatingSystem } from '../windows/verdict.ts';
import { startsWith } from '../yaml/path.ts';
import type { CheckContext, Fix, RejectedField } from './rule.ts';

/** The usual place of scheduling fields: above the containers and init containers. */
export function aboveContainers({ spec }: Pod): { readonly before: string } {
  const [first] = spec.entries().find(([key]) => key === 'initContainers' || key === 'containers') ?? [];
  return { before: first ?? 'containers' };
}

/** Selects the nodes of an operating system. */
export function selectOs(pod: Pod, os: OperatingSystem): Fix {
  return {
    title: `Insert nodeSelector \`${OS_LABEL}: ${os}\``,
    safety: 'review',
    changes: [
      { kind: 'insert', path: [...pod.spec.path, 'nodeSelector', OS_LABEL], value: os, place: selectorPlace(pod) },
    ],
  };
}

/** Declares the operating system in the pod itself. */
export function declareOs(pod: Pod, os: OperatingSystem): Fix {
  return {
    title: `Insert \`os.name: ${os}\``,
    safety: 'review',
    changes: [{ kind: 'insert', path: [...pod.spec.path, 'os', 'name'], value: os, place: 'first' }],
  };
}

/**
 * Declares Windows, selects Windows nodes if nothing else does, and removes the fields that the API server then rejects,
 * all in one step, because each part alone would break the pod. Not offered if a field cannot be removed.
 */
export function declareWindows(pod: Pod, facts: Facts, refusals: readonly RejectedField[]): Fix[] {
  const { leaves, open } = nodeConstraint(pod, facts);
  const removals = refusals.flatMap(({ fixes }) => fixes.find(({ safety }) => safety === 'safe') ?? []);
  if (removals.length < refusals.length) return [];
  const isLabelFree = [OS_LABEL, BETA_OS_LABEL].every((key) => pod.spec.at('nodeSelector', key) === undefined);
  const selects = leaves === 'both' && !open && isLabelFree;
  const declare = declareOs(pod, 'windows');
  const inserted = selects ? `${declare.title} and nodeSelector \`${OS_LABEL}: windows\`` : declare.title;
  return [
    {
      title: removals.length > 0 ? `${inserted}${selects ? ',' : ''} and remove Linux-only fields` : inserted,
      safety: 'review',
      changes: [
        ...declare.changes,
        ...(selects ? selectOs(pod, 'windows').changes : []),
        ...removals.flatMap(({ changes }) => changes),
      ],
    },
  ];
}

/** What is known besides the pod. */
type Surroundings = Pick<CheckContext, 'settings' | 'facts'>;

/** Selects nodes of the Windows build that the images name, or else of a build to choose. */
export function selectBuilds(pod: Pod, context: Surroundings): Fix[] {
  return buildChoices(pod, context).flatMap((build) => (build === undefined ? [] : selectBuild(pod, build)));
}

/** The builds to offer, undefined for none: that of the images, or all supported ones if no image names a build. */
export function buildChoices(pod: Pod, { settings, facts }: Surroundings): (WindowsBuild | undefined)[] {
  const { kubernetesVersion } = settings;
  const isChosen = nodeConstraint(pod, facts).hostBuilds !== undefined || minorOf(kubernetesVersion) < 17;
  // HostProcess containers run on any build.
  if (isChosen || hostProcess(pod, settings.kubernetesVersion).extent !== 'none') return [undefined];
  const named = new Set(podImages(pod).flatMap(({ image }) => imageBuild(image, settings) ?? []));
  if (named.size > 0) {
    const [build] = [...named].map(windowsBuild);
    // No node has the label of a build that Kubernetes never supported.
    return [named.size === 1 && build?.label !== undefined ? build : undefined];
  }
  return [undefined, ...supportedBuilds(kubernetesVersion)];
}

/** The builds that Microsoft and a release of Kubernetes support. */
export function supportedBuilds(version: KubernetesVersion): WindowsBuild[] {
  return WINDOWS_BUILDS.filter(
    ({ build: number, label, ended }) =>
      label !== undefined && !ended && (number !== SERVER_2019 || minorOf(version) < 35),
  );
}

const SERVER_2019 = 17763;

/** Selects nodes of one Windows build. */
export function selectBuild(pod: Pod, { build, product }: WindowsBuild): Fix {
  const value = labelOfBuild(build);
  return {
    title: `Insert \`${WINDOWS_BUILD_LABEL}: ${value}\` (${product})`,
    safety: 'review',
    changes: [
      {
        kind: 'insert',
        path: [...pod.spec.path, 'nodeSelector', WINDOWS_BUILD_LABEL],
        value,
        place: selectorPlace(pod),
      },
    ],
  };
}

/** Adds a toleration for a taint. */
export function tolerate(pod: Pod, taint: Taint, provider?: string): Fix {
  const { key, value, effect } = taint;
  return {
    title: `Insert toleration \`${key}=${value}:${effect}\`${provider === undefined ? '' : ` (${provider})`}`,
    safety: 'review',
    changes: [
      {
        kind: 'append',
        path: [...pod.spec.path, 'tolerations'],
        value: { key, operator: 'Equal', value, effect },
        place: pod.spec.get('nodeSelector') === undefined ? aboveContainers(pod) : { after: 'nodeSelector' },
      },
    ],
  };
}

/**
 * Whether a fix changes only this pod, and its kind supports the fields that the fix adds. This matters only for objects
 * without a pod spec of the Kubernetes API.
 */
export function fitsPod({ changes }: Fix, { spec, composed }: Pod): boolean {
  if (composed === undefined) return true;
  const depth = spec.path.length;
  return changes.every(({ kind, path }) => {
    if (composed.shared.some((field) => startsWith(path, field.path))) return false;
    const isAdded = (kind === 'insert' || kind === 'append') && startsWith(path, spec.path);
    const key = String(path[depth]);
    // An added field would override the one that the pod has from elsewhere.
    const own = spec.get(key);
    const isElsewhere = own !== undefined && !startsWith(path, own.path);
    const isThere = spec.document.root?.at(...path.slice(0, depth + 1)) !== undefined;
    return !isAdded || (!isElsewhere && (isThere || composed.keys.includes(key)));
  });
}

/** The taint that the setting names; undefined for `none` and for providers without a default taint. */
export function taintOf(setting: string): Taint | undefined {
  const provider = PROVIDERS.find(({ id }) => id === setting);
  if (provider !== undefined) return provider.taint;
  const [, key, value = '', effect] = /^([^=:]+)=([^=:]*):(\w+)$/.exec(setting) ?? [];
  return key === undefined ? undefined : { key, value, effect: effect as Taint['effect'] };
}

/** Whether one of the pod's tolerations matches a taint, as the scheduler compares them. */
export function tolerates(pod: Pod, taint: Taint): boolean {
  return (pod.spec.get('tolerations')?.items() ?? []).some((field) => {
    const key = field.get('key')?.string ?? '';
    const effect = field.get('effect')?.string ?? '';
    const exists = field.get('operator')?.string === 'Exists';
    if (effect !== '' && effect !== taint.effect) return false;
    if (key === '') return exists;
    return key === taint.key && (exists || (field.get('value')?.string ?? '') === taint.value);
  });
}

function selectorPlace(pod: Pod): { readonly before: string } {
  return pod.spec.get('tolerations') === undefined ? aboveContainers(pod) : { before: 'tolerations' };
}
