import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { objects } from '../../server/src/kubernetes/object.ts';
import { podsOf } from '../../server/src/kubernetes/pod.ts';
import { type Document, parse } from '../../server/src/yaml/document.ts';
import { slice } from '../../server/src/yaml/slice.ts';
import { compared, jsonLines, sharedText } from '../shared.ts';
import { material, type RecordedVerdict } from './recordings.ts';
import { differences } from './verdicts.ts';

interface Recording {
  readonly id: string;
  readonly declared: boolean;
  readonly verdicts: readonly RecordedVerdict[];
}

test('real pods are refused as the API servers refuse them, as they stand and once they declare Windows', () => {
  const { recordings, releases } = material(jsonLines<Recording>('conformance/real.jsonl'));
  const texts = new Map<string, string>();
  const wrong = recordings.flatMap(({ id, declared, verdicts }) => {
    const [, file = '', document = '', item] = /^(.*)#(\d+)(?:\/(\d+))?$/.exec(id) ?? [];
    const text = texts.get(file) ?? sharedText(`corpus/${file}`);
    texts.set(file, text);
    const one = declared ? declaring(text, Number(document)) : asItStands(text, Number(document));
    return differences(one, verdicts, releases, item === undefined ? undefined : Number(item)).map(
      (difference) => `${id}${declared ? ' declared' : ''} at ${difference}`,
    );
  });
  compared(`real pods, each at one of ${releases.length} releases`, recordings.length * releases.length);
  expect(wrong).toEqual([]);
});

function asItStands(text: string, index: number): Document {
  const span = slice(text)[index];
  return parse(text.slice(span?.start, span?.end));
}

/** The document with `os: {name: windows}` in every pod, written as JSON. */
function declaring(text: string, index: number): Document {
  const documents = parseAllDocuments(text, { version: '1.1', uniqueKeys: false });
  const value: unknown = 'empty' in documents ? null : documents[index]?.toJS();
  const document = parse(JSON.stringify(value));
  for (const object of objects(document)) {
    const [pod] = podsOf(object, {});
    if (pod === undefined) continue;
    const spec = pod.spec.path.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], value);
    (spec as Record<string, unknown>)['os'] = { name: 'windows' };
  }
  return parse(JSON.stringify(value));
}
