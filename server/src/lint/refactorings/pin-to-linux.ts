import type { Pod } from '../../kubernetes/pod.ts';
import { hostProcess } from '../../windows/host-process.ts';
import { WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';
import { isWindowsToleration } from '../../windows/pod-evidence.ts';
import type { Change } from '../../yaml/edit/change.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import type { Workload } from '../engine/report.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import { osChanges } from './make-ready.ts';
import { attempt, conflictWithKustomize, type Refactoring } from './refactoring.ts';

/** Pins a pod to Linux nodes, declares Linux, and removes Windows fields. Not for Windows pods. */
export function pinToLinux(workload: Workload, document: Document, context: LintContext): Refactoring[] {
  const { pod, verdict } = workload;
  if (verdict.os === 'windows' || hostProcess(pod, context.settings.kubernetesVersion).extent !== 'none') return [];
  const title = 'Pin to Linux';
  const changesOf = (each: Pod) => [...osChanges(each, 'linux', context), ...windowsRemovals(each)];
  const changes = changesOf(pod);
  if (changes.length === 0) return [];
  const [refusal] = conflictWithKustomize(workload, changesOf);
  return [refusal === undefined ? attempt(title, document, pod, 'linux', changes, context) : { title, ...refusal }];
}

function windowsRemovals(pod: Pod): Change[] {
  const options = [pod.spec, ...pod.containers.map(({ field }) => field)].flatMap(
    (field) => field.at('securityContext', 'windowsOptions') ?? [],
  );
  return [
    ...[pod.spec.at('nodeSelector', WINDOWS_BUILD_LABEL) ?? [], options].flat().map(remove),
    ...removeTolerations(pod, (toleration) => isWindowsToleration(toleration) || namesWindows(toleration)),
  ];
}

/** Removes tolerations of a pod, or the whole list if none would remain. */
export function removeTolerations(pod: Pod, isRemoved: (toleration: Field) => boolean): Change[] {
  const list = pod.spec.get('tolerations');
  const removed = list?.items().filter(isRemoved) ?? [];
  return list !== undefined && removed.length > 0 && removed.length === list.items().length
    ? [remove(list)]
    : removed.map(remove);
}

/** Whether the key or value of a toleration names Windows: Linux nodes do not have such a taint. */
function namesWindows(toleration: Field): boolean {
  const key = toleration.get('key')?.string ?? '';
  return (
    key === WINDOWS_BUILD_LABEL ||
    /^(?:.*\/)?windows$/i.test(key) ||
    /^windows$/i.test(toleration.get('value')?.string ?? '')
  );
}

function remove({ path }: Field): Change {
  return { kind: 'remove', path };
}
