import { randomFrom } from '../policy/random.ts';

const VALUES = `name: web
count: 3
ratio: 1.5
big: 2500000
on: true
off: false
empty: ""
nothing: null
list: [b, a, c]
numbers: [3, 1, 2]
map: {b: two, a: 1, c: {d: x, e: [1, "y"]}}
items:
  - {name: first, port: 80, tags: [x, y]}
  - {name: second, port: 443}
lines: |
  one
    two
text: "a: b #c"
`;

/** Values of each type by the expressions that read them. */
const TEXTS = [
  '.Values.name',
  '.Values.text',
  '.Values.empty',
  '.Values.lines',
  '"lit-eral"',
  '$.Release.Name',
  '.Chart.Name',
];
const NUMBERS = [
  '.Values.count',
  '.Values.ratio',
  '.Values.big',
  '3',
  '0',
  '(int .Values.count)',
  '(len .Values.list)',
];
const LISTS = [
  '.Values.list',
  '.Values.numbers',
  '(list 1 "a" nil)',
  '(keys .Values.map | sortAlpha)',
  '.Values.items',
];
const MAPS = ['.Values.map', '(dict "k" "v" "n" 1)', '.Values.map.c', '(pick .Values.map "a")'];
const OTHERS = ['.Values.nothing', '.Values.missing', '.Values.on', '.Values.off', 'nil', 'true'];

/** Functions by the types of their arguments, of which the last is a placeholder for another expression. */
const TEXT_FUNCTIONS = [
  'upper $t',
  'lower $t',
  'trim $t',
  'quote $a',
  'squote $a',
  'trunc 4 $t',
  'trunc -3 $t',
  'replace "a" "e" $t',
  'indent 2 $t',
  'nindent 2 $t',
  'trimSuffix "b" $t',
  'trimPrefix "w" $t',
  'printf "%s/%v" $t $a',
  'printf "%d|%q" $n $t',
  'print $a $a',
  'default $t $a',
  'toString $a',
  'join "," $l',
  'toYaml $a',
  'toJson $a',
  'b64enc $t',
  'sha256sum $t',
  'cat $t $n',
  'ternary $t "no" .Values.on',
  'repeat 2 $t',
  'title $t',
  'substr 0 2 $t',
  'toYaml $m',
  'toYaml $l',
  'first .Values.list',
  'coalesce $a $t',
  'regexReplaceAll "[a-c]" $t "<$0>"',
  'include "show" $a',
  'tpl "{{ . }}" $t',
  'toPrettyJson $m',
  'base $t',
];
const NUMBER_FUNCTIONS = [
  'add $n $n',
  'sub $n 1',
  'mul $n 2',
  'int $a',
  'len $l',
  'max $n 2',
  'min $n 2',
  'len $t',
  'floor $n',
  'div $n 2',
  'mod $n 2',
];
const LIST_FUNCTIONS = [
  'append $l $a',
  'concat $l $l',
  'reverse $l',
  'uniq $l',
  'compact $l',
  'splitList "a" $t',
  'until 2',
  'without $l "a"',
  'sortAlpha $l',
  'rest .Values.list',
  'slice .Values.list 1',
  'prepend $l $a',
];
const MAP_FUNCTIONS = [
  'merge (deepCopy $m) $m',
  'mergeOverwrite (deepCopy $m) (dict "a" $a)',
  'omit $m "a"',
  'set (dict "z" 1) "y" $a',
  'dict "t" $t "n" $n',
  'deepCopy $m',
  'fromYaml (toYaml $m)',
  'fromJson (toJson $m)',
];
const CONDITIONS = [
  '$a',
  'not $a',
  'and $a $a',
  'or $a $a',
  'eq $t $t',
  'ne $t "web"',
  'gt (int $n) 2',
  'hasKey $m "a"',
  'has "a" $l',
  'contains "e" $t',
  'hasPrefix "w" $t',
  'empty $a',
  'kindIs "string" $a',
  'eq (int $n) 3',
  'semverCompare ">=1.2" "1.3.0"',
  'regexMatch "^w" $t',
  'lt $n 5.0',
];

/** Values that are unknown without a cluster. */
const UNKNOWN = ['.Release.IsInstall', '.Release.IsUpgrade', '.Release.Revision', '(lookup "v1" "Secret" "" "a")'];

type Random = ReturnType<typeof randomFrom>;

/** Charts with random templates over the grammar and the functions, which are equal for equal seeds. */
export function generatedCharts(seed: number, count: number): Record<string, string>[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => ({
    'Chart.yaml': 'apiVersion: v2\nname: generated\nversion: 0.1.0\nappVersion: "2.0"\n',
    'values.yaml': VALUES,
    'templates/_helpers.tpl':
      '{{- define "show" -}}\n<{{ . }}>\n{{- end }}\n{{ define "own" }}{{ .Values.name }}{{ end }}',
    ...Object.fromEntries(
      Array.from({ length: 5 }, (_, i) => [`templates/t${i}.yaml`, `${START}${nodes(random, 4, 3)}`]),
    ),
  }));
}

/** Variables that any part of a template can change. */
const START = '{{- $z := "start" }}{{- $d := dict "a" 1 -}}\n';

function nodes(random: Random, most: number, depth: number): string {
  return random
    .some([0], 1, most)
    .map(() => node(random, depth))
    .join('');
}

function node(random: Random, depth: number): string {
  const open = () => random.pick(['{{ ', '{{ ', '{{- ']);
  const close = () => random.pick([' }}', ' }}', ' -}}']);
  const tag = (inner: string) => `${open()}${inner}${close()}`;
  const kind =
    depth === 0
      ? 'write'
      : random.pick(['text', 'write', 'write', 'write', 'if', 'with', 'range', 'variable', 'change', 'unknown']);
  const inner = () => nodes(random, 2, depth - 1);
  switch (kind) {
    case 'text':
      return random.pick(['a: ', '\n', '  ', 'key: value\n', '- ', ' # comment\n', '\n\n  b:\n']);
    case 'if': {
      const otherwise = random.chance(0.5) ? `${tag('else')}${inner()}` : '';
      const second = random.chance(0.3)
        ? `${tag(`else if ${fill(random, random.pick(CONDITIONS), 1)}`)}${inner()}`
        : '';
      return `${tag(`if ${fill(random, random.pick(CONDITIONS), 2)}`)}${inner()}${second}${otherwise}${tag('end')}`;
    }
    case 'with':
      return `${tag(`with $x := ${expression(random, 1)}`)}${tag('$x')}${tag('end')}`;
    case 'range': {
      const jump = random.chance(0.3)
        ? `{{ if ${fill(random, random.pick(CONDITIONS), 1)} }}{{ ${random.pick(['break', 'continue'])} }}{{ end }}`
        : '';
      const collection = rooted(random, random.pick([...LISTS, ...MAPS]));
      return `${tag(`range $k, $v := ${collection}`)}{{ $k }}=${jump}{{ $v }};${tag('end')}`;
    }
    case 'change':
      return random.pick([
        `{{ $z = ${expression(random, 1)} }}`,
        `{{ $_ := set $d "${random.pick(['a', 'b'])}" ${fill(random, '$a', 1)} }}`,
        '{{ $_ := unset $d "a" }}',
        '{{ $d = merge $d (dict "a" 3 "c" 4) }}',
        '{{ $z }}',
        '{{ toJson $d }}',
        '{{ range $k, $v := $d }}{{ $k }}{{ end }}',
        '{{ if hasKey $d "b" }}has{{ end }}',
      ]);
    case 'unknown': {
      const unknown = rooted(random, random.pick(UNKNOWN));
      return random.pick([
        () => tag(unknown),
        () => `${tag(`if ${unknown}`)}${inner()}${random.chance(0.5) ? `${tag('else')}${inner()}` : ''}${tag('end')}`,
        () =>
          `${tag(`if ${fill(random, random.pick(CONDITIONS), 1)}`)}${inner()}${tag(`else if ${unknown}`)}${inner()}${tag('end')}`,
        () => `${tag(`range ${unknown}`)}${inner()}${tag('end')}`,
        () => tag(`default ${unknown} ${fill(random, '$a', 1)}`),
        () =>
          tag(
            `ternary ${expression(random, 0)} ${expression(random, 0)} (and ${unknown} ${fill(random, '$a', 1)} | empty)`,
          ),
      ])();
    }
    case 'variable':
      return `${tag(`$y := ${expression(random, 1)}`)}${tag('$y')}{{ $y = ${expression(random, 1)} }}${tag('$y')}`;
    default:
      return tag(piped(random));
  }
}

function piped(random: Random): string {
  const start = expression(random, 2);
  return random.chance(0.4)
    ? `${start} | ${random.pick(['quote', 'toYaml', 'toString', 'default "d"', 'upper', 'indent 2', 'trunc 5'])}`
    : start;
}

function expression(random: Random, depth: number): string {
  const functions = random.pick([TEXT_FUNCTIONS, TEXT_FUNCTIONS, NUMBER_FUNCTIONS, LIST_FUNCTIONS, MAP_FUNCTIONS]);
  const found =
    depth === 0 ? random.pick([...TEXTS, ...NUMBERS, ...OTHERS]) : fill(random, random.pick(functions), depth);
  return rooted(random, found);
}

/** An expression that reads the values wherever it is; now and then, it does not. */
function rooted(random: Random, found: string): string {
  return random.chance(0.9) ? found.replace(/(?<![$\w])\.(?=Values|Release|Chart)/g, '$.') : found;
}

/** A function with expressions in place of its arguments. */
function fill(random: Random, called: string, depth: number): string {
  const filled = called.replace(/\$([tnlma])(?!\w)/g, (_, type: string) => {
    const nested = depth > 1 && random.chance(0.3);
    switch (type) {
      case 't':
        return nested ? `(${fill(random, random.pick(TEXT_FUNCTIONS), depth - 1)})` : random.pick(TEXTS);
      case 'n':
        return nested ? `(${fill(random, random.pick(NUMBER_FUNCTIONS), depth - 1)})` : random.pick(NUMBERS);
      case 'l':
        return nested ? `(${fill(random, random.pick(LIST_FUNCTIONS), depth - 1)})` : random.pick(LISTS);
      case 'm':
        return nested ? `(${fill(random, random.pick(MAP_FUNCTIONS), depth - 1)})` : random.pick(MAPS);
      default:
        return random.pick([...TEXTS, ...NUMBERS, ...LISTS, ...MAPS, ...OTHERS]);
    }
  });
  return rooted(random, filled);
}
