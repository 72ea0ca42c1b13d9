import type { Pod } from '../kubernetes/pod.ts';
import { imageOs, podImages } from '../windows/images.ts';
import { BETA_OS_LABEL, nodeConstraint, OS_LABEL } from '../windows/node-constraint.ts';
import type { OperatingSystem } from '../windows/verdict.ts';
import type { Change } from '../yaml/change.ts';
import type { Document } from '../yaml/document.ts';
import { type LintContext, refusedOnceDeclared } from './engine.ts';
import type { Workload } from './finding.ts';
import { changeOsName } from './operating-system.ts';
import { buildChoices, declareOs, selectBuild, selectOs, taintOf, tolerate, tolerates } from './pod-fixes.ts';
import { attempt, canDeclareOs, declaring, type Refactoring } from './refactoring.ts';

/**
 * Makes a pod one for Windows: declares and selects it, lets it onto tainted nodes, takes away what the API server would
 * refuse, and gives it an account for a numeric user. Where the build of the nodes is a choice, an offer for each.
 */
export function makeReady(workload: Workload, document: Document, context: LintContext): Refactoring[] {
  const { pod } = workload;
  const changes = windowsChanges(pod, context);
  if (changes.length === 0) return [];
  const images = uncertainImages(workload, context);
  return buildChoices(pod, context).map((build) => {
    const title = `Make ready for Windows${build === undefined ? '' : ` (${build.product})`}`;
    const all = [...changes, ...(build === undefined ? [] : selectBuild(pod, build).changes)];
    const made = attempt(title, document, pod, 'windows', all, context);
    return made.ok ? { ...made, remains: [...made.remains, ...images] } : made;
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
    ...refusedOnceDeclared(pod, declaring(context)).flatMap(({ fixes }) => fixes[0]?.changes ?? []),
  ];
}

/** Declares an operating system and selects its nodes, unless something else than the node selector does. */
export function osChanges(pod: Pod, os: OperatingSystem, { settings, facts }: LintContext): Change[] {
  const name = pod.spec.at('os', 'name');
  const declaration = name === undefined ? declareOs(pod, os) : changeOsName(pod, os);
  const isDeclared = !canDeclareOs(settings) || name?.string === os;
  return [...(isDeclared ? [] : declaration.changes), ...selectorChanges(pod, os, nodeConstraint(pod, facts).leaves)];
}

function selectorChanges(pod: Pod, os: OperatingSystem, leaves: string): readonly Change[] {
  const label = pod.spec.at('nodeSelector', OS_LABEL);
  const beta = pod.spec.at('nodeSelector', BETA_OS_LABEL);
  const other = label ?? beta;
  if (other === undefined) return leaves === os ? [] : selectOs(pod, os).changes;
  return [
    ...(other.string === os ? [] : [{ kind: 'replace', path: other.path, value: os } as const]),
    ...(beta === undefined ? [] : [withoutBeta(beta.path, label !== undefined)]),
  ];
}

function withoutBeta(path: Change['path'], isDouble: boolean): Change {
  return isDouble ? { kind: 'remove', path } : { kind: 'rename', path, key: OS_LABEL };
}

/** Of images whose names do not say that they are for Windows someone has to know it; those of a Windows pod are. */
export function uncertainImages({ pod, verdict }: Workload, { settings }: LintContext): string[] {
  if (verdict.os === 'windows') return [];
  const names = podImages(pod).flatMap(({ image }) => (imageOs(image, settings) === undefined ? [image.text] : []));
  return [...new Set(names)].map((name) => `Check that \`${name}\` is there for Windows.`);
}
