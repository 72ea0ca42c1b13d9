import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isWithin, KUBERNETES_VERSIONS, NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { compared } from '../shared.ts';
import { NEWEST_RECORDED, ownLines, podSources, RELEASES, type RecordedVerdict } from './recordings.ts';

const CHECKLIST = 'see "A Kubernetes release" in CONTRIBUTING.md';
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const MODULE = readFileSync(new URL('recorder/go.mod', import.meta.url), 'utf8');

test('every recorded release is known', () => {
  const unknown = Object.keys(RELEASES).filter((version) => !KUBERNETES_VERSIONS.some((known) => known === version));
  expect(unknown, `recorded, but not in server/src/kubernetes/version.ts: ${CHECKLIST}`).toEqual([]);
});

test('the newest release is recorded, with the committed module', () => {
  const newest = RELEASES[NEWEST_VERSION];
  expect(newest, `run "npm run conformance ${NEWEST_VERSION}.0": ${CHECKLIST}`).toBeDefined();
  expect(MODULE).toContain(`k8s.io/kubernetes v${newest}`);
});

test('README.md names the recorded releases and their number', () => {
  const recorded = KUBERNETES_VERSIONS.filter((version) => RELEASES[version] !== undefined);
  const range = KUBERNETES_VERSIONS.filter((version) => isWithin(version, recorded[0], NEWEST_RECORDED));
  const left = range.filter((version) => !recorded.includes(version)).join(', ');
  const named = `${recorded.length} Kubernetes releases (${recorded[0]} to ${NEWEST_RECORDED}, except ${left})`;
  expect(README.replace(/\s+/g, ' ')).toContain(named);
});

test('the repository contains enough recordings by itself', () => {
  const [own] = podSources<{ readonly verdicts: readonly RecordedVerdict[] }>();
  const count = (own?.recordings.length ?? 0) * (own?.releases.length ?? 0) + ownLines('affinity').length;
  compared('verdicts that need nothing but this repository, and more about Pod Security', count);
  expect(count).toBeGreaterThan(15_000);
});
