import { expect, test } from 'vitest';
import { objects } from '../../server/src/kubernetes/object.ts';
import { podsOf } from '../../server/src/kubernetes/pod.ts';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { type Builds, nodeConstraint } from '../../server/src/windows/node-constraint.ts';
import { verdict } from '../../server/src/windows/verdict.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { compared, jsonLines } from '../shared.ts';
import { ownLines } from './recordings.ts';

interface Recording {
  readonly id: string;
  readonly object: unknown;
  readonly nodes: { readonly windows: boolean; readonly linux: boolean; readonly builds: readonly string[] };
}

const BUILDS = ['10.0.17763', '10.0.20348', '10.0.26100', '10.0.99999'];

test.each([
  { name: 'of the repository', recordings: ownLines<Recording>('affinity') },
  { name: 'of the material', recordings: jsonLines<Recording>('conformance/affinity.jsonl') },
])('selectors and affinities $name match the nodes that the scheduler matches', ({ name, recordings }) => {
  const counts: Record<string, number> = {};
  const differing = recordings.flatMap(({ id, object, nodes }) => {
    const [kubeObject] = objects(parse(JSON.stringify(object)));
    const [pod] = kubeObject ? podsOf(kubeObject, {}) : [];
    if (pod === undefined) return [`${id}: no pod`];
    const { os, certainty } = verdict(pod, { version: NEWEST_VERSION, facts: NO_FACTS });
    counts[os] = (counts[os] ?? 0) + 1;
    const builds = BUILDS.filter((build) => allows(nodeConstraint(pod, NO_FACTS).builds, build));
    const expected = expectedVerdicts(nodes);
    const isSame =
      expected.includes(os) &&
      (certainty === 'scheduled') === (nodes.windows !== nodes.linux) &&
      builds.join() === nodes.builds.join();
    return isSame ? [] : [`${id}: ${os} (${builds.join()}), the scheduler: ${expected[0]} (${nodes.builds.join()})`];
  });
  compared(`selectors and affinities ${name} ${JSON.stringify(counts)}`, recordings.length);
  expect(differing).toEqual([]);
});

function expectedVerdicts({ windows, linux }: Recording['nodes']): string[] {
  if (windows && linux) return ['either', 'unknown'];
  return [windows ? 'windows' : linux ? 'linux' : 'none'];
}

function allows(builds: Builds, build: string): boolean {
  return 'only' in builds ? builds.only.includes(build) : !builds.except.includes(build);
}
