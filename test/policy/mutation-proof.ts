import { expect } from 'vitest';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { editsOf, selectedFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import type { Settings } from '../../server/src/lint/settings/settings.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { nodeConstraint } from '../../server/src/windows/node-constraint.ts';
import { EMPTIED_PARENTS } from '../../server/src/yaml/edit/change.ts';
import { reportOf } from '../lint-text.ts';
import type { Data } from '../rules/server-values.ts';
import { compared } from '../shared.ts';
import type { ApiServer } from './api-server.ts';
import { mayBeOpen, writtenMutating } from './subjects.ts';

const TOLERATION = 'scheduling/missing-toleration';

/** Mutating policies change objects as the fixes of Kubewin do, and nothing else. `objects` have the defaults of the server. */
export function proveMutations(server: ApiServer, release: Settings, objects: readonly Data[]): void {
  const settings: Settings = { ...release, taint: 'os=windows:NoSchedule' };
  const { yaml, rules } = writtenMutating({ settings });
  expect(server.check(yaml)).toBeGreaterThan(0);
  expect(server.check(writtenMutating({ settings: { ...settings, kubernetesVersion: '1.34' } }).yaml)).toBeGreaterThan(
    0,
  );
  const asked = objects.filter((object) => !mayBeOpen(object));
  const mutated = server.mutated(
    yaml,
    asked.map((object) => ({ object })),
  );
  expect(mutated.flatMap(({ errors }) => errors)).toEqual([]);
  const texts = asked.map((object) => fixedText(JSON.stringify(object), settings, rules));
  const fixed = server.defaults(texts.map((text) => JSON.parse(text)));
  const changed = mutated.filter(({ object }, i) => JSON.stringify(object) !== JSON.stringify(asked[i]));
  compared('workloads that mutating policies change', changed.length);
  expect(changed.length).toBeGreaterThan(100);
  const different = mutated.flatMap(({ object }, i) => {
    const [is, expected] = [JSON.stringify(withoutEmpty(object)), JSON.stringify(withoutEmpty(fixed[i]))];
    return is === expected ? [] : [{ before: JSON.stringify(asked[i]), is, expected }];
  });
  expect(different.slice(0, 3)).toEqual([]);
  const again = server.mutated(
    yaml,
    mutated.map(({ object }) => ({ object })),
  );
  expect(again).toEqual(mutated);
  proveExemptions(server, settings);
}

/** What a controller creates, what an update does not touch, and exempt namespaces stay as they are. */
function proveExemptions(server: ApiServer, settings: Settings): void {
  const params = { namespace: 'platform', name: 'kubewin' };
  const { yaml } = writtenMutating({ settings, rules: ['pod', TOLERATION], params });
  const spec = {
    nodeSelector: { 'kubernetes.io/os': 'windows' },
    hostPID: true,
    containers: [{ name: 'web', image: 'w' }],
  };
  const pod = (metadata: Data, more: Data = {}) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', ...metadata },
    spec: { ...spec, ...more },
  });
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: '1', controller: true };
  const configMap = (data: Data) => [{ metadata: params, data }];
  const questions = [
    { object: pod({}), params: configMap({}) },
    { object: pod({}), params: [] },
    { object: pod({}), params: configMap({ all: 'default' }) },
    { object: pod({}), params: configMap({ 'pod.host-pid': '*', scheduling: 'other' }) },
    { object: pod({ ownerReferences: [owner] }), params: configMap({}) },
    { object: pod({ labels: { a: 'b' } }), old: pod({}), params: configMap({}) },
    {
      object: pod({}, { os: { name: 'windows' }, nodeSelector: { 'kubernetes.io/os': 'linux' } }),
      params: configMap({}),
    },
  ];
  const answers = server.mutated(yaml, questions);
  expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
  const specs = answers.map(({ object }) => object['spec'] as Data);
  expect(specs.map(({ hostPID, tolerations }) => [hostPID === true, tolerations !== undefined])).toEqual([
    [false, true],
    [true, false],
    [true, false],
    [true, true],
    [true, false],
    [true, false],
    [true, false],
  ]);
}

/** The text after the fixes that mutating policies make, of pods that certainly run on Windows. */
function fixedText(text: string, settings: Settings, rules: readonly string[]): string {
  const [report] = reportOf(text, settings).documents;
  if (report === undefined) return text;
  const findings = report.findings.filter(
    ({ rule, certainty }) => rules.includes(rule) && (certainty === 'declared' || certainty === 'scheduled'),
  );
  const { document, workloads } = report.report;
  // The rule on the toleration also applies to pods that declare Windows and select Linux nodes. Their fix needs a decision.
  if (workloads.some(({ pod }) => ['linux', 'none'].includes(nodeConstraint(pod, NO_FACTS).nodes))) return text;
  return applyEdits(
    text,
    editsOf(document, selectedFixes(document, findings, { safeties: ['ineffective'], rules: [TOLERATION] })),
  );
}

/** A fix also removes these mappings once they are empty, which makes no difference to Kubernetes. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutEmpty);
  const entries = Object.entries(value).map(([key, item]) => [key, withoutEmpty(item)] as const);
  return Object.fromEntries(
    entries
      .filter(([key, item]) => !(EMPTIED_PARENTS.includes(key) && JSON.stringify(item) === '{}'))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
