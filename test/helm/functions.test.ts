import { expect, test } from 'vitest';
import { compared } from '../shared.ts';
import { chartOf, TEMPLATES } from './function-chart.ts';
import { readRecording } from './recording.ts';
import { compareChart, renderQuestion } from './rendered.ts';

const recording = readRecording('functions', 3);

test('templates are rendered as Helm 4 does', () => {
  const differences = Object.entries(readRecording('functions', 4)).flatMap(([template, answer]) =>
    compareChart(renderQuestion(chartOf(template), 4), answer).differences.map((own) => `${template}: ${own}`),
  );
  expect(differences).toEqual([]);
});

test('templates are rendered as Helm 3 does', () => {
  const differences: string[] = [];
  const unknown: string[] = [];
  for (const [template, answer] of Object.entries(recording)) {
    const comparison = compareChart(renderQuestion(chartOf(template), 3), answer);
    differences.push(...comparison.differences.map((difference) => `${template}: ${difference}`));
    if (comparison.unknown.length > 0) unknown.push(template);
  }
  expect(differences).toEqual([]);
  expect(unknown).toMatchInlineSnapshot(`
    [
      "{{ printf "%c" 65 }}",
      "{{ printf "%U" 65 }}",
      "{{ printf "%+d" 5 }}",
      "{{ printf "%#v" "a" }}",
      "{{ printf "%[2]s %[1]s" "a" "b" }}",
      "{{ printf "%*d" 5 1 }}",
      "{{ trunc 3 "éabc" }}",
      "{{ snakecase "FirstName" }}",
      "{{ camelcase "http_server" }}",
      "{{ kebabcase "FirstName" }}",
      "{{ initials "First Try" }}",
      "{{ abbrev 5 "hello world" }}",
      "{{ wrap 5 "hello world" }}",
      "{{ swapcase "aB" }}",
      "{{ rest (list) }}",
      "{{ merge nil (dict "a" 1) }}",
      "{{ index "abc" 1 }}",
      "{{ int64 "9007199254740993" }}",
      "{{ addf 1.5 2 }}",
      "{{ toDecimal "777" }}",
      "{{ b64dec "a" }}",
      "{{ b32enc "hello" }}",
      "{{ toYaml (dict "a very long key with more than one hundred and twenty-eight characters, which is written behind a question mark: xxxxxxxxxxxxxxxxxxxxxxxx" 1) }}",
      "{{ fromYaml "a" }}",
      "{{ fromYaml "- a" }}",
      "{{ fromYaml "a: [" | len }}",
      "{{ fromYaml "8080: a\\ntrue: b\\n1.5: c" | toYaml }}",
      "{{ fromJson "{" | len }}",
      "{{ regexMatch "(" "abc" }}",
      "{{ regexReplaceAll "a(x*)b" "-ab-axxb-" "$1W" }}",
      "{{ regexSplit "," "a,b,c" 2 }}",
      "{{ regexMatch "\\\\pL" "é" }}",
      "{{ semverCompare "bad" "1.2.3" }}",
      "{{ urlParse "https://user@host:80/path?x=1#f" }}",
      "{{ .Release }}",
      "{{ .Files.Get "missing.txt" }}",
      "{{ lookup "v1" "Secret" "ns" "name" }}",
      "{{ undefinedFunction 1 }}",
      "{{ html "<a href=\\"x\\">" }}",
      "{{ js "it's" }}",
      "{{ urlquery "a b&c" }}",
      "{{ hello }}",
      "{{ undefined }}",
      "{{ $undefined }}",
    ]
  `);
  compared('templates with the output of Helm', Object.keys(recording).length);
});

test('all templates are recorded', () => {
  expect(Object.keys(recording)).toEqual(TEMPLATES);
});

test.each(['now', 'randAlphaNum 5', 'uuidv4', 'genCA "a" 1', 'env "HOME"', 'lookup "v1" "Pod" "" ""'])(
  '%s is unknown',
  (expression) => {
    const rendered = renderQuestion(chartOf(`a: {{ ${expression} }}`)).templates.get('templates/a.yaml');
    expect(rendered?.text?.text).toBe(`a: {{ ${expression} }}`);
    expect(rendered?.text?.pieces.map(({ kind }) => kind)).toEqual(['exact', 'hole']);
  },
);
