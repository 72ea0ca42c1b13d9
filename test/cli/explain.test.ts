import { describe, expect, test } from 'vitest';
import { EVIDENCE_KINDS } from '../../server/src/windows/evidence.ts';
import { expectFresh } from '../generated.ts';
import { folderWith, kubewin, withoutVersion } from './kubewin.ts';
import { BROKEN, DECLARED } from './manifests.ts';
import { recording } from './recordings.ts';
import { expectSchema, schema } from './schema.ts';

describe('explain', () => {
  test('writes the recorded text', async () => {
    const { files, args } = recording('explain.txt');
    const { code, stdout, stderr } = await kubewin(args, { cwd: folderWith(files) });
    expectFresh('test/cli/expected/explain.txt', stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('writes the recorded JSON, which matches its schema', async () => {
    const { files, args } = recording('explain.json');
    const { code, stdout, stderr } = await kubewin(args, { cwd: folderWith(files) });
    expectFresh('test/cli/expected/explain.json', withoutVersion(stdout));
    expectSchema('explain', stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('no pod is declared before Kubernetes 1.24', async () => {
    const args = ['explain', '-', '--format=json', '--kubernetes-version', '1.23'];
    const { stdout } = await kubewin(args, { input: DECLARED });
    expect(JSON.parse(stdout)).toMatchObject({
      kubernetesVersion: '1.23',
      files: [{ path: '-', workloads: [{ verdict: 'windows', certainty: 'scheduled' }] }],
    });
  });

  test('reports inputs without workloads, broken documents and unreadable files', async () => {
    const cwd = folderWith({ 'a.yaml': BROKEN });
    const { code, stdout, stderr } = await kubewin(['explain', 'a.yaml', 'none.yaml'], { cwd });
    expect(stderr).toMatch(/^none\.yaml: No such file or folder\.\na\.yaml:\d+:\d+: cannot be read as YAML/);
    expect(stdout).toContain('\n\n1 workload in 1 file: 1 windows.\n');
    expect(code).toBe(2);
    expect(await kubewin(['explain', '-'], { input: 'a: 1\n' })).toEqual({
      code: 0,
      stdout: '0 objects checked in 1 file.\n',
      stderr: '',
    });
  });

  test('the schema knows every kind of evidence', () => {
    expect(schema('explain').$defs.evidence.properties.signal.enum).toEqual([...EVIDENCE_KINDS]);
  });
});
