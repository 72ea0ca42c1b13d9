import { expect, test } from 'vitest';
import { type KubernetesVersion, minorOf } from '../../server/src/kubernetes/version.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings.ts';
import { expressionOf } from '../../server/src/policy/expressions.ts';
import { pageOf } from '../rules/page.ts';
import type { Data } from '../rules/server-values.ts';
import { compared } from '../shared.ts';
import { type ApiServer, apiServer, RELEASES, type Release } from './api-server.ts';
import { generatedPods } from './generated-pods.ts';
import { digest, readRecording, writeRecording } from './recording.ts';
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
  const settings = { ...DEFAULT_SETTINGS, kubernetesVersion: release };
  for (const rules of [EXPRESSED, undefined])
    expect(server.check(written({ settings, rules }).yaml)).toBeGreaterThan(0);
  const pages = readable(server, pageSubjects(release));
  const pods = readable(
    server,
    generatedPods(GENERATED, 1).map((object, i) => ({ place: `generated pod ${i}`, object, settings })),
  );
  compared(`workloads on pages, with the code of ${release}`, pages.length);
  compared(`generated workloads, with the code of ${release}`, pods.length);
  const answered = new Map<Subject, readonly string[]>();
  const faults = [
    ...differences(server, [...pages, ...pods], 'all', answered),
    ...differences(
      server,
      [...pages, ...pods.slice(0, SOME)].map((one) => ({ ...one, settings })),
      'counted',
    ),
  ];
  expect(faults).toEqual([]);
  if (release === RECORDED) record(pods, answered, settings);
  proveUpdates(server, settings);
  proveCost(server, settings);
  const found = new Set(pages.flatMap((one) => findings(one.object, one.settings).all));
  expect(EXPRESSED.filter((id) => !found.has(id))).toEqual([]);
}

const GENERATED = 2_000;
/** Which severities count is decided when policies are written: fewer workloads tell that. */
const SOME = 200;

/** The release whose answers are compared where there is no Go. */
const RECORDED: Release = '1.37';

/** Records the answers, or holds them equal to those that are recorded. */
function record(pods: readonly Subject[], answered: ReadonlyMap<Subject, readonly string[]>, settings: Settings): void {
  const policies = digest(written({ settings, rules: EXPRESSED }).yaml);
  const answers = pods.map((one) => ({ object: one.object, rules: answered.get(one) ?? [] }));
  const recording = { release: RECORDED, policies, answers };
  if (process.env['POLICY_RECORD'] === 'yes') writeRecording(recording);
  expect(readRecording()).toEqual(recording);
}

const WINDOWS = { os: { name: 'windows' }, hostPID: true, containers: [{ name: 'web', image: 'web:1' }] };
const pod = (spec: Data, metadata: Data = {}): Data => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', ...metadata },
  spec,
});

/** A change that leaves the pod spec as it is is let pass, so that old objects can be deleted. */
function proveUpdates(server: ApiServer, settings: Settings): void {
  const { yaml } = written({ settings, rules: ['pod/host-pid'] });
  const old = pod(WINDOWS, { finalizers: ['example.com/one'] });
  const answers = server.answers(yaml, [
    { object: old },
    { object: pod(WINDOWS), old },
    { object: pod({ ...WINDOWS, activeDeadlineSeconds: 5 }), old },
  ]);
  expect(answers.map((denials) => denials.length)).toEqual([1, 0, 1]);
}

/** A large pod costs less than a tenth of what a policy may cost. */
function proveCost(server: ApiServer, settings: Settings): void {
  const { yaml } = written({ settings, rules: EXPRESSED });
  const containers = Array.from({ length: 40 }, (_, i) => ({
    name: `c${i}`,
    image: `mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022`,
    env: Array.from({ length: 30 }, (_, n) => ({ name: `VARIABLE_${n}`, value: 'x' })),
    volumeMounts: Array.from({ length: 20 }, (_, n) => ({ name: `v${n}`, mountPath: `C:\\data\\${n}` })),
    securityContext: { runAsUser: 1, privileged: false, windowsOptions: { runAsUserName: 'ContainerUser' } },
  }));
  const volumes = Array.from({ length: 100 }, (_, n) => ({ name: `v${n}`, hostPath: { path: `/var/log/${n}` } }));
  const [denials = []] = server.answers(yaml, [
    { object: pod({ ...WINDOWS, containers, volumes }), budget: RUNTIME_BUDGET / 10 },
  ]);
  expect(denials.filter(({ error }) => error)).toEqual([]);
  expect(denials.length).toBeGreaterThan(3);
}

/** `RuntimeCELCostBudget` in k8s.io/apiserver/pkg/apis/cel. */
const RUNTIME_BUDGET = 10_000_000;

/** Where policies with `all` rules, or those that count by default, answer other rules than Kubewin finds. */
function differences(
  server: ApiServer,
  subjects: readonly Subject[],
  which: 'all' | 'counted',
  answeredBy: Map<Subject, readonly string[]> = new Map(),
): string[] {
  const rules = which === 'all' ? EXPRESSED : undefined;
  const policies = new Map(
    [...new Set(subjects.map(({ settings }) => settings))].map((one) => [one, written({ settings: one, rules })]),
  );
  const texts = [...new Set([...policies.values()].map(({ yaml }) => yaml))];
  return texts.flatMap((yaml) => {
    const group = subjects.filter(({ settings }) => policies.get(settings)?.yaml === yaml);
    const answers = server.answers(
      yaml,
      group.map(({ object }) => ({ object })),
    );
    return group.flatMap((subject, i) => {
      const { place, object, settings } = subject;
      const denials = answers[i] ?? [];
      const errors = denials.filter(({ error }) => error).map(({ message }) => message);
      const ruleOf = policies.get(settings)?.ruleOf;
      const answered = new Set(denials.map(({ policy, index }) => ruleOf?.(policy, index) ?? '?'));
      answeredBy.set(subject, [...answered].sort());
      const found = findings(object, settings)[which].filter((id) => expressionOf(id, settings) !== undefined);
      const missing = found.filter((id) => !answered.has(id));
      const extra = [...answered].filter((id) => !found.includes(id));
      if (mayBeOpen(object) && errors.length === 0) return [];
      return errors.length + missing.length + extra.length === 0
        ? []
        : [`${place} (${settings.kubernetesVersion}, ${which}): missing ${missing}; extra ${extra}; ${errors}`];
    });
  });
}

function pageSubjects(release: Release): Subject[] {
  return EXPRESSED.flatMap((id) =>
    pageOf(id).examples.flatMap(({ text, settings, place }) => {
      // Policies are of the release that evaluates them, and also of a later one that an example is about.
      const { kubernetesVersion: own } = settings;
      const versions: KubernetesVersion[] =
        minorOf(own) > minorOf(release) && settings !== DEFAULT_SETTINGS ? [release, own] : [release];
      const all = versions.map((kubernetesVersion) => ({ ...settings, kubernetesVersion }));
      return workloadsIn(text).flatMap((object) => all.map((one) => ({ place, object, settings: one })));
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
