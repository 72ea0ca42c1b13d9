import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { isWithin, type KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import { jsonLines } from '../shared.ts';

const FOLDER = new URL('recordings/', import.meta.url);

/** The recorded minor releases, oldest first, with their patch releases. */
export const RELEASES = JSON.parse(readFileSync(new URL('releases.json', FOLDER), 'utf8')) as Readonly<
  Record<KubernetesVersion, string>
>;

/** The newest release that is recorded, which a release that is only known is not. */
export const NEWEST_RECORDED = Object.keys(RELEASES).at(-1) as KubernetesVersion;

export interface RecordedVerdict extends Range {
  readonly causes: readonly { readonly type: string; readonly field: string; readonly message: string }[];
  readonly others?: readonly string[];
}

/** An answer that all releases in a range have in common, both ends included. */
export interface Range {
  readonly since: KubernetesVersion;
  readonly until: KubernetesVersion;
}

/** Recordings with the releases that can be compared. */
export interface Source<T> {
  readonly name: string;
  readonly releases: readonly KubernetesVersion[];
  readonly recordings: readonly T[];
}

/** The name of the recordings of the repository. */
export const OWN = 'of the repository';

/** The recordings of the repository, and those in `shared` if it exists. */
export function podSources<T extends { readonly verdicts: readonly Range[] }>(): readonly Source<T>[] {
  const releases = Object.keys(RELEASES) as KubernetesVersion[];
  const own = { name: OWN, releases, recordings: ownLines<T>('pods') };
  return [own, material(jsonLines<T>('conformance/pods.jsonl'))];
}

/** Recordings in `shared`, which may lack releases that the repository has. */
export function material<T extends { readonly verdicts: readonly Range[] }>(recordings: readonly T[]): Source<T> {
  const releases = (Object.keys(RELEASES) as KubernetesVersion[]).filter((version) =>
    recordings.every(({ verdicts }) => recordedFor(version, verdicts) !== undefined),
  );
  return { name: 'of the material', releases, recordings };
}

/** One JSON object a line, compressed; written by `npm run conformance`. */
export function ownLines<T>(name: 'pods' | 'affinity'): readonly T[] {
  const text = gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, FOLDER))).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

export function recordedFor<T extends Range>(version: KubernetesVersion, ranges: readonly T[]): T | undefined {
  return ranges.find(({ since, until }) => isWithin(version, since, until));
}
