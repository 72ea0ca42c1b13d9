import { randomFrom } from '../policy/random.ts';

type Random = ReturnType<typeof randomFrom>;

const CHARACTERS = [
  ...'aAzZ09 .-_:#\'"\\/,[]{}&*!|>%@`?=~<>+$\n\t é€😀\u00a0',
  ...['- ', ': ', ' #', 'true', 'null', '0x', '1e', '\n\n', '  ', 'y', 'on', '2024-01-02'],
];
const NUMBERS = [0, 1, -1, 1.5, 1e6, 123456789, 1e21, 1e-7, 0.1, 2 ** 53, -0.25, 1e20, 1e300, 12.125, 1000000.5];
const KEYS = ['a', 'b', 'a10', 'a2', '_x', 'A', '1', 'b-c', 'ab'];

/** Templates that write values in all ways. */
const TEMPLATES = `{{ toYaml .Values.v }}
x:{{ toYaml .Values.v | nindent 2 }}
{{ toJson .Values.v }}
{{ toRawJson .Values.v }}
{{ toPrettyJson .Values.v }}
{{ .Values.v }}
{{ print .Values.v .Values.v }}
{{ printf "%v|%s|%d|%q" .Values.v .Values.v .Values.v .Values.v }}
{{ quote .Values.v }}|{{ squote .Values.v }}
{{ cat "a" .Values.v }}
{{ join "-" .Values.v }}
{{ fromYaml (toYaml (dict "v" .Values.v)) | toJson }}
{{ fromJson (toJson (dict "a" .Values.v)) | toYaml }}
{{ tpl "{{ toYaml . }}" .Values.v }}
{{ range $k, $v := .Values }}{{ $k | toJson }}{{ $v | toJson }}{{ end }}
{{ int .Values.v }} {{ float64 .Values.v }} {{ default "d" .Values.v }} {{ empty .Values.v }} {{ kindOf .Values.v }}
{{ toString .Values.v | b64enc }} {{ toString .Values.v | sha256sum }} {{ len (toString .Values.v) }}
{{ toString .Values.v | indent 3 }}
{{ toString .Values.v | replace "a" "" | trimSuffix "0" | splitList " " | toJson }}
{{ toString .Values.v | trim | upper | lower }}
{{ title (toString .Values.v) }}
{{ eq (toString .Values.v) "a" }} {{ lt "b" (toString .Values.v) }}`.split('\n');

/** Charts with random values, which are equal for equal seeds. */
export function chartsOfRandomValues(seed: number, count: number): Record<string, string>[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => ({
    'Chart.yaml': 'apiVersion: v2\nname: values\nversion: 1.0.0\n',
    'values.yaml': JSON.stringify({ v: value(random, 3), w: value(random, 1) }),
    ...Object.fromEntries(TEMPLATES.map((template, i) => [`templates/${i}.yaml`, template])),
  }));
}

function value(random: Random, depth: number): unknown {
  const kinds = ['text', 'text', 'text', 'number', 'boolean', 'null'];
  switch (random.pick(depth > 0 ? [...kinds, 'list', 'map', 'map'] : kinds)) {
    case 'text':
      return text(random);
    case 'number':
      return random.pick(NUMBERS);
    case 'boolean':
      return random.chance(0.5);
    case 'list':
      return random.some([0], 0, 4).map(() => value(random, depth - 1));
    case 'map':
      return Object.fromEntries(random.some([0], 0, 4).map(() => [key(random), value(random, depth - 1)]));
    default:
      return null;
  }
}

function key(random: Random): string {
  return random.chance(0.7) ? random.pick(KEYS) : text(random);
}

function text(random: Random): string {
  return random.some(CHARACTERS, 0, random.pick([1, 2, 4, 8, 40, 120])).join('');
}
