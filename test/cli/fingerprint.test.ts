import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { Fingerprints } from '../../server/src/cli/files/fingerprint.ts';
import type { Finding } from '../../server/src/lint/finding.ts';
import { runOnFiles } from './in-process.ts';
import { only } from './kubewin.ts';
import { SCHEDULED } from './manifests.ts';

const TEXT = `${SCHEDULED}      securityContext:
        privileged: true
      command: [sh, -c, echo]
    - name: sidecar
      image: registry.example/app:1
      securityContext:
        privileged: true
      volumeMounts:
        - name: data
          mountPath: /var/lib/data
          mountPropagation: HostToContainer
`;
const RULES = only(
  'pod/host-pid',
  'security-context/privileged',
  'command/linux-shell',
  'volume-mounts/mount-propagation',
);

async function fingerprints(text: string, path = 'a.yaml'): Promise<string[]> {
  const { stdout } = await runOnFiles({ [path]: text }, 'check', '--format=gitlab', '--hints', ...RULES);
  return JSON.parse(stdout).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
}

const CONTAINER = '    - name: first\n      image: registry.example/first:1\n';

test.each([
  ['lines above', `# A comment\n\n${TEXT}`],
  ['another object above', `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x }\n---\n${TEXT}`],
  ['another indentation', stringify(parse(TEXT), { indent: 4 })],
  ['another container before the others', TEXT.replace('  containers:\n', `  containers:\n${CONTAINER}`)],
  ['another order of keys', TEXT.replace('  hostPID: true\n', '').concat('  hostPID: true\n')],
  ['carriage returns', TEXT.replaceAll('\n', '\r\n')],
])('fingerprints stay the same with %s', async (_, text) => {
  const before = await fingerprints(TEXT);
  expect(before.length).toBeGreaterThanOrEqual(3);
  expect((await fingerprints(text)).sort()).toEqual(before.sort());
});

test('suppressing one of two findings does not change the fingerprint of the other', async () => {
  const [first, second, ...more] = await fingerprints(`${SCHEDULED}---\n${SCHEDULED}`);
  expect([first === second, more]).toEqual([false, []]);
  const allowed = SCHEDULED.replace('true\n', 'true # kubewin: allow pod/host-pid -- x\n');
  expect(await fingerprints(`${allowed}---\n${SCHEDULED}`)).toEqual([second]);
});

test.each([
  ['another object', TEXT.replace('name: scheduled', 'name: other'), 'a.yaml'],
  ['another namespace', TEXT.replace('namespace: shop', 'namespace: other'), 'a.yaml'],
  ['another file', TEXT, 'b.yaml'],
])('fingerprints differ for %s', async (_, text, path) => {
  const before = await fingerprints(TEXT);
  const now = await fingerprints(text, path);
  expect(now.length).toBe(before.length);
  expect(now.filter((fingerprint) => before.includes(fingerprint))).toEqual([]);
});

test('a fingerprint does not change if its rule is renamed', () => {
  const finding = { rule: 'pod/host-pid', object: undefined, named: undefined, message: 'Found.' };
  const of = (rule: string, formerIds?: readonly string[]) =>
    new Fingerprints('a.yaml', [formerIds === undefined ? { id: rule } : { id: rule, formerIds }]).of({
      ...(finding as unknown as Finding),
      rule,
    });
  expect(of('pod/pids', ['pod/host-pid'])).toBe(of('pod/host-pid'));
  expect(of('node/pids', ['pod/pids', 'pod/host-pid'])).toBe(of('pod/host-pid'));
  expect(of('pod/pids')).not.toBe(of('pod/host-pid'));
});
