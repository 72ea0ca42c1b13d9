import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { OPTIONS } from '../../server/src/cli/options/all-options.ts';
import { COMMANDS } from '../../server/src/cli/options/commands.ts';
import { manPage } from './man-page.ts';

declare const KUBEWIN_VERSION: string;

const PAGE = manPage(KUBEWIN_VERSION);

// Each test runs only if its program is installed.
const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;

test.runIf(isThere('groff'))('groff renders the page without warnings, with every command and option', () => {
  const { stdout, stderr } = spawnSync('groff', ['-man', '-Tascii', '-ww', '-P-cbou'], {
    encoding: 'utf8',
    input: PAGE,
  });
  expect(stderr).toBe('');
  for (const command of COMMANDS) expect(stdout).toContain(`kubewin ${command}`);
  for (const { name } of OPTIONS) expect(stdout).toContain(`--${name}`);
  expect(PAGE).not.toMatch(/[^\n\x20-\x7e]/);
});

test.runIf(isThere('mandoc'))('mandoc accepts the page', () => {
  expect(execFileSync('mandoc', ['-T', 'lint', '-W', 'error'], { encoding: 'utf8', input: PAGE })).toBe('');
});
