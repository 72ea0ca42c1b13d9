import type { Pod } from '../../kubernetes/pod.ts';
import { tolerates } from '../../kubernetes/toleration.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { buildChoices, selectBuild } from '../../rule-kit/build-choices.ts';
import { changeRelease, fittingReleases } from '../../rule-kit/image-fixes.ts';
import { changeOsName, declareOs, selectOs } from '../../rule-kit/operating-system.ts';
import { tolerate } from '../../rule-kit/tolerate.ts';
import { t } from '../../text/localize.ts';
import { supportedBuilds, type WindowsBuild } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { imageBuild, imageOs, podImages } from '../../windows/images.ts';
import {
  BETA_OS_LABEL,
  type NodeConstraint,
  nodeConstraint,
  OS_LABEL,
  preferences,
} from '../../windows/node-constraint.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';
import type { Change } from '../../yaml/edit/change.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Workload } from '../engine/report.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { changedOnceDeclared } from '../rule-set/run-rules.ts';
import { taintOf } from '../settings/settings.ts';
import { attempt, canDeclareOs, declaring, otherInKustomize, type Refactoring, type Step } from './refactoring.ts';

/**
 * Makes a pod one for Windows: declares and selects it, lets it onto tainted nodes, takes away what the API server would
 * refuse or drop, and gives it an account for a numeric user. Where the build of the nodes is a choice, an offer for each.
 */
export function makeReady(workload: Workload, document: Document, context: LintContext): Refactoring[] {
  const { pod } = workload;
  const changes = windowsChanges(pod, context);
  if (changes.length === 0) return [];
  const [refused] = otherInKustomize(workload, (one) => windowsChanges(one, context));
  if (refused !== undefined) return [{ title: 'Make ready for Windows', ...refused }];
  const images = (made: Pod) => uncertainImages(workload, made, context);
  const choices = [
    ...newerImages(pod, context),
    ...buildChoices(pod, context).map((build) => ({ name: build?.product, build, changes: [] })),
  ];
  return choices.map(({ name, build, changes: others }) => {
    const title = t`Make ready for Windows${name === undefined ? '' : ` (${name})`}`;
    const all = [...changes, ...others, ...(build === undefined ? [] : selectBuild(pod, build).changes)];
    return attempt(title, document, pod, 'windows', all, context, images);
  });
}

interface Choice {
  /** What to call it, undefined where there is nothing to tell it by. */
  readonly name: string | undefined;
  readonly build: WindowsBuild | undefined;
  /** What else is changed. */
  readonly changes: readonly Change[];
}

/** The supported releases for which Microsoft has all images of the pod whose own release is out of support. */
function newerImages(pod: Pod, { settings, facts }: LintContext): Choice[] {
  const supported = supportedBuilds(settings.kubernetesVersion);
  const isSupported = (build: number) => supported.some((one) => one.build === build);
  const named = podImages(pod).flatMap(({ field, image }) => {
    const build = imageBuild(image, settings);
    return build === undefined ? [] : [{ field, image, build }];
  });
  const old = named.filter(({ build }) => !isSupported(build));
  if (old.length === 0 || hostProcess(pod, settings.kubernetesVersion).extent !== 'none') return [];
  const canSelect = minorOf(settings.kubernetesVersion) >= 17 && nodeConstraint(pod, facts).hostBuilds === undefined;
  return fittingReleases(pod, facts, settings).flatMap((release): Choice[] => {
    const fixes = old.map(({ field, image }) => changeRelease(field, image, [release])[0]);
    const others = named.filter(({ build }) => isSupported(build) && build !== release.build);
    if (!isSupported(release.build) || fixes.includes(undefined) || others.length > 0) return [];
    const changes = fixes.flatMap((fix) => fix?.changes ?? []);
    return [{ name: t`${release.product}, newer image`, build: canSelect ? release : undefined, changes }];
  });
}

/** What makes a pod one for Windows, the build of its nodes aside; empty for one that is so already. */
export function windowsChanges(pod: Pod, context: LintContext): Change[] {
  const { settings, facts } = context;
  const taint = taintOf(settings.taint);
  const isTolerated =
    taint === undefined ||
    tolerates(pod, taint) ||
    (nodeConstraint(pod, facts).runtimeClass?.tolerations.length ?? 0) > 0;
  return [
    ...osChanges(pod, 'windows', context),
    ...(isTolerated ? [] : tolerate(pod, taint).changes),
    // The first fix is the best one: an account in place of a number, else the removal.
    ...changedOnceDeclared(pod, declaring(context)).flatMap(({ fixes }) => fixes[0]?.changes ?? []),
  ];
}

/** Declares an operating system and selects its nodes, unless something else than the node selector does. */
export function osChanges(pod: Pod, os: OperatingSystem, { settings, facts }: LintContext): Change[] {
  const name = pod.spec.at('os', 'name');
  const declaration = name === undefined ? declareOs(pod, os) : changeOsName(pod, os);
  const isDeclared = !canDeclareOs(settings) || name?.string === os;
  return [
    ...(isDeclared ? [] : declaration.changes),
    ...selectorChanges(pod, os, nodeConstraint(pod, facts)),
    ...expressionChanges(preferences(pod), os),
  ];
}

function selectorChanges(pod: Pod, os: OperatingSystem, { leaves, evidence }: NodeConstraint): readonly Change[] {
  const label = pod.spec.at('nodeSelector', OS_LABEL);
  const beta = pod.spec.at('nodeSelector', BETA_OS_LABEL);
  const other = label ?? beta;
  // Where some term leads to the right nodes already a label is enough, and where all lead elsewhere theirs are.
  const expressions = leaves === os || leaves === 'both' ? [] : expressionChanges(evidence, os);
  if (other === undefined) return leaves === os || expressions.length > 0 ? expressions : selectOs(pod, os).changes;
  return [
    ...(other.string === os ? [] : [{ kind: 'replace', path: other.path, value: os } as const]),
    ...(beta === undefined ? [] : [withoutBeta(beta.path, label !== undefined)]),
    ...expressions,
  ];
}

/** Turns what node affinity asks of the label of another operating system: `In [linux]`, `NotIn [windows]`. */
function expressionChanges(evidence: NodeConstraint['evidence'], os: OperatingSystem): Change[] {
  return evidence.flatMap(({ key, origin, says, requirement }): Change[] => {
    const { field, operator, values = [] } = requirement ?? {};
    const isOther = origin === 'nodeAffinity' && says !== os && says !== 'either';
    if (field === undefined || !isOther || ![OS_LABEL, BETA_OS_LABEL].includes(key) || values.length !== 1) return [];
    if (operator !== 'In' && operator !== 'NotIn') return [];
    const isDouble = field.parent?.items().some((one) => one.get('key')?.string === OS_LABEL) === true;
    if (key === BETA_OS_LABEL && isDouble) return [{ kind: 'remove', path: field.path }];
    const isNegative = operator === 'NotIn';
    return [
      ...(key === BETA_OS_LABEL ? [{ kind: 'replace', path: [...field.path, 'key'], value: OS_LABEL } as const] : []),
      ...(isNegative ? [{ kind: 'replace', path: [...field.path, 'operator'], value: 'In' } as const] : []),
      { kind: 'replace', path: [...field.path, 'values', 0], value: os },
    ];
  });
}

function withoutBeta(path: Change['path'], isDouble: boolean): Change {
  return isDouble ? { kind: 'remove', path } : { kind: 'rename', path, key: OS_LABEL };
}

/**
 * Of images whose names do not say that they are for Windows someone has to know it; those of a Windows pod are. `made`
 * is the pod that a workload becomes.
 */
export function uncertainImages({ pod, verdict }: Workload, made: Pod, { settings }: LintContext): Step[] {
  if (verdict.os === 'windows') return [];
  const uncertain = podImages(pod).filter(({ image }) => imageOs(image, settings) === undefined);
  const texts = new Set(uncertain.map(({ image }) => image.text));
  return podImages(made)
    .filter(({ image }) => texts.has(image.text))
    .map(({ field, image: { text } }) => ({
      message: t`Check that \`${text}\` has a Windows variant.`,
      at: field.valueSpan,
    }));
}
