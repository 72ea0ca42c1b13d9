import { isObjectName, type KubeObject, objects } from '../../kubernetes/object.ts';
import { containerAround } from '../../kubernetes/pod.ts';
import { named, namesOf } from '../../kubernetes/questions.ts';
import { t } from '../../text/localize.ts';
import { supportedBuilds, supportOf, windowsBuild } from '../../windows/builds.ts';
import { hostProcess, isHostProcess } from '../../windows/host-process.ts';
import { HOST_PROCESS_ACCOUNTS } from '../../windows/host-process-options.ts';
import { dotnetForRelease, imageForRelease } from '../../windows/image-releases.ts';
import { parseImage } from '../../windows/images.ts';
import { nodeConstraint, nodesSelected, OS_LABEL, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';
import { imagesRunOn } from '../../windows/pod-images.ts';
import { isCertain } from '../../windows/verdict.ts';
import { filledField, type Slot, slotAt, textFor } from '../../yaml/edit/slot.ts';
import type { Field } from '../../yaml/read/field.ts';
import { startOfLine } from '../../yaml/read/lines.ts';
import { startsWith } from '../../yaml/read/path.ts';
import { judge } from '../engine/pod-verdict.ts';
import type { Finding } from '../finding.ts';
import type { JudgedPod } from '../rule.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { taintOf } from '../settings/settings.ts';
import { completeDirective } from './complete-directive.ts';
import { type Completion, scalarIn } from './completion.ts';

/** A document that is being typed. */
export interface TypedDocument {
  readonly text: string;
  /** Whether it was cut out of a `List`. */
  readonly isItem: boolean;
  /** Its findings. */
  readonly findings: () => readonly Pick<Finding, 'rule' | 'at'>[];
}

type Context = Pick<LintContext, 'rules' | 'settings' | 'facts' | 'chart'>;

/**
 * Completions at an offset of a document that the schema of Kubernetes cannot provide: values that Windows nodes have,
 * names of objects in the workspace, and rules in comments.
 */
export function complete(typed: TypedDocument, offset: number, context: Context): Completion[] {
  const { text, isItem } = typed;
  const directive = completeDirective(typed, offset, context.rules.rules);
  if (directive !== undefined) return directive;
  const slot = slotAt(text, offset);
  // Parse the document only for these keys.
  if (slot === undefined || slot.isKey || !KEYS.includes(slot.key)) return [];
  // At the start of a line, there may be the value of a key above.
  const field = filledField(text, { ...slot, role: 'value' }, isItem);
  if (field === undefined) return [];
  const { document } = field;
  const object = objects(document, rootOf(field)).find((candidate) => startsWith(field.path, candidate.field.path));
  if (object === undefined) return [];
  const branch = document.template?.branchAt(slot.start);
  const judged = judge(document, context).objects.filter((written) => written.branch === branch);
  const pod = judged.flatMap(({ pods }) => pods).find((candidate) => startsWith(field.path, candidate.pod.spec.path));
  return completeField({ slot, field, object, pod, text }, context);
}

/** The keys of values, or of lists of values, that are completed. */
const KEYS: readonly string[] = [
  'gmsaCredentialSpecName',
  'image',
  'key',
  'name',
  OS_LABEL,
  WINDOWS_BUILD_LABEL,
  'runAsUserName',
  'runtimeClassName',
  'tolerations',
  'value',
  'values',
];

/** A value that is being typed. */
interface TypedValue {
  readonly slot: Slot;
  readonly field: Field;
  readonly object: KubeObject;
  /** The pod that contains it, with the verdict without this value. */
  readonly pod: JudgedPod | undefined;
  readonly text: string;
}

function completeField(value: TypedValue, context: Context): Completion[] {
  const { slot, field, pod } = value;
  switch (labelOf(field)) {
    case OS_LABEL:
      return systems(value).map((os) => scalarIn(slot, os));
    case WINDOWS_BUILD_LABEL:
      return isLinux(pod) ? [] : builds(value, context);
    case undefined:
      break;
    default:
      return [];
  }
  const taint = isLinux(pod) ? [] : tolerations(value, context);
  return taint.length > 0 || pod === undefined ? taint : completeInPod(value, pod, context);
}

/** In a list, other values may already determine the verdict, so all operating systems are offered. */
function systems({ field, pod }: TypedValue): readonly string[] {
  return SYSTEMS.filter((os) => field.parent?.key === 'values' || !isCertainlyOther(os, pod));
}

const SYSTEMS = ['windows', 'linux'] as const;

function completeInPod(value: TypedValue, judged: JudgedPod, context: Context): Completion[] {
  const { slot, field } = value;
  const { pod } = judged;
  const { facts } = context;
  if (field === pod.spec.get('runtimeClassName')) {
    return names(slot, namesOf(facts, 'RuntimeClass'), (name) => {
      const of = facts.ask(named('RuntimeClass', name));
      const os = of === undefined ? 'both' : nodesSelected(of.nodeSelector);
      if ((os === 'windows' || os === 'linux') && isCertainlyOther(os, judged)) return undefined;
      return [os === 'windows' ? t('Windows nodes') : os === 'linux' ? t('Linux nodes') : '', of?.handler ?? '']
        .filter((part) => part !== '')
        .join(', ');
    });
  }
  if (field === pod.spec.get('os')?.get('name')) return systems(value).map((os) => scalarIn(slot, os));
  if (isLinux(judged)) return [];
  if (field.parent?.key === 'windowsOptions') {
    if (field.key === 'runAsUserName') return accounts(value, judged, context);
    if (field.key === 'gmsaCredentialSpecName') return names(slot, namesOf(facts, 'GMSACredentialSpec'), () => '');
  }
  const isImage = field.key === 'image' && containerAround(pod, field)?.field.get('image') === field;
  return isImage ? images(slot, judged, context) : [];
}

/** The label that a field is the value of: in a node selector, or in an expression of a node affinity. */
function labelOf(field: Field): string | undefined {
  if (field.parent?.key === 'nodeSelector') return String(field.key);
  const requirement = field.parent?.key === 'values' ? field.parent.parent : undefined;
  const isOfNodes = requirement?.parent?.key === 'matchExpressions' && field.path.includes('nodeAffinity');
  return isOfNodes ? (requirement.get('key')?.string ?? '') : undefined;
}

/** Windows builds, the newest first; those on which all images run come before others. */
function builds({ slot, pod }: TypedValue, { settings }: Context): Completion[] {
  const runAll = pod && imagesRunOn(pod.pod, settings);
  return supportedBuilds(settings)
    .map((release) => ({ release, fits: runAll?.(release.build) }))
    .sort((a, b) => Number(b.fits ?? 0) - Number(a.fits ?? 0) || b.release.build - a.release.build)
    .map(({ release, fits }) => {
      const images = fits === undefined ? [] : [fits ? t('all images run') : t('an image does not run')];
      const parts = [release.product, ...images, supportOf(release, settings.date)];
      return scalarIn(slot, release.label ?? '', parts.join(', '));
    });
}

function accounts({ slot, field }: TypedValue, { pod }: JudgedPod, { settings }: Context): Completion[] {
  const container = containerAround(pod, field);
  const { extent } = hostProcess(pod, settings.kubernetesVersion);
  const inNode =
    container === undefined ? extent !== 'none' : isHostProcess(pod, settings.kubernetesVersion, container);
  const inImage = container === undefined ? extent !== 'all' : !inNode;
  return [
    ...(inNode ? HOST_PROCESS_ACCOUNTS.map((name) => scalarIn(slot, name, IN_NODE[name])) : []),
    ...(inImage ? Object.entries(IN_IMAGE).map(([name, detail]) => scalarIn(slot, name, detail)) : []),
  ];
}

const IN_IMAGE = {
  ContainerUser: 'Standard user of the container',
  ContainerAdministrator: 'Administrator of the container',
};
const IN_NODE: Readonly<Record<(typeof HOST_PROCESS_ACCOUNTS)[number], string>> = {
  'NT AUTHORITY\\SYSTEM': 'Full access to the node',
  'NT AUTHORITY\\Local service': 'Few privileges on the node, anonymous on the network',
  'NT AUTHORITY\\NetworkService': 'Few privileges on the node, the computer account on the network',
};

/** Longer lists are not useful. */
const MAX_NAMES = 200;

/** Completions for the names that `detailOf` accepts; a detail can be empty. */
function names(slot: Slot, all: readonly string[], detailOf: (name: string) => string | undefined): Completion[] {
  return all
    .filter(isObjectName)
    .toSorted()
    .slice(0, MAX_NAMES)
    .flatMap((name) => {
      const detail = detailOf(name);
      return detail === undefined ? [] : scalarIn(slot, name, detail === '' ? undefined : detail, 'reference');
    });
}

/** The toleration of the cluster's taint, or a part of it. */
function tolerations({ slot, field, object, pod, text }: TypedValue, { settings }: Context): Completion[] {
  const taint = taintOf(settings.taint);
  const list = [pod?.pod.spec, object.kind === 'RuntimeClass' ? object.field.get('scheduling') : undefined]
    .map((holder) => holder?.get('tolerations'))
    .find((tolerations) => tolerations !== undefined && startsWith(field.path, tolerations.path));
  if (taint === undefined || list === undefined) return [];
  const parts = { key: taint.key, operator: 'Equal', value: taint.value, effect: taint.effect };
  const detail = t`Taint of the Windows nodes (${settings.taint})`;
  if (field.parent?.path.length === list.path.length) {
    const bare = { ...slot, quote: '' } as const;
    const entries = Object.entries(parts).map(([key, value]) => `${key}: ${textFor(value, bare)}`);
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const written = slot.isFlow
      ? `{ ${entries.join(', ')} }`
      : entries.join(end + ' '.repeat(slot.start - startOfLine(text, slot.start)));
    const label = `key: ${taint.key}`;
    return slot.quote === '' ? [{ at: slot, text: written, label, filter: label, detail, kind: 'value' }] : [];
  }
  const toleration = field.parent;
  if (toleration?.parent?.path.length !== list.path.length) return [];
  if (field.key === 'key') return [scalarIn(slot, taint.key, detail)];
  const isOfTaint = field.key === 'value' && toleration.get('key')?.string === taint.key;
  return isOfTaint ? [scalarIn(slot, taint.value, detail)] : [];
}

/** Microsoft's images of the same kind as the typed one, for the builds that the pod selects, or for all builds. */
function images(slot: Slot, { pod }: JudgedPod, { settings, facts }: Context): Completion[] {
  const { hostBuilds } = nodeConstraint(pod, facts);
  const releases = hostBuilds?.flatMap((build) => windowsBuild(build) ?? []) ?? supportedBuilds(settings).toReversed();
  const found = releases
    .filter(({ channel }) => channel === 'long-term')
    .flatMap((release) => {
      // The release is at the end of the tag, which may not be typed yet.
      const same =
        imageForRelease(parseImage(slot.written), release) ?? imageForRelease(parseImage(`${slot.written}x`), release);
      const all = [...(same === undefined ? [] : [same]), ...dotnetForRelease(parseImage(slot.written), release)];
      return all.map((image) => scalarIn(slot, image, release.product));
    });
  return found.filter(({ label }) => label !== slot.written);
}

function isLinux(pod: JudgedPod | undefined): boolean {
  return isCertainlyOther('windows', pod);
}

/** Whether a pod is known to run on the other operating system. */
function isCertainlyOther(os: 'windows' | 'linux', pod: JudgedPod | undefined): boolean {
  const { os: own, certainty } = pod?.verdict ?? { os: 'unknown', certainty: null };
  return isCertain(certainty) && own !== os;
}

function rootOf(field: Field): Field {
  let root = field;
  while (root.parent !== undefined) root = root.parent;
  return root;
}
