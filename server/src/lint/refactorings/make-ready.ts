import { canDeclareWindows, type Pod } from '../../kubernetes/pod.ts';
import { tolerates } from '../../kubernetes/toleration.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { buildChoices, selectBuild } from '../../rule-kit/build-choices.ts';
import { changeRelease, fittingReleases } from '../../rule-kit/image-fixes.ts';
import { changeOsName, declareOs, selectOs } from '../../rule-kit/operating-system.ts';
import { tolerate } from '../../rule-kit/tolerate.ts';
import { t } from '../../text/localize.ts';
import { supportedBuilds, supportOf, type WindowsBuild } from '../../windows/builds.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { imageBuild, imageOs, lockedImage, podImages } from '../../windows/images.ts';
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
import { type Settings, taintOf } from '../settings/settings.ts';
import {
  attempt,
  canDeclareOs,
  conflictWithKustomize,
  declaring,
  type Refactoring,
  type Step,
  type WayToWindows,
} from './refactoring.ts';

/**
 * Makes a pod ready for Windows: sets `os.name`, a node selector and a toleration, removes fields that the API server would
 * reject or ignore, and replaces a numeric user by an account. One refactoring for each build that the nodes can have.
 */
export function makeReady(workload: Workload, document: Document, context: LintContext): Refactoring[] {
  const { pod } = workload;
  const changes = windowsChanges(pod, context);
  if (changes.length === 0) return [];
  const [refusal] = conflictWithKustomize(workload, (each) => windowsChanges(each, context));
  if (refusal !== undefined) return [{ title: 'Make ready for Windows', way: wayTo(ANY), ...refusal }];
  const images = (made: Pod) => uncertainImages(workload, made, context);
  const choices = [
    ...newerImages(pod, context),
    ...buildChoices(pod, context).map((build) => ({ name: build?.product ?? ANY, build, changes: [] })),
  ];
  return choices.map(({ name, build, changes: others }) => {
    const title = t`Make ready for ${name}`;
    const all = [...changes, ...others, ...(build === undefined ? [] : selectBuild(pod, build).changes)];
    const way = wayTo(name, build && supportOf(build, context.settings.date));
    return { ...attempt(title, document, pod, 'windows', all, context, images), way };
  });
}

/** The name of a choice without a release, in a title. */
const ANY = 'Windows';

function wayTo(name: string, support?: string): WayToWindows {
  return { name: name === ANY ? t('Any Windows build') : name, support };
}

interface Choice {
  /** For the title, after "Make ready for". */
  readonly name: string;
  readonly build: WindowsBuild | undefined;
  /** Further changes. */
  readonly changes: readonly Change[];
}

/** The supported releases for which Microsoft publishes all images of the pod whose release is out of support. */
function newerImages(pod: Pod, { settings, facts }: LintContext): Choice[] {
  const supported = supportedBuilds(settings);
  const isSupported = (build: number) => supported.some((release) => release.build === build);
  const named = podImages(pod).flatMap(({ field, image }) => {
    const build = imageBuild(image, settings, true);
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
    const name =
      old.length === 1 ? t`${release.product} (updates the image)` : t`${release.product} (updates the images)`;
    return [{ name, build: canSelect ? release : undefined, changes }];
  });
}

/** The changes that make a pod ready for Windows, except the build of its nodes; empty if it is ready. */
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
    // The first fix is the best one: an account instead of a number, or the removal.
    ...changedOnceDeclared(pod, declaring(context)).flatMap(({ fixes }) => fixes[0]?.changes ?? []),
  ];
}

/** Changes that declare an operating system and select its nodes, unless something else selects them. */
export function osChanges(pod: Pod, os: OperatingSystem, { settings, facts }: LintContext): Change[] {
  return [
    ...declarationChanges(pod, os, settings),
    ...selectorChanges(pod, os, nodeConstraint(pod, facts)),
    ...expressionChanges(preferences(pod), os),
  ];
}

function declarationChanges(pod: Pod, os: OperatingSystem, settings: Settings): readonly Change[] {
  const field = pod.spec.get('os');
  const name = field?.get('name');
  if (!canDeclareOs(settings) || name?.string === os) return [];
  if (os === 'windows' && !canDeclareWindows(pod))
    return field === undefined ? [] : [{ kind: 'remove', path: field.path }];
  const isWritten = name !== undefined || field?.isScalar;
  return (isWritten ? changeOsName(pod, os) : declareOs(pod, os)).changes;
}

function selectorChanges(pod: Pod, os: OperatingSystem, { nodes, evidence }: NodeConstraint): readonly Change[] {
  const label = pod.spec.at('nodeSelector', OS_LABEL);
  const beta = pod.spec.at('nodeSelector', BETA_OS_LABEL);
  const other = label ?? beta;
  // If some term already selects the right nodes, a label is sufficient; if none does, the terms are changed.
  const expressions = nodes === os || nodes === 'both' ? [] : expressionChanges(evidence, os);
  if (other === undefined) return nodes === os || expressions.length > 0 ? expressions : selectOs(pod, os).changes;
  return [
    ...(other.string === os ? [] : [{ kind: 'replace', path: other.path, value: os } as const]),
    ...(beta === undefined ? [] : [withoutBeta(beta.path, label !== undefined)]),
    ...expressions,
  ];
}

/** Changes requirements of the node affinity for another operating system: `In [linux]`, `NotIn [windows]`. */
function expressionChanges(evidence: NodeConstraint['evidence'], os: OperatingSystem): Change[] {
  return evidence.flatMap(({ key, origin, says, requirement }): Change[] => {
    const { field, operator, values = [] } = requirement ?? {};
    const isOther = origin === 'nodeAffinity' && says !== os && says !== 'either';
    if (field === undefined || !isOther || ![OS_LABEL, BETA_OS_LABEL].includes(key) || values.length !== 1) return [];
    if (operator !== 'In' && operator !== 'NotIn') return [];
    const isDouble = field.parent?.items().some((other) => other.get('key')?.string === OS_LABEL) === true;
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
 * Steps to check images whose names do not indicate an operating system, unless the pod is already a Windows pod. `made` is
 * the changed pod.
 */
export function uncertainImages({ pod, verdict }: Workload, made: Pod, { settings }: LintContext): Step[] {
  if (verdict.os === 'windows') return [];
  const uncertain = podImages(pod).filter(
    ({ image }) => imageOs(image, settings) === undefined && lockedImage(image, settings) === undefined,
  );
  const texts = new Set(uncertain.map(({ image }) => image.text));
  return podImages(made)
    .filter(({ image }) => texts.has(image.text))
    .map(({ field, image: { text } }) => ({
      message: t`Check that \`${text}\` has a Windows variant.`,
      at: field.valueSpan,
    }));
}
