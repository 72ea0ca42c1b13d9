import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { type Facts, named } from '../../kubernetes/questions.ts';
import { commandLine, commandLists, isLinuxShell, isSubcommand, LINUX_UTILITIES } from '../../rule-kit/commands.ts';
import { OS_TITLES } from '../../rule-kit/operating-system.ts';
import { t } from '../../text/localize.ts';
import { contains } from '../../text/span.ts';
import { isOnEveryNode } from '../../windows/host-paths.ts';
import { imageOs, podImages } from '../../windows/images.ts';
import { preferences } from '../../windows/node-constraint.ts';
import { isWindowsClass } from '../../windows/runtime-class.ts';
import type { OperatingSystem } from '../../windows/verdict.ts';
import type { Field } from '../../yaml/read/field.ts';
import { firstAfter } from '../../yaml/read/first-after.ts';
import type { Finding } from '../finding.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import type { Settings } from '../settings/settings.ts';

/** A field of a pod that is meant for the other operating system and that no rule reports. */
interface ManualStep {
  readonly field: Field;
  /** A sentence about the field. */
  readonly message: string;
}

/**
 * What a person has to check when a pod moves to another operating system, but rules cannot report: its RuntimeClass, its
 * preferences, and on Windows the programs and paths of Linux. Fields with a finding (`found`) are left out: they are
 * reported, or somebody checked and suppressed them.
 */
export function manualStepsFor(
  pod: Pod,
  os: OperatingSystem,
  found: readonly Finding[],
  { settings, facts }: LintContext,
): ManualStep[] {
  const linuxOnly = os === 'windows' ? [...linuxPrograms(pod, settings), ...nodePaths(pod)] : [];
  const all = [...linuxOnly, ...runtimeClass(pod, os, facts), ...preferred(pod, os)];
  const reported = found.map(({ at }) => at).sort((a, b) => a.start - b.start);
  return all.filter(({ field: { wholeSpan } }) => {
    const from = firstAfter(reported, ({ start }) => start >= wholeSpan.start);
    const to = firstAfter(reported, ({ start }) => start > wholeSpan.end);
    return !reported.slice(from, to).some((at) => contains(wholeSpan, at));
  });
}

/** Programs that the images of a Linux pod contain. */
function linuxPrograms(pod: Pod, settings: Settings): ManualStep[] {
  return podImages(pod)
    .filter(({ image }) => imageOs(image, settings)?.os === 'linux')
    .flatMap(({ container }) => commandLists(container))
    .flatMap((list): ManualStep[] => {
      const { field, text = '' } = commandLine(pod, list)?.program ?? {};
      const isUtility = LINUX_UTILITIES.includes(text) && !(list.key === 'args' && isSubcommand(text));
      if (field === undefined || !(isLinuxShell(text) || isUtility)) return [];
      return [{ field, message: t`\`${text}\` is a Linux program.` }];
    });
}

/** Paths that probably exist only on Linux nodes. */
function nodePaths(pod: Pod): ManualStep[] {
  return (pod.spec.get('volumes')?.items() ?? []).flatMap((volume): ManualStep[] => {
    const field = volume.at('hostPath', 'path');
    const path = field?.string ?? '';
    if (field === undefined || !path.startsWith('/') || isPlaceholder(path) || isOnEveryNode(path)) return [];
    return [{ field, message: t`\`${path}\` is a path on Linux nodes.` }];
  });
}

/** A RuntimeClass that nothing indicates to be for the operating system; most are for Linux. */
function runtimeClass({ spec }: Pod, os: OperatingSystem, facts: Facts): ManualStep[] {
  const field = spec.get('runtimeClassName');
  const name = field?.string;
  if (field === undefined || name === undefined || isPlaceholder(name)) return [];
  const known = facts.ask(named('RuntimeClass', name)) ?? { name, handler: undefined, nodeSelector: {} };
  if (isWindowsClass(known) === (os === 'windows')) return [];
  return [{ field, message: t`Check that RuntimeClass \`${name}\` is for ${OS_TITLES[os]}.` }];
}

function preferred(pod: Pod, os: OperatingSystem): ManualStep[] {
  return preferences(pod).flatMap(({ says, text, requirement }): ManualStep[] => {
    const field = requirement?.field;
    if (field === undefined || says === os || says === 'either') return [];
    return [{ field, message: t`The pod prefers nodes that do not run ${OS_TITLES[os]} (\`${text}\`).` }];
  });
}
