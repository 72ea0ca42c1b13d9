import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAzure } from '../../packaging/azure.mjs';
import { folderWith } from '../cli/kubewin.ts';
import { DECLARED, SCHEDULED } from '../cli/manifests.ts';

declare const KUBEWIN_VERSION: string;

const built = mkdtempSync(join(tmpdir(), 'kubewin-azure-'));
const TASK = join(built, 'Kubewin');
const jsonOf = (path: string) => JSON.parse(readFileSync(join(built, path), 'utf8'));

beforeAll(() => buildAzure(built), 300_000);
afterAll(() => rmSync(built, { recursive: true, force: true }));

describe('the extension for Azure DevOps', () => {
  test('has the files and the version that its manifests name', () => {
    const { icons, content, files, contributions, ...extension } = jsonOf('vss-extension.json');
    const task = jsonOf('Kubewin/task.json');
    const named = [icons.default, content.details.path, content.license.path, files[0].path];
    expect(named.filter((path) => !existsSync(join(built, path)))).toEqual([]);
    expect(contributions[0].properties.name).toBe('Kubewin');
    const { Major, Minor, Patch } = task.version;
    expect([extension.version, `${Major}.${Minor}.${Patch}`]).toEqual([KUBEWIN_VERSION, KUBEWIN_VERSION]);
    expect(readFileSync(join(built, 'overview.md'), 'utf8')).toContain(`- task: ${task.name}@${Major}\n`);
    // The ID of the extension for VS Code is another one.
    expect(extension.id).not.toBe('kubewin');
  });

  // https://github.com/microsoft/azure-pipelines-task-lib/blob/master/tasks.schema.json, which does not know Node 20 and 24 yet, and
  // https://github.com/microsoft/azure-pipelines-tasks/blob/master/docs/migrateNode24.md
  test('defines a task as its schema requires', () => {
    const { id, name, friendlyName, category, visibility, minimumAgentVersion, inputs, execution } =
      jsonOf('Kubewin/task.json');
    expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(name).toMatch(/^[A-Za-z0-9-]+$/);
    expect(friendlyName.length).toBeLessThanOrEqual(40);
    expect([category, visibility, minimumAgentVersion]).toEqual([
      'Azure Pipelines',
      ['Build', 'Release'],
      expect.stringMatching(/^\d+\.\d+\.\d+$/),
    ]);
    for (const input of inputs) {
      expect(['multiLine', 'filePath']).toContain(input.type);
      expect(input.name).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
      expect(input.label).not.toBe('');
    }
    expect(Object.keys(execution)).toEqual(['Node24', 'Node20_1']);
    for (const { target } of Object.values<{ target: string }>(execution))
      expect(existsSync(join(TASK, target))).toBe(true);
  });

  test.skipIf(spawnSync('tfx', ['version']).error !== undefined)('is packed by tfx-cli without a fault', () => {
    const output = folderWith({});
    const args = ['extension', 'create', '--root', built, '--manifests', 'vss-extension.json', '--no-prompt', '--json'];
    const { status, stdout } = spawnSync('tfx', [...args, '--output-path', output], { encoding: 'utf8' });
    expect([status, JSON.parse(stdout).extensionId]).toEqual([0, 'kubewin-task']);
    expect(readdirSync(output)).toEqual([`kubewin.kubewin-task-${KUBEWIN_VERSION}.vsix`]);
  });
});

describe('the task', () => {
  /** Runs the task like the agent. */
  function run(inputs: Readonly<Record<string, string>>) {
    const cwd = folderWith({ 'web/a.yaml': DECLARED, 'web/with blank.yaml': SCHEDULED, 'temp/x.txt': '' });
    const environment = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
    const temporary = join(cwd, 'temp');
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(TASK, 'task.js')], {
      cwd: tmpdir(),
      encoding: 'utf8',
      env: {
        PATH: '',
        AGENT_TEMPDIRECTORY: temporary,
        SYSTEM_DEFAULTWORKINGDIRECTORY: cwd,
        ...Object.fromEntries(environment),
      },
    });
    return { code: status, stdout, stderr, report: join(temporary, 'kubewin.md') };
  }

  test('checks the paths of its inputs, and shows the report', () => {
    const { code, stdout, stderr, report } = run({ paths: '.', args: '' });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toContain('##vso[task.logissue type=error;sourcepath=web/a.yaml;linenumber=');
    expect(stdout).toContain('sourcepath=web/with blank.yaml;');
    expect(stdout).toContain(`##vso[task.uploadsummary]${report}`);
    expect(stdout).toContain('##vso[task.complete result=Failed;]');
    expect(readFileSync(report, 'utf8')).toContain('### Kubewin');
  });

  test('takes options, several paths and another folder', () => {
    const { code, stdout } = run({
      paths: 'with blank.yaml\r\n\r\n',
      args: '--fail-on=error\n--rule=pod/host-pid=warning\n',
      workingDirectory: join(folderWith({ 'with blank.yaml': SCHEDULED })),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('type=warning;sourcepath=with blank.yaml;');
    expect(stdout).toContain('##vso[task.complete result=SucceededWithIssues;]');
  });

  test('fails if an option is wrong', () => {
    expect(run({ paths: '.', args: '--nothing' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--nothing'),
    });
  });
});
