import { Failure } from '../failure.ts';
import { parseYaml } from '../from-yaml.ts';
import { type Call, defined, type FunctionTable, unknownResult } from '../function.ts';
import { type JsonStyle, toJson } from '../to-json.ts';
import { toYaml } from '../to-yaml.ts';
import { dict, isKnown, list, NIL, text, type Value } from '../value.ts';
import { isText } from './arguments.ts';

const COMPACT: JsonStyle = { indent: undefined, escapesHtml: true };
const PRETTY: JsonStyle = { indent: '  ', escapesHtml: true };
const RAW: JsonStyle = { indent: undefined, escapesHtml: false };

/** The functions of `pkg/engine/funcs.go` of Helm, and those of `sprig/defaults.go` for JSON. */
export const SERIALIZATION_FUNCTIONS: FunctionTable = {
  toYaml: defined('any > text', (call, [value = NIL]) => yaml(call, value), 'all'),
  fromYaml: defined('text', (call, [value]) => parsed(call, value, 'dict')),
  fromYamlArray: defined('text', (call, [value]) => parsed(call, value, 'list')),
  toJson: json(COMPACT),
  mustToJson: json(COMPACT),
  toPrettyJson: json(PRETTY),
  mustToPrettyJson: json(PRETTY),
  toRawJson: json(RAW),
  mustToRawJson: json(RAW),
  fromJson: defined('text', (call, [value]) => parsedJson(call, value, 'dict')),
  fromJsonArray: defined('text', (call, [value]) => parsedJson(call, value, 'list')),
  mustFromJson: defined('text', (call, [value]) => parsedJson(call, value, undefined)),
};

function yaml(call: Call, value: Value): Value {
  if (value.kind === 'unknown' || value.kind === 'special') return unknownResult(call, true);
  const { at } = value;
  const written = toYaml(value, call.place);
  return text(written, isText(value) ? at : undefined);
}

function json(style: JsonStyle) {
  return defined(
    'any > text',
    (call, [value = NIL]) => {
      if (!isKnown(value) || value.kind === 'special') return unknownResult(call, true);
      return text(toJson(value, style, call.place));
    },
    'deep',
  );
}

/** A value of a kind; null gives an empty one. What is not valid, or of another kind, has an error message of Go in it. */
function parsed(call: Call, value: Value | undefined, kind: 'dict' | 'list'): Value {
  const result = isText(value) ? parseYaml(value.value) : undefined;
  if (result?.kind === kind) return result;
  if (result?.kind !== 'nil') return unknownResult(call);
  return kind === 'dict' ? dict([]) : list([]);
}

function parsedJson(call: Call, value: Value | undefined, kind: 'dict' | 'list' | undefined): Value {
  if (!isText(value) || !isJson(value.value.text)) {
    if (kind === undefined) throw new Failure('invalid JSON');
    return unknownResult(call);
  }
  const result = parseYaml(value.value) ?? unknownResult(call);
  if (kind === undefined || result.kind === kind) return result;
  if (result.kind !== 'nil') return unknownResult(call);
  return kind === 'dict' ? dict([]) : list([]);
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
