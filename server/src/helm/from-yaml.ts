import { type Data, readData } from '../yaml/read/data.ts';
import { NOWHERE, type Place, type Source } from './source.ts';
import { SourcedText, TextBuilder } from './sourced-text.ts';
import { bool, dict, type Entry, float, list, NIL, text, type Value } from './value.ts';

/** The values of a file; undefined if it is not valid YAML. */
export function valuesOf(source: Source): Value | undefined {
  return parseYaml(SourcedText.exact(source, 0, source.text.length));
}

/**
 * The value of a text in YAML, as Helm reads it through JSON: all numbers are `float64`. What is in it knows the places of
 * the text. Undefined if it is not valid.
 */
export function parseYaml(yaml: SourcedText): Value | undefined {
  const data = readData(yaml.text);
  return data && asValue(data, yaml);
}

function asValue(data: Data, yaml: SourcedText): Value {
  const at = placeIn(yaml, data.start, data.end);
  switch (data.kind) {
    case 'null':
      return { ...NIL, at };
    case 'boolean':
      return bool(data.value, at);
    case 'number':
      return float(data.value, at);
    case 'string': {
      if (data.parts === undefined) return text(SourcedText.made(data.value, at), at);
      const builder = new TextBuilder();
      for (const { start, end } of data.parts) builder.add(yaml.slice(start, end));
      return text(builder.finish(), at);
    }
    case 'list':
      return list(
        data.items.map((item) => asValue(item, yaml)),
        'interface {}',
        at,
      );
    case 'map':
      return dict(
        data.entries.map(({ key, keySpan, value }): [string, Entry] => {
          return [key, { value: asValue(value, yaml), keyAt: placeIn(yaml, keySpan.start, keySpan.end) }];
        }),
        undefined,
        at,
      );
  }
}

/** The place of a span of a text, in the source of its first character. */
function placeIn(yaml: SourcedText, start: number, end: number): Place {
  const first = yaml.originAt(start);
  if (first === undefined) return NOWHERE;
  const last = end > start ? yaml.originAt(end - 1) : first;
  const isSame = last !== undefined && last.source === first.source && last.end >= first.start;
  return { source: first.source, start: first.start, end: isSame && last.kind === 'exact' ? last.end : first.end };
}
