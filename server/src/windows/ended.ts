import { hasEnded, WINDOWS_BUILDS } from './builds.ts';
import { CONTAINERD_RELEASES } from './container-runtimes.ts';
import { isOver } from './dates.ts';
import { OS_SKUS, removalOf } from './providers.ts';

/** How much of each table has ended by a date. Between two dates with the same numbers, no finding changes. */
export function endedBy(date: string): readonly number[] {
  return [
    WINDOWS_BUILDS.filter((release) => hasEnded(release, date)).length,
    [...CONTAINERD_RELEASES.values()].filter((end) => isOver(end, date)).length,
    [...OS_SKUS.keys()].filter((sku) => removalOf(sku, date) !== undefined).length,
  ];
}
