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
import { attempt, otherInKustomize, type Refactoring } from './refactoring.ts';

/** Keeps a pod on Linux nodes and says so in it; what only Windows knows goes. Not for a pod that is one for Windows. */
export function pinToLinux(workload: Workload, document: Document, context: LintContext): Refactoring[] {
  const { pod, verdict } = workload;
  if (verdict.os === 'windows' || hostProcess(pod, context.settings.kubernetesVersion).extent !== 'none') return [];
  const title = 'Pin to Linux';
  const changesOf = (one: Pod) => [...osChanges(one, 'linux', context), ...windowsRemovals(one)];
  const changes = changesOf(pod);
  if (changes.length === 0) return [];
  const [refused] = otherInKustomize(workload, changesOf);
  return [refused === undefined ? attempt(title, document, pod, 'linux', changes, context) : { title, ...refused }];
}

function windowsRemovals(pod: Pod): Change[] {
  const options = [pod.spec, ...pod.containers.map(({ field }) => field)].flatMap(
    (one) => one.at('securityContext', 'windowsOptions') ?? [],
  );
  return [
    ...[pod.spec.at('nodeSelector', WINDOWS_BUILD_LABEL) ?? [], options].flat().map(remove),
    ...removeTolerations(pod, (one) => isWindowsToleration(one) || namesWindows(one)),
  ];
}

/** Removes tolerations of a pod, and the list where none is left. */
export function removeTolerations(pod: Pod, isMeant: (toleration: Field) => boolean): Change[] {
  const list = pod.spec.get('tolerations');
  const meant = list?.items().filter(isMeant) ?? [];
  return list !== undefined && meant.length > 0 && meant.length === list.items().length
    ? [remove(list)]
    : meant.map(remove);
}

/** Whether the key or the value of a toleration is a name of Windows: such a taint is not that of a Linux node. */
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
