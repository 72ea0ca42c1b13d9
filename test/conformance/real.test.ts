import { test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { objects } from '../../server/src/kubernetes/object.ts';
import { podsOf } from '../../server/src/kubernetes/pod.ts';
import { type Document, parse } from '../../server/src/yaml/read/document.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { everyNth } from '../seed.ts';
import { compared, jsonLines, sharedText } from '../shared.ts';
import { material, type RecordedVerdict } from './recordings.ts';
import { compareVerdicts, expectAgreement } from './verdicts.ts';

interface Recording {
  readonly id: string;
  readonly declared: boolean;
  readonly verdicts: readonly RecordedVerdict[];
}

test('real pods are rejected like the API servers reject them, unchanged and with os.name: windows', () => {
  const { recordings, releases } = material(jsonLines<Recording>('conformance/real.jsonl'));
  // The recordings of a file follow each other.
  let [current, documents] = ['', documentsIn('')];
  const found = everyNth(recordings, 3).map(({ id, declared, verdicts }) => {
    const [, file = '', document = '', item] = /^(.*)#(\d+)(?:\/(\d+))?$/.exec(id) ?? [];
    if (file !== current) [current, documents] = [file, documentsIn(sharedText(`corpus/${file}`))];
    const variant = (declared ? documents.declaring : documents.unchanged)(Number(document));
    const comparison = compareVerdicts(variant, verdicts, releases, item === undefined ? undefined : Number(item));
    return { id: `${id}${declared ? ' declared' : ''}`, ...comparison };
  });
  compared(`real pods, each at one of ${releases.length} releases`, found.length * releases.length);
  expectAgreement(found);
});

type Once<T> = (index: number) => T;

/** Caches a value for each index on first use. */
function once<T>(make: (index: number) => T): Once<T> {
  const made = new Map<number, T>();
  return (index) => {
    const value = made.get(index) ?? make(index);
    made.set(index, value);
    return value;
  };
}

/** The documents of a file, by index, unchanged and with `os: {name: windows}` in every pod, written as JSON. */
function documentsIn(text: string): { unchanged: Once<Document>; declaring: Once<Document> } {
  const spans = slice(text);
  const all = once(() => parseAllDocuments(text, { version: '1.1', uniqueKeys: false }));
  return {
    unchanged: once((index) => parse(text.slice(spans[index]?.start, spans[index]?.end))),
    declaring: once((index) => {
      const documents = all(0);
      return declaring('empty' in documents ? null : documents[index]?.toJS());
    }),
  };
}

function declaring(value: unknown): Document {
  const document = parse(JSON.stringify(value));
  for (const object of objects(document)) {
    const [pod] = podsOf(object, {});
    if (pod === undefined) continue;
    const spec = pod.spec.path.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], value);
    (spec as Record<string, unknown>)['os'] = { name: 'windows' };
  }
  return parse(JSON.stringify(value));
}
