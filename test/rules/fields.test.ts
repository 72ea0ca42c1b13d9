import { test } from 'vitest';
import { apiPath } from '../../server/src/lint/finding.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { fieldAround } from '../../server/src/yaml/read/locate.ts';
import { expectGenerated } from '../generated.ts';
import { reportOf } from '../lint-text.ts';
import { findingsOf } from './examples.ts';
import { pageOf } from './page.ts';

test('the fields that findings in the examples name where they point at another one', async () => {
  const lines = RULES.flatMap((rule) => {
    const named = pageOf(rule.id).examples.flatMap((example) => {
      const { documents } = reportOf(example.text, example.settings);
      return findingsOf(rule, example.text, example).flatMap(({ at, offset, field }) => {
        const document = documents.find(({ start }) => start === offset)?.report.document;
        const shown = document && fieldAround(document, at);
        return field === apiPath(shown?.path ?? []) ? [] : `${rule.id}: ${field?.replace(/\[\d+\]/g, '[*]')}\n`;
      });
    });
    return [...new Set(named)].sort();
  });
  await expectGenerated('test/rules/fields.txt', lines.join(''));
});
