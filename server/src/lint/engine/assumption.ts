import type { KubeObject } from '../../kubernetes/object.ts';
import { assumeWindows } from '../../windows/verdict.ts';
import type { LintContext } from '../rule-set/rule-set.ts';
import type { WrittenPod } from './pod-verdict.ts';
import type { Workload } from './report.ts';

// What a user asks for before a move to Windows: pods are checked as if they ran there. Only rules get the assumed verdict.
// Facts keep the one by evidence, so that nothing changes in other files.

/** What identifies an object of a file in `CheckSettings.assumeWindows`, while the file is edited. */
export function assumptionKey({ kind, namespace, name }: Pick<KubeObject, 'kind' | 'namespace' | 'name'>): string {
  return JSON.stringify([kind, namespace, name]);
}

/** A pod with the verdict with which rules check it. */
export function withAssumption(
  written: WrittenPod,
  { assumeWindows: asked }: LintContext['settings'],
): WrittenPod & Workload {
  if (asked === undefined || (asked !== true && !asked.includes(assumptionKey(written.pod.object)))) return written;
  const verdict = assumeWindows(written.verdict);
  const verdicts = written.verdicts.map((own) => own && assumeWindows(own));
  return { ...written, verdict, verdicts, ...(verdict === written.verdict ? {} : { byEvidence: written.verdict }) };
}
