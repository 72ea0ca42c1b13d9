import { copyFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { pageText } from '../../server/src/cli/terminal/page.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { findingsOf } from '../rules/examples.ts';
import { pageOf } from '../rules/page.ts';
import { CLI, folderWith, kubewin, shell } from './kubewin.ts';
import { expectSchema } from './schema.ts';

interface ListedRule {
  readonly id: string;
  readonly fixable: boolean;
}

test('writes all rules as JSON', async () => {
  const { code, stdout, stderr } = await kubewin(['rules', '--format=json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expectSchema('rules', stdout);
  const { rules } = JSON.parse(stdout) as { rules: readonly ListedRule[] };
  expect(rules.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id));
  expect(rules.find(({ id }) => id === 'pod/host-pid')).toEqual({
    id: 'pod/host-pid',
    code: 'KW1103',
    title: 'hostPID on a Windows pod',
    defaultSeverity: 'error',
    gate: 'windows',
    effects: ['rejected', 'ignored'],
    fixable: true,
    formerIds: [],
    url: 'https://kubernetes.io/docs/concepts/windows/intro/',
  });
  expect(rules.find(({ id }) => id === 'volumes/secret-on-disk')).toMatchObject({ defaultSeverity: 'off' });
  const fixable = RULES.filter((rule) =>
    pageOf(rule.id).examples.some((example) =>
      findingsOf(rule, example.text, example).some((finding) => finding.fixes.length > 0),
    ),
  );
  expect(rules.filter((rule) => rule.fixable).map(({ id }) => id)).toEqual(fixable.map(({ id }) => id));
});

test('writes all rules as text, one per line', async () => {
  const { code, stdout } = await kubewin(['rules']);
  const lines = stdout.trimEnd().split('\n');
  expect([code, lines.length]).toEqual([0, RULES.length + 1]);
  expect(lines.find((line) => line.startsWith('pod/host-pid '))?.split(/ {2,}/)).toEqual([
    'pod/host-pid',
    'KW1103',
    'error',
    'windows',
    'rejected,ignored',
    'fix',
    'hostPID on a Windows pod',
  ]);
  expect(stdout).not.toContain('\u001b');
  expect((await kubewin(['rules', '--color'])).stdout).toContain('\u001b[1mpod/host-pid');
});

test('writes the page of a rule', async () => {
  const { code, stdout, stderr } = await kubewin(['rule', 'pod/host-pid']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^hostPID on a Windows pod\n\nRule {15}`pod\/host-pid`\nCode {15}`KW1103`\n/);
  expect(stdout).toContain('\n    hostPID: true\n'.trim());
  expect(stdout).not.toMatch(/<!--|```|^\|/m);
  const colored = (await kubewin(['rule', 'pod/host-pid', '--color'])).stdout;
  expect(colored).toContain('\u001b[1mhostPID\u001b[0m ');
  expect(colored).toContain(' \u001b[2mhostPID:\u001b[0m ');
  expect(colored).not.toContain('`hostPID');
});

test('has a page for each id in the output', async () => {
  const { code, stdout } = await kubewin(['rule', 'directive/unused']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Directive without an effect\n\nA comment `# kubewin: …` has no effect:/);
});

test.each(['Pod/Host-PID', 'KW1103', 'kw1103'])('writes the page of %s', async (name) => {
  expect((await kubewin(['rule', name])).stdout).toMatch(/^hostPID on a Windows pod\n/);
});

test.each([
  [['rule', 'pod/hots-pid'], 'There is no rule `pod/hots-pid`. Did you mean `pod/host-pid`?'],
  [['rule', 'KW9999'], 'There is no rule `KW9999`.'],
  [['rule', 'pod'], '`pod` is a category, not a rule. `kubewin rules` lists the rules of each category.'],
  [['rule', 'host-pid'], 'There is no rule `host-pid`. Did you mean `pod/host-pid`?'],
  [['rule'], '`rule` needs a rule: `kubewin rule <rule>`.'],
  [['rule', 'a', 'b'], '`rule` does not take the argument `b`.'],
  [['rules', '.'], '`rules` does not take the argument `.`.'],
  [['rules', '--fix'], '`rules` has no option `--fix`.'],
  [['rules', '--format=xml'], 'Invalid value for `--format`: `xml`. It must be `text` or `json`.'],
])('%j: %s', async (args, message) => {
  const { code, stdout, stderr } = await kubewin(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toBe(`kubewin: ${message}`);
});

test('reports missing pages', async () => {
  const cwd = folderWith({});
  const dist = dirname(CLI);
  for (const name of readdirSync(dist))
    if (/^(?:cli|server)\b.*\.js$/.test(name)) copyFileSync(join(dist, name), join(cwd, name));
  const { code, stdout, stderr } = await shell(`'${process.execPath}' cli.js rule pod/host-pid`, { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^kubewin: The pages of the rules are missing/);
});

test.each(RULES.map(({ id }) => id))('the page of %s fits into a terminal', (id) => {
  const { text } = pageOf(id);
  for (const width of [60, 100]) {
    const shown = pageText(text, width, false);
    let isCode = false;
    for (const line of shown.split('\n')) {
      isCode = line.startsWith('    ') && (isCode || !line.startsWith('     '));
      // Code and single long words are not wrapped.
      if (!isCode && !/\S{20}/.test(line)) expect(line.length, line).toBeLessThanOrEqual(width);
    }
    expect(shown).not.toMatch(/<!--|<br>|```|\*\*|\]\(/);
  }
});

const PAGE = `# A *title* with \`code\`

<!-- generated: x -->
| | |
| --- | --- |
| Rule | \`a/b\`<br>\`c/d\` |
| Long | one two three four five six seven eight nine |
<!-- end -->

First **bold** \`x\`, [a link](https://example.com/a) and [a page](../b.md).
- one two three four five
  six seven
- two

> A quote of words
>
> in parts.

\`\`\`yaml
a:  1
\`\`\`
| Head | \`a\\|b\` |
| --- | --- |
| x |  |
`;

test('formats Markdown for a terminal', () => {
  expect(`\n${pageText(PAGE, 24, false)}`).toBe(`
A *title* with \`code\`

Rule  \`a/b\`
      \`c/d\`
Long  one two three four
      five six seven
      eight nine

First bold \`x\`, a link
https://example.com/a
and a page.
- one two three four
  five six seven
- two

    A quote of words

    in parts.

    a:  1
Head  \`a|b\`
x
`);
  expect(pageText('# T\n\nA `b c` **d**.\n\n```\ne\n```\n', 80, true)).toBe(
    '\u001b[1mT\u001b[0m\n\nA \u001b[2mb\u001b[0m \u001b[2mc\u001b[0m \u001b[1md\u001b[0m.\n\n    \u001b[2me\u001b[0m\n',
  );
});
