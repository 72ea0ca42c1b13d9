import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PRESETS } from '../../server/src/kubernetes/embedded-pods.ts';
import { readKinds } from '../../server/src/lint/rule-set/read-kinds.ts';
import { RULES } from '../../server/src/rules/index.ts';

/** The kinds in the category `all` of the API server. */
const ALL = [
  ['', 'Pod ReplicationController Service'],
  ['apps', 'DaemonSet Deployment ReplicaSet StatefulSet'],
  ['batch', 'CronJob Job'],
].flatMap(([group, kinds = '']) => kinds.split(' ').map((kind) => `${group}/${kind}`));

const PAGE = readFileSync('docs/kubectl.md', 'utf8');
const OTHERS = readKinds(RULES, {}).filter(({ group, kind }) => {
  const id = `${group}/${kind}`;
  return !ALL.includes(id) && !PRESETS.includes(id) && !ALL.includes(id.replace('extensions/', 'apps/'));
});

test('all kinds that rules read are known, and no Secrets', () => {
  const ids = readKinds(RULES, { 'example.com/Widget': ['spec.template'] }).map(
    ({ group, kind }) => `${group}/${kind}`,
  );
  expect(ids).toEqual(expect.arrayContaining([...ALL, ...PRESETS, 'node.k8s.io/RuntimeClass', 'example.com/Widget']));
  expect(ids.filter((id) => id.includes('Secret'))).toEqual(['secrets-store.csi.x-k8s.io/SecretProviderClass']);
  expect(new Set(ids).size).toBe(ids.length);
});

test('docs/kubectl.md names the kinds that kubectl get all leaves out, and what asks for them', () => {
  const rows = [...PAGE.matchAll(/^\| ((?:[A-Z]\w+(?:, )?)+) \|/gm)].flatMap(([, kinds = '']) => kinds.split(', '));
  expect(rows.sort()).toEqual([...new Set(OTHERS.map(({ kind }) => kind))].sort());
  const plural = (kind: string) => kind.toLowerCase().replace(/y$/, 'ie').replace(/s$/, 'se').concat('s');
  const command = [...PAGE.matchAll(/^kinds=(?:\$kinds,)?(.*)$/gm)].flatMap(([, kinds = '']) => kinds.split(','));
  const custom = [...PAGE.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
  const removed = ['PodSecurityPolicy'];
  const missing = OTHERS.filter(
    ({ kind }) => ![...command, ...custom].includes(plural(kind)) && !removed.includes(kind),
  );
  expect(missing).toEqual([]);
  const known = ['all', ...OTHERS.map(({ kind }) => plural(kind))];
  expect(command.filter((name) => !known.includes(name))).toEqual([]);
});
