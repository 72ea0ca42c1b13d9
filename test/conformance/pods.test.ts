import { test } from 'vitest';
import { parse } from '../../server/src/yaml/read/document.ts';
import { everyNth } from '../seed.ts';
import { compared } from '../shared.ts';
import { OWN, podSources, type RecordedVerdict } from './recordings.ts';
import { compareVerdicts, expectAgreement } from './verdicts.ts';

interface Recording {
  readonly id: string;
  readonly object: unknown;
  readonly verdicts: readonly RecordedVerdict[];
}

test.each(podSources<Recording>())('generated pods $name are rejected like the API servers reject them', (source) => {
  const { recordings, releases, name } = source;
  const some = name === OWN ? recordings : everyNth(recordings, 2);
  const found = some.map(({ id, object, verdicts }) => {
    return { id, ...compareVerdicts(parse(JSON.stringify(object)), verdicts, releases) };
  });
  compared(`pods ${name}, each at one of ${releases.length} releases`, found.length * releases.length);
  expectAgreement(found);
});
