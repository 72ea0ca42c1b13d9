import { expect, test } from 'vitest';
import { parse } from '../../server/src/yaml/document.ts';
import { compared, jsonLines } from '../shared.ts';
import { differences, RECORDED, type RecordedVerdict } from './verdicts.ts';

interface Recording {
  readonly id: string;
  readonly object: unknown;
  readonly verdicts: readonly RecordedVerdict[];
}

test('generated pods are refused as the API servers refuse them', () => {
  const recordings = jsonLines<Recording>('conformance/pods.jsonl');
  const wrong = recordings.flatMap(({ id, object, verdicts }) =>
    differences(parse(JSON.stringify(object)), verdicts).map((difference) => `${id} at ${difference}`),
  );
  compared(`generated pods at ${RECORDED.length} releases`, recordings.length);
  expect(wrong).toEqual([]);
});
