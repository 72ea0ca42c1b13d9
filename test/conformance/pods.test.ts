import { test } from 'vitest';
import { parse } from '../../server/src/yaml/document.ts';
import { compared } from '../shared.ts';
import { podSources, type RecordedVerdict } from './recordings.ts';
import { compareVerdicts, expectAgreement } from './verdicts.ts';

interface Recording {
  readonly id: string;
  readonly object: unknown;
  readonly verdicts: readonly RecordedVerdict[];
}

test.each(podSources<Recording>())('generated pods $name are refused as the API servers refuse them', (source) => {
  const { recordings, releases, name } = source;
  const found = recordings.map(({ id, object, verdicts }) => {
    return { id, ...compareVerdicts(parse(JSON.stringify(object)), verdicts, releases) };
  });
  compared(`pods ${name}, each at one of ${releases.length} releases`, recordings.length * releases.length);
  expectAgreement(found);
});
