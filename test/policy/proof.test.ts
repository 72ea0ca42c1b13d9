import { expect, test } from 'vitest';
import type { KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings.ts';
import { pageOf } from '../rules/page.ts';
import { compared } from '../shared.ts';
import { type ApiServer, apiServer, RELEASES, type Release } from './api-server.ts';
import { EXPRESSED, findings, workloadsIn, written } from './subjects.ts';

/** The releases to prove with: `all`, or some of `1.30`, `1.33` and `1.37`. Without them nothing is compared here. */
const WANTED = process.env['POLICY_PROOF'] ?? '';
const releases = (Object.keys(RELEASES) as Release[]).filter(
  (one) => WANTED === 'all' || WANTED.split(',').includes(one),
);

if (releases.length === 0) test('no release', () => compared('answers of API servers', 0));

interface Subject {
  readonly place: string;
  readonly object: object;
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
  const pages = readable(server, pageSubjects());
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const [key, group] of groups(pages)) {
    const { kubernetesVersion, ...rest } = JSON.parse(key) as Settings;
    // The evaluator is of one release, but the policies for another one are evaluated by it too.
    const settings: Settings = { ...rest, kubernetesVersion };
    const policies = { all: written({ settings, rules: EXPRESSED }), counted: written({ settings }) };
    for (const which of ['all', 'counted'] as const) {
      const { yaml, ruleOf, rules } = policies[which];
      if (rules.length === 0) continue;
      expect(server.check(yaml)).toBeGreaterThan(0);
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
        const extra = answered.filter((id) => !found.includes(id));
        if (errors.length + missing.length + extra.length === 0) continue;
        faults.push(`${place} (${kubernetesVersion}, ${which}): missing ${missing}; extra ${extra}; ${errors}`);
      }
    }
  }
  compared(`answers of ${release} with findings`, pages.length);
  expect(faults).toEqual([]);
  expect(EXPRESSED.filter((id) => !seen.has(id))).toEqual([]);
}

function pageSubjects(): Subject[] {
  return EXPRESSED.flatMap((id) =>
    pageOf(id).examples.flatMap(({ text, settings, place }) =>
      workloadsIn(text).map((object) => ({ place, object, settings })),
    ),
  );
}

/** What the server can read, with its defaults. */
function readable(server: ApiServer, subjects: readonly Subject[]): Subject[] {
  const objects = server.defaults(subjects.map(({ object }) => object));
  return subjects.flatMap((one, i) => {
    const object = objects[i];
    return object === undefined ? [] : [{ ...one, object }];
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

void DEFAULT_SETTINGS;

export type { KubernetesVersion };
