import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { pageOf, parsePage } from './page.ts';

describe.each(RULES.map(({ id }) => id))('the page of %s', (id) => {
  const { file, text, examples } = pageOf(id);
  const lines = text.split('\n');

  test('describes what the rule finds, and has no TODO', () => {
    expect(text, file).toMatch(/^## What it finds\n\n(?![#<])\S/m);
    expect(lines.flatMap((line, i) => (line.includes('TODO') ? [`${file}:${i + 1}: ${line}`] : []))).toEqual([]);
  });

  test('names the releases and settings of its blocks in the text', () => {
    for (const { line, place, conditions } of examples) {
      const heading = lines.findLastIndex((text, i) => i < line - 1 && text.startsWith('### '));
      const above = lines.slice(heading, line - 1).join('\n');
      for (const name of conditions) expect(above, `the text above ${place}`).toContain(name);
    }
  });
});

const BAD = `spec:
  hostPID: true
# ^^^^^^^ ignored: no effect
  a: 1
`;

function page(...blocks: string[]): string {
  return `# Title

## Examples

### First

${blocks.join('\n\n')}

## Sources
`;
}

function block(info: string, text = BAD): string {
  return `\`\`\`yaml ${info}\n${text}\`\`\``;
}

test('reads settings, markers and locations of a page', () => {
  const text = page(
    'With Kubernetes 1.27:',
    block('bad kubernetes=1.27 taint=key=value:NoExecute mixedCluster=true windowsImages=["a/","b/"]'),
    'After the fix "Say "no" to `hostPID`":',
    block('fixed', 'spec:\n  a: 1\n'),
    '### Second',
    block('good repeat=3', 'a: x…\n'),
  );
  const { faults, examples } = parsePage('page.md', text);
  expect(faults).toEqual([]);
  expect(examples).toMatchObject([
    {
      name: 'First',
      place: 'page.md:9',
      kind: 'bad',
      text: 'spec:\n  hostPID: true\n  a: 1\n',
      markers: [{ place: 'page.md:12', start: 8, end: 15, effect: 'ignored', message: 'no effect' }],
      conditions: ['1.27', 'taint', 'mixedCluster', 'windowsImages'],
      settings: {
        ...DEFAULT_SETTINGS,
        containerRuntime: 'containerd-1.7',
        kubernetesVersion: '1.27',
        taint: 'key=value:NoExecute',
        mixedCluster: true,
        windowsImages: ['a/', 'b/'],
      },
      fixed: [{ title: 'Say "no" to `hostPID`', text: 'spec:\n  a: 1\n' }],
    },
    { name: 'Second', kind: 'good', text: 'a: xxx\n', settings: DEFAULT_SETTINGS, fixed: [] },
  ]);
  expect([1, 2, 3].map((line) => examples[0]?.pageLine(line))).toEqual([10, 11, 13]);
});

test.each<[what: string, text: string, fault: string]>([
  ['an unknown word', page(block('bad kubernets=1.27')), '7: `kubernets=1.27` in the info string is not known'],
  [
    'a wrong value',
    page(block('bad kubernetes=1.x')),
    '7: the value of `kubernetesVersion` in the info string is wrong',
  ],
  ['a wrong list', page(block('bad exclude=[a]')), '7: `[a]` in the info string is not JSON'],
  ['another kind', page(block('worse')), '7: a block of an example is `yaml bad`'],
  ['no kind', page('```yaml\na: 1\n```'), '7: a block of an example is `yaml bad`'],
  ['another language', page('```json bad\n{}\n#<-- fails\n```'), '7: a `bad` block is YAML'],
  ['no end', page('```yaml bad\na: 1\n'), '7: the block is not closed'],
  ['no marker', page(block('bad', 'a: 1\n')), '7: a `bad` block marks what the rule finds'],
  ['a wrong marker', page(block('bad', 'a: 1\n#<-- wrong\n')), '9: a marker is `#   ^^^ effect`'],
  ['a marker in a good block', page(block('good')), '10: only `bad` blocks have markers'],
  ['a fix without a title', page(block('bad'), block('fixed', 'a: 1\n')), '14: above a `fixed` block stands a line'],
  [
    'a fix without an example',
    page('After the fix "Go":', block('fixed', 'a: 1\n')),
    '9: a `fixed` block belongs to a `bad` block',
  ],
  [
    'a fix under another heading',
    page(block('bad'), '### Second', 'After the fix "Go":', block('fixed', 'a: 1\n')),
    '18: a `fixed` block belongs to a `bad` block',
  ],
  [
    'an example outside',
    `# Title\n\n## Why\n\n### First\n\n${block('bad')}\n`,
    '7: a `bad` block belongs under the heading',
  ],
  ['an example without a heading', page(block('bad')).replace('### First\n', '\n'), '7: an example has a heading'],
  ['nothing to repeat', page(block('bad repeat=3')), '7: with `repeat` there is one `…` in the block'],
])('reports a page with %s with the line', (_, text, fault) => {
  expect(parsePage('page.md', text).faults).toEqual(
    expect.arrayContaining([expect.stringContaining(`page.md:${fault}`)]),
  );
});
