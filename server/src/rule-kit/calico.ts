import { defineFilter, type Facts, matching } from '../kubernetes/questions.ts';
import { isCertainlyWindows } from '../windows/verdict.ts';

/** The two API groups of Calico: its own API server, and the CRDs behind it. */
export const CALICO_GROUPS = ['projectcalico.org', 'crd.projectcalico.org'];

/** Whether Calico for Windows is installed, as its pods show. */
export function hasCalicoForWindows(facts: Facts): boolean {
  return facts.ask(matching(windowsCalicoPods, null)).length > 0;
}

const windowsCalicoPods = defineFilter(
  'rule-kit/calico windowsCalicoPods',
  'Pod',
  (pod) => isCertainlyWindows(pod) && pod.name.includes('calico'),
);
