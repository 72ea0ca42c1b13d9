import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { KUBERNETES_VERSIONS } from '../../server/src/kubernetes/version.ts';
import { SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { expectGenerated } from '../generated.ts';
import { cell } from './markdown.ts';

test('the README lists all settings and the supported releases', async () => {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const rows = Object.entries(SETTINGS).map(([key, { default: standard, description }]) => {
    // The list of built-in kinds is too long for a table; the settings editor has it.
    const [short = ''] = description.split(' Built in: ');
    return `| \`kubewin.${key}\` | \`${cell(JSON.stringify(standard))}\` | ${cell(short)} |`;
  });
  const settings = `Kubernetes ${KUBERNETES_VERSIONS[0]} to ${KUBERNETES_VERSIONS.at(-1)} are supported.

| setting | default | description |
| --- | --- | --- |
${rows.join('\n')}
`;
  const part = /(<!-- generated: settings -->\n)[\s\S]*(<!-- end -->)/;
  await expectGenerated(
    'README.md',
    text.replace(part, (_, start: string, end: string) => start + settings + end),
  );
});
