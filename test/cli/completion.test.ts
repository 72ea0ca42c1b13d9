import { spawnSync } from 'node:child_process';
import { sep } from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../server/src/cli/options/commands.ts';
import { SHELLS } from '../../server/src/cli/options/tools.ts';
import { KUBERNETES_VERSIONS } from '../../server/src/kubernetes/version.ts';
import { CLI, folderWith, kubewin, shell } from './kubewin.ts';

/** The completions of bash for a line. Calls the function as readline does, which also splits words at `=` and `:`. */
const DRIVER = `
source <($kubewin completion bash)
COMP_LINE=$LINE
COMP_POINT=\${#LINE}
COMP_WORDS=()
rest=$LINE
while [[ $rest =~ ^[[:space:]]*([=:]+|[^[:space:]=:]+)(.*)$ ]]; do
  COMP_WORDS+=("\${BASH_REMATCH[1]}")
  rest=\${BASH_REMATCH[2]}
done
[[ $LINE == *[[:space:]] ]] && COMP_WORDS+=('')
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_kubewin 2>/dev/null
echo "\${COMPREPLY[*]}"
`;

test.skipIf(process.platform === 'win32').each([
  ['kubewin ', COMMANDS.join(' ')],
  ['kubewin ch', 'check'],
  ['kubewin --v', '--version'],
  ['kubewin check --fo', '--format'],
  ['kubewin explain --fix', ''],
  ['kubewin check --format s', 'sarif sonar'],
  ['kubewin migrate --format=h', 'html'],
  ['kubewin explain --format ', 'text json'],
  ['kubewin policy --rules pod/host-i', 'pod/host-ipc'],
  ['kubewin rules --format ', 'text json'],
  ['kubewin rules --format j', 'json'],
  ['kubewin rules --format=', 'text json'],
  ['kubewin rules --format=j', 'json'],
  [
    'kubewin check --kubernetes-version 1.3',
    KUBERNETES_VERSIONS.filter((version) => version.startsWith('1.3')).join(' '),
  ],
  ['kubewin check --rule pod/host-i', 'pod/host-ipc='],
  ['kubewin check --rule pod/host-ipc=', 'off on error warning information hint'],
  ['kubewin check --rule=pod/host-ipc=w', 'warning'],
  ['kubewin check --fix --rule direct', 'directive/unused= directive/unknown-rule= directive='],
  ['kubewin init --taint aks', 'aks aks-local'],
  ['kubewin rule pod/host-i', 'pod/host-ipc'],
  ['kubewin completion z', 'zsh'],
  ['kubewin lsp --s', '--stdio --socket'],
  // Without completions, bash offers files.
  ['kubewin check --config ', ''],
  ['kubewin check ', ''],
  ['kubewin check --config=x', ''],
])('bash completes "%s": %s', async (line, offered) => {
  const { stdout, stderr } = await shell(DRIVER, { environment: { LINE: line } });
  expect({ stdout, stderr }).toEqual({ stdout: `${offered}\n`, stderr: '' });
});

test('bash offers files if nothing else fits', async () => {
  const cwd = folderWith({ 'web.yaml': '' });
  const { stdout } = await shell('source <($kubewin completion bash); complete -p kubewin', { cwd });
  expect(stdout).toBe('complete -o default -F _kubewin kubewin\n');
});

/** The completions of PowerShell for each line, after the command of the help. A text without completions gets file names. */
const POWERSHELL_DRIVER = `
$ErrorActionPreference = 'Stop'
Set-StrictMode -Version Latest
& $env:TEST_NODE $env:TEST_CLI completion powershell | Out-String | Invoke-Expression
foreach ($line in ($env:TEST_LINES | ConvertFrom-Json)) {
  $found = TabExpansion2 -inputScript $line -cursorColumn $line.Length
  @($found.CompletionMatches | ForEach-Object { $_.CompletionText }) -join ' '
}
`;

const POWERSHELL = [
  ['kubewin ch', 'check'],
  ['kubewin --v', '--version'],
  ['kubewin check --fo', '--format'],
  ['kubewin check --format s', 'sarif sonar'],
  ['kubewin migrate --format=h', '--format=html'],
  ['kubewin rules --format ', 'text json'],
  ['kubewin check --rule pod/host-i', 'pod/host-ipc='],
  ['kubewin check --rule pod/host-ipc=w', 'pod/host-ipc=warning'],
  ['kubewin check --rule=pod/host-ipc=w', '--rule=pod/host-ipc=warning'],
  ['kubewin init --taint aks', 'aks aks-local'],
  ['kubewin rule pod/host-i', 'pod/host-ipc'],
  ['kubewin completion z', 'zsh'],
  ['kubewin check we', `.${sep}web.yaml`],
] as const;

test.skipIf(spawnSync('pwsh', ['-Version']).error !== undefined)('PowerShell completes lines', () => {
  const { status, stdout, stderr } = spawnSync('pwsh', ['-NoProfile', '-Command', POWERSHELL_DRIVER], {
    cwd: folderWith({ 'web.yaml': '' }),
    encoding: 'utf8',
    env: {
      ...process.env,
      TEST_NODE: process.execPath,
      TEST_CLI: CLI,
      TEST_LINES: JSON.stringify(POWERSHELL.map(([line]) => line)),
    },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.trimEnd().split(/\r?\n/);
  expect(POWERSHELL.map(([line], i) => [line, lines[i]])).toEqual(POWERSHELL);
});

test.each(SHELLS)('the script for %s names every command and is valid in its shell', async (name) => {
  const { code, stdout, stderr } = await kubewin(['completion', name]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const word of ['check', 'completion', 'kubernetes-version', 'aks-local', 'pod/host-pid']) {
    expect(stdout).toContain(word);
  }
  // Only installed shells are tested. PowerShell has no option to check a script: it completes lines in a test of its own.
  if (name === 'powershell' || spawnSync(name, ['--version']).error !== undefined) return;
  const path = `${folderWith({ script: stdout })}/script`;
  expect(spawnSync(name, ['-n', path], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('fish offers the values of an option, files for others, and nothing for those without a value', async () => {
  const { stdout } = await kubewin(['completion', 'fish']);
  const lineOf = (option: string) => stdout.split('\n').find((line) => line.includes(` -l ${option} `)) ?? '';
  expect(lineOf('kubernetes-version')).toMatch(/ -x -a '1\.\d+\\\\t /);
  expect(lineOf('baseline')).toContain(' -r -F -d ');
  expect(lineOf('quiet')).toMatch(/ -l quiet (?:-s q )?-d /);
});

test.runIf(spawnSync('fish', ['--version']).error === undefined).each([
  ['kubewin check --rule pod/host-i', ['pod/host-ipc=']],
  ['kubewin check --rule=pod/host-ipc=o', ['--rule=pod/host-ipc=off', '--rule=pod/host-ipc=on']],
  ['kubewin check --select pod/host-i', ['pod/host-ipc']],
  ['kubewin check --upgrade-to 1.30', ['1.30']],
  ['kubewin rule pod/host-i', ['pod/host-ipc']],
])('fish completes "%s" without the description of the option', async (line, offered) => {
  const { stdout } = await kubewin(['completion', 'fish']);
  const script = `source ${folderWith({ script: stdout })}/script; complete -C '${line}'`;
  const result = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
  expect(result.stdout.split('\n').filter((completion) => completion !== '')).toEqual(offered);
});

test('rejects other shells', async () => {
  const { code, stderr } = await kubewin(['completion', 'csh']);
  expect(code).toBe(2);
  expect(stderr).toContain('There is no completion for `csh`, only for `bash`, `zsh`, `fish` or `powershell`.');
});
