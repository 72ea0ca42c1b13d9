import type { Related } from '../lint/rule.ts';
import { podTitle } from '../windows/selected-pods.ts';
import type { StorageUsers } from '../windows/storage-links.ts';

/** More of them say nothing new. */
const MOST = 5;

/** Where the Windows pods are that use a claim, a volume or a storage class. */
export function relatedUsers({ windows }: StorageUsers): Related[] {
  return windows.slice(0, MOST).map(({ pod, claim }) => ({
    at: pod.place,
    message: `The Windows ${podTitle(pod)} uses it by ${claim === undefined ? 'a claim of its own' : `claim \`${claim}\``}.`,
  }));
}
