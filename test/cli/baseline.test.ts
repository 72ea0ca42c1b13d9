import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, kubewin, only, textOf } from './kubewin.ts';
import { DECLARED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';
import { expectSchema } from './schema.ts';

const RULES = only(...MANIFEST_RULES);

test('findings of the baseline are not reported or counted, even if lines move', async () => {
  const cwd = folderWith({ 'a.yaml': DECLARED, 'b.yaml': SCHEDULED });
  const written = await kubewin(['check', '--write-baseline=known.json', ...RULES], { cwd });
  expect(written).toEqual({
    code: 0,
    stdout: '3 findings were written to known.json.\n2 fixes with --fix, 1 more with --fix-ineffective.\n',
    stderr: '',
  });
  const baseline = textOf(cwd, 'known.json');
  expectSchema('baseline', baseline);
  expect(baseline.replace(/[\da-f]{32}/g, '…')).toBe(`{
  "version": 1,
  "findings": [
    {"path":"a.yaml","rule":"pod/host-pid","object":"Pod declared","field":"spec.hostPID","fingerprint":"…"},
    {"path":"a.yaml","rule":"security-context/privileged","object":"Pod declared","field":"spec.containers[app].securityContext.privileged","fingerprint":"…"},
    {"path":"b.yaml","rule":"pod/host-pid","object":"Pod shop/scheduled","field":"spec.hostPID","fingerprint":"…"}
  ]
}
`);
  writeFileSync(join(cwd, 'a.yaml'), `# More\n\n${DECLARED}---\n${SCHEDULED}`);
  const args = ['check', '--baseline=known.json', '--threads=2', ...RULES];
  const { code, stdout, stderr } = await kubewin(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout.match(/^ *-->.*/gm)).toEqual(['  --> a.yaml:25:3']);
  expect(stdout).toContain('\n1 warning in 1 of 3 files (3 objects).\n3 findings are in the baseline.\n');
  const sarif = JSON.parse((await kubewin([...args, '--format=sarif'], { cwd })).stdout);
  expect(sarif.runs[0].results.map((result: { baselineState: string }) => result.baselineState)).toEqual([
    'unchanged',
    'unchanged',
    'new',
    'unchanged',
  ]);
});

test('reports obsolete entries, except those of files that were not checked', async () => {
  const cwd = folderWith({ 'a.yaml': DECLARED, 'b.yaml': SCHEDULED, 'c.yaml': SCHEDULED });
  await kubewin(['check', '--write-baseline=known.txt', ...RULES], { cwd });
  writeFileSync(join(cwd, 'a.yaml'), SCHEDULED);
  const args = ['check', '--baseline=known.txt', ...RULES];
  const partial = await kubewin([...args, 'b.yaml'], { cwd });
  expect(partial).toMatchObject({ code: 0, stderr: '' });
  rmSync(join(cwd, 'c.yaml'));
  expect((await kubewin([...args, 'b.yaml'], { cwd })).stderr).toBe(
    'known.txt: 1 entry of the baseline is gone; write it again with --write-baseline\n',
  );
  expect((await kubewin(args, { cwd })).stderr).toBe(
    'known.txt: 3 entries of the baseline are gone; write it again with --write-baseline\n',
  );
});

test.each([
  [
    '{\n  "version": 1,\n  "findings": [\n    {"path":"a"},\n<<<<<<< ours\n  ]\n}\n',
    'known.json:5:1: the baseline is not valid JSON here.',
  ],
  ['{\n  "version": 1,\n  "findings": [\n', 'known.json:4:1: the baseline is not valid JSON here.'],
  ['', 'known.json:1:1: the baseline is not valid JSON here.'],
  [
    '{ "version": 2 }',
    'known.json: the baseline was written by a newer version of Kubewin; update Kubewin, or write it again.',
  ],
  ['[]', 'known.json: this is not a baseline of Kubewin.'],
  [
    '{ "version": 1, "findings": [{ "path": "a", "fingerprint": "b" }, { "path": "a" }] }',
    'known.json: the baseline is broken: entry 2 has no path or no fingerprint.',
  ],
  [undefined, 'known.json: No such file or folder.'],
])('checks and writes nothing with the baseline %j', async (text, message) => {
  const cwd = folderWith({ 'a.yaml': DECLARED, ...(text === undefined ? {} : { 'known.json': text }) });
  const before = readdirSync(cwd);
  const args = ['check', '--fix', '--baseline=known.json', '--format=json=out.json'];
  expect(await kubewin(args, { cwd })).toEqual({ code: 2, stdout: '', stderr: `kubewin: ${message}\n` });
  expect([textOf(cwd, 'a.yaml'), readdirSync(cwd)]).toEqual([DECLARED, before]);
});
