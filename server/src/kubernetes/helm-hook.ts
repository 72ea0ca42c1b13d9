import type { KubeObject } from './object.ts';

/**
 * The events at which Helm creates an object of a chart, such as `pre-install` or `test`; empty for an object that is a part of
 * the release. As in `sortManifests` of Helm 3 and 4 (`manifest_sorter.go`): case does not matter, and `test-success` is the
 * former name of `test`.
 */
export function helmHook({ field }: Pick<KubeObject, 'field'>): readonly string[] {
  const written = field.at('metadata', 'annotations', 'helm.sh/hook')?.string;
  const events = written?.split(',').map((event) => event.trim().toLowerCase()) ?? [];
  return [
    ...new Set(events.map((event) => (event === 'test-success' ? 'test' : event)).filter((event) => event !== '')),
  ];
}
