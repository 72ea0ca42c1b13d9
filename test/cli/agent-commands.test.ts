import { describe, expect, test } from 'vitest';
import { SYNTAX } from '../../server/src/cli/formats/formats.ts';
import { CHECK_FORMATS, type CheckFormat } from '../../server/src/cli/options/check.ts';
import { EXPLAIN_FORMATS } from '../../server/src/cli/options/explain.ts';
import { IMAGES_FORMATS } from '../../server/src/cli/options/images.ts';
import { MIGRATE_FORMATS } from '../../server/src/cli/options/migrate.ts';
import { hasCommand, withoutCommands } from '../../server/src/cli/terminal/agent-commands.ts';
import { runInFolder } from './in-process.ts';
import { folderWith, kubewin, textOf } from './kubewin.ts';
import { textsIn } from './xml.ts';

const AZURE = '##vso[task.setvariable variable=a]b';
const GITHUB = '::set-env name=a::b';
const OLD_GITHUB = '##[set-env name=a]b';
const TEAMCITY = "##teamcity[setParameter name='a' value='b']";
const COMMANDS = [AZURE, GITHUB, OLD_GITHUB, TEAMCITY] as const;

/**
 * The lines in which an agent finds a command: by the sources that `agent-commands.ts` names, in the words of this test. Azure
 * Pipelines compares `##vso` in any case before it warns.
 */
function obeyed(output: string): string[] {
  const isCommand = (line: string) =>
    line.includes('##[') ||
    line.toLowerCase().includes('##vso') ||
    line.includes('##teamcity[') ||
    line.replace(/^[\s\u0085]+/, '').startsWith('::');
  return output.split(/\r\n|\r|\n/).filter(isCommand);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A Deployment that has a command wherever a manifest has a text; findings and steps quote most of them. */
function manifest(command: string): string {
  const text = quoted(command);
  return `# ${command}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${text}
  namespace: ${text}
  labels: { ${text}: ${text} }
spec:
  template:
    metadata:
      annotations:
        note: |
          ${command}
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      hostPID: true # kubewin: allow ${command} -- ${command}
      serviceAccountName: ${text}
      containers:
        - name: ${text}
          image: ${quoted(`alpine:${command}`)} # ${command}
          command: [/bin/sh, -c, ${text}]
          securityContext: { runAsUser: 101, seLinuxOptions: { level: ${text} } }
          env: [{ name: ${text}, value: ${quoted(`/var/run ${command}`)} }]
          volumeMounts: [{ name: ${text}, mountPath: ${quoted(`/etc/${command}`)}, subPath: ${text} }]
      volumes:
        - name: ${text}
          hostPath: { path: ${quoted(`/var/${command}`)} }
---
apiVersion: v1
kind: Pod
metadata: { name: linux }
spec:
  hostIPC: true
  containers:
    - name: ${text}
      image: ${quoted(`redis:${command}`)}
---
apiVersion: v1
kind: ${text}
metadata: { name: a }
spec: { template: { spec: { os: { name: windows }, hostPID: true, containers: [] } } }
`;
}

/** Files whose folders and names are commands, too, and one that cannot be parsed. */
const FILES = {
  ...Object.fromEntries(COMMANDS.map((command) => [`${command}/${command}.yaml`, manifest(command)])),
  '::error::x.yaml': manifest(AZURE),
  [`${AZURE}.yaml`]: `apiVersion: v1\nkind: Pod\nmetadata: [\n`,
};

const run = (...args: readonly string[]) => runInFolder(FILES, ...args, ...Object.keys(FILES));

/** The commands that a format gives, up to the text of a finding. */
const OWN = {
  azure: /^##vso\[task\.logissue type=(?:error|warning);sourcepath=[^;\]]*;(?:\w+=[\w/-]+;)+\]/,
  github: /^::(?:error|warning|notice) file=[^:]*,title=[\w/-]+::/,
  teamcity: /^##teamcity\[inspection(?:Type)? (?=(?:(?:\w+='(?:[^'|[\]]|\|.)*') ?)+\]$)/,
} satisfies Partial<Record<CheckFormat, RegExp>>;

const reports = [
  ...CHECK_FORMATS.filter((format) => !(format in OWN)).map((format) => ['check', format] as const),
  ...EXPLAIN_FORMATS.map((format) => ['explain', format] as const),
  ...MIGRATE_FORMATS.map((format) => ['migrate', format] as const),
  ...IMAGES_FORMATS.map((format) => ['images', format] as const),
];

test.each(reports)('%s --format=%s gives no command to an agent', async (command, format) => {
  const { stdout, stderr } = await run(command, `--format=${format}`, ...(command === 'check' ? ['--hints'] : []));
  expect([...obeyed(stdout), ...obeyed(stderr)]).toEqual([]);
  expect(stderr).toContain('#\\#vso[task.setvariable variable=a]b');
  if (SYNTAX[format] === 'text') expect(stdout).toMatch(/#\\#vso\\?\[task/);
  else if (SYNTAX[format] === 'xml') expect(textsIn(stdout.replace(NOT_XML, ''))).toContain(AZURE);
  else expect(JSON.stringify(JSON.parse(stdout))).toContain(AZURE);
});

/** What HTML has that XML does not. */
const NOT_XML = /<!doctype html>\n|<(?:meta|input) [^>]*>| open(?=>)|<style>[\s\S]*?<\/style>/g;

test.each(Object.entries(OWN))('%s gives only its own commands', async (format, own) => {
  const { stdout } = await run('check', '--hints', `--format=${format}`);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter((line) => own.test(line)).length).toBeGreaterThan(20);
  expect(obeyed(lines.map((line) => line.replace(own, '')).join('\n'))).toEqual([]);
  expect(stdout).toMatch(/#\\#vso\|?\[task\.setvariable variable=a(?:\||%5D|\])/);
});

test('a result has the same text in a file', async () => {
  const cwd = folderWith({ 'a.yaml': manifest(AZURE) });
  for (const format of ['text', 'json', 'junit']) {
    const args = ['check', '--no-config', `--format=${format}`];
    const { stdout } = await kubewin([...args, 'a.yaml'], { cwd });
    await kubewin([...args.slice(0, 2), `--format=${format}=result`, 'a.yaml'], { cwd });
    expect(textOf(cwd, 'result')).toBe(stdout);
    expect(obeyed(stdout)).toEqual([]);
  }
});

describe.each(COMMANDS)('%s', (command) => {
  test.each([
    ['check', command],
    ['check', '--fail-on', command],
    ['check', '--format', command],
    ['check', '--baseline', command],
    ['check', '--config', command],
    ['check', '--files-from', command],
    ['check', `--format=json=${command}/none`],
    ['check', '--taint', command],
    [command],
    [`--${command}`, 'check'],
  ])('is not given by an error message: %s %s', async (...args) => {
    const { code, stdout, stderr } = await runInFolder({}, ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/vso\[|set-env|teamcity\[/);
    expect([...obeyed(stdout), ...obeyed(stderr)]).toEqual([]);
  });

  test('is not given by the language server', async () => {
    const { code, stdout, stderr } = await kubewin(['lsp', `--pipe=${command}\n${command}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/vso\[|set-env|teamcity\[/);
    expect(obeyed(stderr)).toEqual([]);
  });

  test('is not given by faults of a configuration file', async () => {
    const files = {
      '.kubewin.yaml': `${quoted(command)}: 1\nrules: { ${quoted(command)}: error }\n`,
      'a.yaml': 'a: 1\n',
    };
    const { stderr } = await runInFolder(files, 'check', 'a.yaml');
    expect(stderr).toMatch(/vso\[|set-env|teamcity\[/);
    expect(obeyed(stderr)).toEqual([]);
  });

  test('is no part of a diff, which could not be applied without it', async () => {
    const files = { 'a.yaml': `# ${command}\n${manifest(command)}` };
    const { stdout, stderr } = await runInFolder(files, 'check', '--fix-rule=pod/host-pid', '--fix-dry-run', 'a.yaml');
    expect(stdout).toBe('');
    expect(stderr).toContain(
      'a.yaml: the diff is not shown, because a CI agent would execute a part of it; use --fix\n',
    );
    expect(obeyed(stderr)).toEqual([]);
  });

  test('is fixed in a file, and standard input with it is not written', async () => {
    const cwd = folderWith({ 'a.yaml': manifest(command) });
    const args = ['check', '--no-config', '--fix-rule=pod/host-pid'];
    await kubewin([...args, 'a.yaml'], { cwd });
    expect(textOf(cwd, 'a.yaml')).toContain(`name: ${quoted(command)}`);
    expect(textOf(cwd, 'a.yaml').match(/hostPID/g)).toHaveLength(1);
    const { code, stdout, stderr } = await kubewin([...args, '-'], { cwd, input: manifest(command) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      '-: The text is not written, because a CI agent would execute a part of it. Name a file instead.\n',
    );
    expect(obeyed(stderr)).toEqual([]);
  });
});

test.each([
  ['white space in front', '\u0085\u3000\t::error::a', '\u0085\u3000\t:\\:error::a'],
  ['another line end', 'a\r::error::a', 'a\r:\\:error::a'],
  ['a third sign', '###vso[a]', '##\\#vso[a]'],
  ['another case', '##VSO[a]', '#\\#VSO[a]'],
  ['two in a line', '##[a]##[b]', '#\\#[a]#\\#[b]'],
])('%s is recognized', (_, text, broken) => {
  expect(withoutCommands(text)).toBe(broken);
  expect(obeyed(broken)).toEqual([]);
});

test.each(['## Heading', '# [a]', 'a ::b', 'std::string', '#[a]', 'a: :b'])('%s is no command', (text) => {
  expect(hasCommand(text)).toBe(false);
});
