import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isWithin, type KubernetesVersion, minorOf } from '../../server/src/kubernetes/version.ts';
import { setOwnRuleTools } from '../../server/src/lint/rule-set/own-rules.ts';
import { readConfig } from '../../server/src/lint/settings/config.ts';
import { type CheckSettings, DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { ownRuleTools } from '../../server/src/own-rules/own-rules.ts';
import { expressionOf } from '../../server/src/policy/expressions/index.ts';
import { OLDEST_MUTATING } from '../../server/src/policy/mutations.ts';
import type { Action } from '../../server/src/policy/policies.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { lintText } from '../lint-text.ts';
import { pageOf } from '../rules/page.ts';
import type { Data } from '../rules/server-values.ts';
import { compared } from '../shared.ts';
import { type ApiServer, apiServer, RELEASES, type Release } from './api-server.ts';
import { generatedPods } from './generated-pods.ts';
import { randomImage } from './images.ts';
import { proveMutations } from './mutation-proof.ts';
import { randomFrom } from './random.ts';
import { digest, readRecording, writeRecording } from './recording.ts';
import { EXPRESSED, findings, mayBeOpen, reachesPolicies, withEveryRule, workloadsIn, written } from './subjects.ts';

const RECORDS = process.env['POLICY_RECORD'] === 'yes';

/** The release whose recorded answers are compared if Go is not installed. */
const RECORDED: Release = '1.37';

/** The releases to compare with: `all`, or some of `1.30`, `1.33` and `1.37`; by default, only one that is to be recorded. */
const WANTED = process.env['POLICY_PROOF'] ?? (RECORDS ? RECORDED : '');
const releases = (Object.keys(RELEASES) as Release[]).filter(
  (release) => WANTED === 'all' || WANTED.split(',').includes(release),
);

/** In milliseconds. 1.30 and 1.33 compile each expression for each object, which takes five times as long as 1.37. */
const LONG = 3_600_000;

if (releases.length === 0) test('no release', () => compared('answers of API servers', 0));

interface Subject {
  readonly place: string;
  readonly object: Data;
  readonly settings: Settings;
}

test.each(releases)('%s: policies and Kubewin agree', { timeout: LONG }, (release) => {
  const server = apiServer(release);
  try {
    prove(server, release);
  } finally {
    server.remove();
  }
});

function prove(server: ApiServer, release: Release): void {
  const settings = { ...DEFAULT_SETTINGS, kubernetesVersion: release };
  for (const options of [
    { settings: withEveryRule(settings) },
    { settings, actions: ['warn', 'audit'] },
    { settings, actions: ['deny', 'audit'], rules: ['volumes', 'volumes/azure-disk'], systemNamespaces: true },
    { settings: withEveryRule(settings), params: PARAMS },
  ] as const)
    expect(server.check(written(options).yaml)).toBeGreaterThan(0);
  const pages = readable(server, pageSubjects(release));
  const pods = readable(
    server,
    // Recorded pods, because generated ones depend on the examples of pages, which change.
    (RECORDS ? generatedPods(GENERATED, 1) : readRecording().answers.map(({ object }) => object)).map((object, i) => ({
      place: `generated pod ${i}`,
      object,
      settings,
    })),
  );
  compared(`workloads on pages, with the code of ${release}`, pages.length);
  compared(`generated workloads, with the code of ${release}`, pods.length);
  const answered = new Map<Subject, readonly string[]>();
  const faults = [
    ...differences(server, [...pages, ...pods], 'all', answered),
    ...differences(
      server,
      [...pages, ...pods.slice(0, SOME)].map((subject) => ({ ...subject, settings })),
      'counted',
    ),
  ];
  expect(faults).toEqual([]);
  if (isWithin(release, OLDEST_MUTATING))
    proveMutations(
      server,
      settings,
      [...pages, ...pods].map(({ object }) => object),
    );
  if (release === RECORDED) record(pods, answered, settings);
  proveBuilds(server, settings);
  proveUpdates(server, settings);
  proveNulls(server, settings);
  proveParams(server, settings);
  proveCost(server, settings);
  proveOwnRules(server, [...pages, ...pods], settings);
  if (release === RECORDED) proveFields(server);
  const found = new Set(pages.flatMap((subject) => findings(subject.object, subject.settings).all));
  const inRelease = RULES.filter(({ outcomes }) =>
    outcomes.some(({ since, until }) => isWithin(release, since, until)),
  );
  expect(inRelease.map(({ id }) => id).filter((id) => EXPRESSED.includes(id) && !found.has(id))).toEqual([]);
}

const GENERATED = 2_000;
/** The default rules are chosen when policies are generated, so fewer workloads are sufficient. */
const SOME = 200;

/** Records the answers, or compares them with the recorded ones. */
function record(pods: readonly Subject[], answered: ReadonlyMap<Subject, readonly string[]>, settings: Settings): void {
  const policies = digest(written({ settings: withEveryRule(settings) }).evaluated);
  const answers = pods.map((pod) => ({ object: pod.object, rules: answered.get(pod) ?? [] }));
  const recording = { release: RECORDED, policies, answers };
  if (RECORDS) writeRecording(recording);
  expect(readRecording()).toEqual(recording);
}

const WINDOWS = { os: { name: 'windows' }, hostPID: true, containers: [{ name: 'web', image: 'web:1' }] };
const pod = (spec: Data, metadata: Data = {}): Data => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', ...metadata },
  spec,
});

/** Compares the builds of image tags: the message of a policy names the containers that do not match the nodes. */
function proveBuilds(server: ApiServer, release: Settings): void {
  const settings: Settings = { ...release, strictImageMatching: true };
  const id = 'image/build-mismatch-with-node';
  const { yaml } = written({ settings, rules: [id] });
  const random = randomFrom(7);
  const pods = Array.from({ length: 100 }, () => {
    const containers = Array.from({ length: 50 }, (_, i) => ({ name: `c${i}`, image: randomImage(random) }));
    const nodeSelector = {
      'node.kubernetes.io/windows-build': random.pick(['10.0.17763', '10.0.20348', '10.0.19041']),
    };
    return pod({ nodeSelector, containers });
  });
  const answers = server.answers(
    yaml,
    pods.map((object) => ({ object })),
  );
  compared('images with tags for Windows', pods.length * 50);
  expect(answers.map(([denial]) => /container ([^)]*)\)/.exec(denial?.message ?? '')?.[1]?.split(', ') ?? [])).toEqual(
    pods.map((object) =>
      lintText(JSON.stringify(object), settings)
        .filter(({ rule }) => rule === id)
        .map(({ field }) => `c${/\d+/.exec(field ?? '')}`),
    ),
  );
}

/**
 * A change that does not affect the pod spec is allowed, so that old objects can be deleted. What a controller creates is
 * reported and never denied, so that workloads that are older than the policy get new pods.
 */
function proveUpdates(server: ApiServer, settings: Settings): void {
  const old = pod(WINDOWS, { finalizers: ['example.com/one'] });
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: '1' };
  const questions = [
    { object: old },
    { object: pod(WINDOWS), old },
    { object: pod({ ...WINDOWS, activeDeadlineSeconds: 5 }), old },
    { object: pod(WINDOWS, { ownerReferences: [{ ...owner, controller: false }, owner] }) },
    { object: pod(WINDOWS, { ownerReferences: [owner, { ...owner, controller: true }] }) },
  ];
  const faults = (action: Action) =>
    server
      .answers(written({ settings, actions: [action], rules: ['pod/host-pid'] }).yaml, questions)
      .map((denials) => denials.length);
  expect(faults('warn')).toEqual([1, 0, 1, 1, 1]);
  expect(faults('deny')).toEqual([1, 0, 1, 1, 0]);
}

/** The API server evaluates templates without containers, and containers without images, before it rejects their pods. */
function proveNulls(server: ApiServer, settings: Settings): void {
  const { yaml } = written({ settings: withEveryRule(settings) });
  const template = { spec: { ...WINDOWS, containers: null } };
  const answers = server.answers(yaml, [
    { object: { apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 'web' }, template } },
    { object: pod({ ...WINDOWS, containers: [{ name: 'web', image: null }] }) },
  ]);
  expect(answers.map((denials) => denials.filter(({ error }) => error))).toEqual([[], []]);
  expect(answers.map((denials) => denials.length > 0)).toEqual([true, true]);
}

const PARAMS = { namespace: 'platform', name: 'kubewin' };

/** Exceptions are read from one ConfigMap, by all names of a rule. Without it, nothing is checked, and nothing is denied. */
function proveParams(server: ApiServer, settings: Settings): void {
  const { yaml, ruleOf } = written({ settings, actions: ['deny'], rules: ['pod'], params: PARAMS });
  const object = pod({ ...WINDOWS, hostIPC: true });
  const configMap = (data?: Data, metadata: Data = PARAMS) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    ...(data === undefined ? {} : { data }),
  });
  const both = ['pod/host-ipc', 'pod/host-pid'];
  const cases: readonly (readonly [params: readonly unknown[], rules: readonly string[], namespace?: string])[] = [
    [[], []],
    [[configMap({}, { namespace: 'default', name: 'kubewin' }), configMap({}, { ...PARAMS, name: 'other' })], []],
    [[configMap()], both],
    [[configMap({})], both],
    [[configMap({ all: '', 'volumes.nfs': 'default', unknown: '*' })], both],
    [[configMap({ all: 'defaults a-default default-b' })], both],
    [[configMap({ all: 'other' })], both],
    [[configMap({ all: 'other' })], [], 'other'],
    [[configMap({ all: 'other\ndefault\n' })], []],
    [[configMap({ all: '*' })], []],
    [[configMap({ pod: 'a, default' })], []],
    [[configMap({ 'pod.host-pid': ' a\t default' })], ['pod/host-ipc']],
    [[configMap({ KW1103: 'a\r\ndefault\r\n' })], ['pod/host-ipc']],
    [[configMap({ 'pod.host-pid': '*', 'pod.host-ipc': 'other' })], ['pod/host-ipc']],
    [[configMap({ 'pod.host-pid': '*', 'pod.host-ipc': 'other' })], [], 'other'],
  ];
  const asked = (policies: string) =>
    server
      .answers(
        policies,
        cases.map(([params, , namespace]) => ({ object, params, ...(namespace === undefined ? {} : { namespace }) })),
      )
      .map((denials) => denials.map(({ policy, index, error }) => (error ? 'error' : ruleOf(policy, index))).sort());
  expect(asked(yaml)).toEqual(cases.map(([, rules]) => rules));
  // A binding without a ConfigMap makes no exceptions.
  const withoutBindings = yaml
    .split('---\n')
    .filter((document) => !document.includes('kind: ValidatingAdmissionPolicyBinding'));
  expect(asked(withoutBindings.join('---\n'))).toEqual(cases.map(() => both));
}

/** Rules as users write them, for each kind of pods, with and without fields. */
const OWN_RULES = `rules:
  own/registry:
    message: No.
    fields: ['spec.containers[*].image', 'spec.initContainers[*].image']
    when: '!value.matches("^mcr[.]microsoft[.]com/") && value.indexOf(":") > 0'
  own/linux-user:
    message: No.
    gate: linux
    fields: spec.containers[*].securityContext.runAsUser
    when: value >= 0
  own/ports:
    message: No.
    gate: any
    when: >-
      value.containers.exists(c, c.?ports.orValue([]).exists(p, p.containerPort > 0)) ||
      object.metadata.?labels["app"].orValue("") == "web"
  own/limits:
    message: No.
    gate: any
    fields: spec.containers[*].resources.limits
    when: has(value.memory) && quantity(string(value.memory)).isGreaterThan(quantity("64Mi"))
`;

/** What users write is accepted, and finds what Kubewin finds. */
function proveOwnRules(server: ApiServer, subjects: readonly Subject[], release: Settings): void {
  setOwnRuleTools(ownRuleTools);
  const { ownRules = [], faults } = readConfig(OWN_RULES, RULES, 'file:///.kubewin.yaml', ownRuleTools.read);
  expect(faults).toEqual([]);
  const settings: CheckSettings = { ...release, ownRules };
  const { yaml, ruleOf } = written({ settings, rules: ['own'] }, ownRules.map(ownRuleTools.ruleOf));
  const asked = subjects.filter(({ object }) => !mayBeOpen(object)).slice(0, SOME * 3);
  const answers = server.answers(
    yaml,
    asked.map(({ object }) => ({ object })),
  );
  const found = asked.map(({ object }) =>
    lintText(JSON.stringify(object), settings)
      .filter(({ rule, certainty }) => rule.startsWith('own/') && certainty !== 'image')
      .map(({ rule }) => rule),
  );
  const differences = asked.flatMap(({ place }, i) => {
    const own = [...new Set(found[i])].sort();
    const answered = (answers[i] ?? []).map(({ policy, index, error, message }) =>
      error ? message : ruleOf(policy, index),
    );
    return JSON.stringify(own) === JSON.stringify(answered.sort()) ? [] : [`${place}: ${own} and ${answered}`];
  });
  expect(differences).toEqual([]);
  expect([...new Set(found.flat())].sort()).toEqual(ownRules.map(({ id }) => id).sort());
}

/** The fields that conditions of users may name are those of the server. */
function proveFields(server: ApiServer): void {
  const path = fileURLToPath(new URL('../../server/src/own-rules/pod-fields.ts', import.meta.url));
  const text = readFileSync(path, 'utf8');
  const start = text.indexOf('`', text.indexOf('export const')) + 1;
  const expected = `${text.slice(0, start)}${server.fields()}\`;\n`;
  if (RECORDS) writeFileSync(path, expected);
  else expect(text).toBe(expected);
}

/** A large pod costs less than a tenth of the budget of a policy, with images whose builds are expensive to determine. */
function proveCost(server: ApiServer, settings: Settings): void {
  const { yaml } = written({ settings: withEveryRule(settings), params: PARAMS });
  const containers = Array.from({ length: 40 }, (_, i) => ({
    name: `c${i}`,
    image: `registry.example/team/nanoserver-tools-${i}:1.0-windows-server-core-10.0.1-amd64-${i % 2 ? 'ltsc2019' : '2022'}`,
    resources: { limits: { memory: '32Mi' } },
    env: Array.from({ length: 30 }, (_, n) => ({ name: `VARIABLE_${n}`, value: 'x' })),
    volumeMounts: Array.from({ length: 20 }, (_, n) => ({ name: `v${n}`, mountPath: `C:\\data\\${n}` })),
    securityContext: { runAsUser: 1, privileged: false, windowsOptions: { runAsUserName: 'ContainerUser' } },
  }));
  const volumes = Array.from({ length: 100 }, (_, n) => ({ name: `v${n}`, hostPath: { path: `/var/log/${n}` } }));
  const values = ['10.0.17763', '10.0.20348', '10.0.26100'];
  const nodeSelectorTerms = Array.from({ length: 10 }, (_, n) => ({
    matchExpressions: [
      { key: 'node.kubernetes.io/windows-build', operator: 'In', values },
      { key: 'pool', operator: 'In', values: [`p${n}`] },
    ],
  }));
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
  const [denials = []] = server.answers(yaml, [
    {
      object: pod({ ...WINDOWS, affinity, containers, volumes }),
      params: [{ metadata: PARAMS, data: { all: 'example-namespace '.repeat(1_000) } }],
      budget: RUNTIME_BUDGET / 10,
    },
  ]);
  expect(denials.filter(({ error }) => error)).toEqual([]);
  expect(denials.length).toBeGreaterThan(3);
}

/** `RuntimeCELCostBudget` in k8s.io/apiserver/pkg/apis/cel. */
const RUNTIME_BUDGET = 10_000_000;

/** The differences between Kubewin and policies with all rules, or with the default rules (`counted`). */
function differences(
  server: ApiServer,
  subjects: readonly Subject[],
  which: 'all' | 'counted',
  answeredBy: Map<Subject, readonly string[]> = new Map(),
): string[] {
  const policies = new Map(
    [...new Set(subjects.map(({ settings }) => settings))].map((settings) => [
      settings,
      written({ settings: which === 'all' ? withEveryRule(settings) : settings }),
    ]),
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
  // Policies are generated once for equal settings.
  const known = new Map<string, Settings>();
  const shared = (settings: Settings): Settings => {
    const key = JSON.stringify(settings);
    known.set(key, known.get(key) ?? settings);
    return known.get(key) ?? settings;
  };
  return EXPRESSED.flatMap((id) =>
    pageOf(id).examples.flatMap(({ text, settings, conditions, place }) => {
      // A policy does not know what registries say of images.
      if (conditions.includes('images')) return [];
      // Policies are for the release that evaluates them, and for a later one that an example requires.
      const { kubernetesVersion: own } = settings;
      const versions: KubernetesVersion[] =
        minorOf(own) > minorOf(release) && conditions.includes(own) ? [release, own] : [release];
      const all = versions.map((kubernetesVersion) => shared({ ...settings, kubernetesVersion }));
      return workloadsIn(text).flatMap((object) => all.map((settings) => ({ place, object, settings })));
    }),
  );
}

/** The subjects that the server can read, with its defaults. */
function readable(server: ApiServer, subjects: readonly Subject[]): Subject[] {
  const objects = server.defaults(subjects.map(({ object }) => object));
  return subjects.flatMap((subject, i) => {
    const object = objects[i];
    return object === undefined || !reachesPolicies(object) ? [] : [{ ...subject, object }];
  });
}
