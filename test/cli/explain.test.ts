import { describe, expect, test } from 'vitest';
import { EVIDENCE_KINDS } from '../../server/src/windows/evidence.ts';
import { expectGenerated } from '../generated.ts';
import { folderWith, kubewin, withoutVersion } from './kubewin.ts';
import { BROKEN, BY_CLASS, DECLARED, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { expectSchema, schema } from './schema.ts';

const LIST = `apiVersion: v1
kind: List
items:
  - apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: listed
    spec:
      template:
        spec:
          containers:
            - name: app
              image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`;

/** Nothing in it tells the operating system, nor has it any word of Windows. */
const PLAIN = `apiVersion: v1
kind: Pod
metadata:
  generateName: plain-
spec:
  containers:
    - name: app
      image: registry.example/app:1
`;

const DIRECTIVE = `# kubewin: os=windows
${PLAIN}`;

const NONE = SCHEDULED.replace('kubernetes.io/os: windows', 'kubernetes.io/os: solaris');

describe('explain', () => {
  const files = {
    'a.yaml': [SCHEDULED, DECLARED, PLAIN, NONE].join('---\n'),
    'b/by-class.yaml': BY_CLASS,
    'b/class.yaml': RUNTIME_CLASS,
    'directive.yaml': DIRECTIVE,
    'list.yaml': LIST,
  };

  test('as text', async () => {
    const { code, stdout, stderr } = await kubewin(['explain'], { cwd: folderWith(files) });
    await expectGenerated('test/cli/expected/explain.txt', stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('as JSON, which keeps to its schema', async () => {
    const { code, stdout, stderr } = await kubewin(['explain', '--format=json', '--kubernetes-version=1.36', '.'], {
      cwd: folderWith(files),
    });
    await expectGenerated('test/cli/expected/explain.json', withoutVersion(stdout));
    expectSchema('explain', stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('below 1.24 nothing is declared', async () => {
    const args = ['explain', '-', '--format=json', '--kubernetes-version', '1.23'];
    const { stdout } = await kubewin(args, { input: DECLARED });
    expect(JSON.parse(stdout)).toMatchObject({
      kubernetesVersion: '1.23',
      files: [{ path: '-', workloads: [{ verdict: 'windows', certainty: 'scheduled' }] }],
    });
  });

  test('says where there is nothing, what is broken and what cannot be read', async () => {
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
