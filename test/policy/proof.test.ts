import { expect, test } from 'vitest';
import { minorOf } from '../../server/src/kubernetes/version.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings.ts';
import { pageOf } from '../rules/page.ts';
import type { Data } from '../rules/server-values.ts';
import { compared } from '../shared.ts';
import { type ApiServer, apiServer, RELEASES, type Release } from './api-server.ts';
import { generatedPods } from './generated-pods.ts';
import { EXPRESSED, findings, mayBeOpen, reachesPolicies, workloadsIn, written } from './subjects.ts';

/** The releases to prove with: `all`, or some of `1.30`, `1.33` and `1.37`. Without them nothing is compared here. */
const WANTED = process.env['POLICY_PROOF'] ?? '';
const releases = (Object.keys(RELEASES) as Release[]).filter(
  (one) => WANTED === 'all' || WANTED.split(',').includes(one),
);

if (releases.length === 0) test('no release', () => compared('answers of API servers', 0));

interface Subject {
  readonly place: string;
  readonly object: Data;
  readonly settings: Settings;
}

test.each(releases)('%s: policies answer what Kubewin finds', (release) => {
  const server = apiServer(release);
  try {
    prove(server, release);
  } finally {
    server.remove();
  }
});

function prove(server: ApiServer, release: Release): void {
  const pages = readable(server, pageSubjects(release));
  const settings = { ...DEFAULT_SETTINGS, kubernetesVersion: release };
  const generated = generatedPods(2_000, 1).map((object, i) => ({ place: `generated pod ${i}`, object, settings }));
  const pods = readable(server, generated);
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [key, group] of groups([...pages, ...pods])) {
    const settings = JSON.parse(key) as Settings;
    const policies = { all: written({ settings, rules: EXPRESSED }), counted: written({ settings }) };
    for (const which of ['all', 'counted'] as const) {
      const { yaml, ruleOf, rules } = policies[which];
      if (rules.length === 0) continue;
      if (key === JSON.stringify({ ...DEFAULT_SETTINGS, kubernetesVersion: release })) server.check(yaml);
      const answers = server.answers(
        yaml,
        group.map(({ object }) => ({ object })),
      );
      for (const [i, { place, object }] of group.entries()) {
        const denials = answers[i] ?? [];
        const errors = denials.filter(({ error }) => error).map(({ message }) => message);
        const answered = [...new Set(denials.map(({ policy, index }) => ruleOf(policy, index)))].sort();
        const found = findings(object, settings)[which];
        for (const id of found) seen.add(id);
        const missing = found.filter((id) => !answered.includes(id));
        const extra = mayBeOpen(object) ? [] : answered.filter((id) => !found.includes(id));
        if (errors.length + missing.length + extra.length === 0) continue;
        faults.push(
          `${place} (${settings.kubernetesVersion}, ${which}): missing ${missing}; extra ${extra}; ${errors}`,
        );
      }
    }
  }
  compared(`examples on pages, by ${release}`, pages.length);
  compared(`generated pods, by ${release}`, pods.length);
  expect(faults).toEqual([]);
  expect(EXPRESSED.filter((id) => !seen.has(id))).toEqual([]);
}

function pageSubjects(release: Release): Subject[] {
  return EXPRESSED.flatMap((id) =>
    pageOf(id).examples.flatMap(({ text, settings, place }) => {
      // Policies are of the release that evaluates them, and also of a later one that an example is about.
      const { kubernetesVersion: own } = settings;
      const versions = minorOf(own) > minorOf(release) && settings !== DEFAULT_SETTINGS ? [release, own] : [release];
      return workloadsIn(text).flatMap((object) =>
        versions.map((kubernetesVersion) => ({ place, object, settings: { ...settings, kubernetesVersion } })),
      );
    }),
  );
}

/** What the server can read, with its defaults. */
function readable(server: ApiServer, subjects: readonly Subject[]): Subject[] {
  const objects = server.defaults(subjects.map(({ object }) => object));
  return subjects.flatMap((one, i) => {
    const object = objects[i];
    return object === undefined || !reachesPolicies(object) ? [] : [{ ...one, object }];
  });
}

function groups(subjects: readonly Subject[]): Map<string, Subject[]> {
  const result = new Map<string, Subject[]>();
  for (const one of subjects) {
    const key = JSON.stringify(one.settings);
    result.set(key, [...(result.get(key) ?? []), one]);
  }
  return result;
}
