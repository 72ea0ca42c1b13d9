import type { Related } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import { podTitle, uncontrolledPods } from '../windows/selected-pods.ts';
import type { StorageUsers } from '../windows/storage-links.ts';

const MAX_SHOWN = 5;

/** The Windows pods that use a claim, a volume or a storage class, as related information. */
export function relatedUsers({ windows }: StorageUsers): Related[] {
  const pods = uncontrolledPods(windows.map(({ pod }) => pod));
  const shown = windows.filter(({ pod }) => pods.includes(pod)).slice(0, MAX_SHOWN);
  return shown.map(({ pod, claim }) => ({
    at: pod.location,
    message:
      claim === undefined
        ? t`Used by Windows ${podTitle(pod)} through its own claim template`
        : t`Used by Windows ${podTitle(pod)} through claim \`${claim}\``,
  }));
}
