import { EVIDENCE_LABELS } from '../../lint/pages/workload.ts';
import type { Verdict } from '../../windows/verdict.ts';

/** The operating system of a workload and its best evidence: "Windows (node selector)"; undefined if it is unknown. */
export function systemInWords({
  verdict: { os, certainty, evidence },
}: {
  readonly verdict: Verdict;
}): string | undefined {
  const system = TITLES[os];
  if (system === undefined) return undefined;
  if (certainty === 'assumed') return 'checked as a Windows pod';
  if (certainty === 'image') return 'Windows, by its image';
  const best = evidence.find(({ says }) => says === os);
  const why = best === undefined ? '' : ` (${EVIDENCE_LABELS[best.kind]})`;
  return `${certainty === 'guessed' ? 'probably ' : ''}${system}${why}`;
}

const TITLES: Readonly<Record<string, string>> = { windows: 'Windows', linux: 'Linux' };
