import { describe, expect, test } from 'vitest';
import { Budget, CelFault, CostFault, parseCel } from '../../server/src/own-rules/cel.ts';
import { checkCel } from '../../server/src/own-rules/types.ts';
import { celValue, UnknownValue } from '../../server/src/own-rules/value.ts';
import { MAX_STEPS } from '../../server/src/own-rules/variables.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

const CONTAINER = parse(`
name: web
image: registry.example/web:1.0
ports: [{ containerPort: 80, hostPort: 8080 }, { containerPort: 443 }]
resources: { limits: { memory: 1.5Gi, cpu: 2 } }
securityContext: { runAsNonRoot: true, runAsUser: null }
ratio: 0.5
template: '{{ .Values.x }}'
`).root;

function run(text: string): unknown {
  const container = CONTAINER && celValue(CONTAINER);
  return parseCel(text).evaluate({ container }, new Budget(MAX_STEPS));
}

// Answers of cel-go with the libraries of the API server.
test.each<[text: string, value: unknown]>([
  ['1 + 2 * 3 - 4 / 2 % 3', 5n],
  ['1/0 == 1 || true', true],
  ['[1, 0].exists(x, 1/x == 1)', true],
  ['[1, 2, 3].map(x, x > 1, x * 2)', [4n, 6n]],
  ['{"a": 1}[?"b"].orValue(3)', 3n],
  ['optional.of(2).optMap(x, x * 2).orValue(0)', 4n],
  ['optional.none().optMap(x, x * 2).hasValue()', false],
  ['"aXbXc".replace("X", "-")', 'a-b-c'],
  ['"a1b22".find("[0-9]+") + "a1b22".findAll("[0-9]+").join(",") + "x".find("y")', '11,22'],
  ['"abc".matches("(?i)B") && matches("abc", "^a.c$") && !"abc".matches("^b")', true],
  ['["a", "b", "a"].indexOf("b")', 1n],
  ['quantity("1.5Gi").isGreaterThan(quantity("1Gi")) && quantity("0.7").compareTo(quantity("700m")) == 0', true],
  ['quantity("1k") == quantity("1000") && quantity("1").isLessThan(quantity("1k"))', true],
  ['isQuantity("1.5Gi") && !isQuantity("1.5Gib")', true],
  ['container.ports[0].containerPort + container.ports[1].containerPort', 523n],
  ['container.ports.filter(p, has(p.hostPort)).size()', 1n],
  ['container.ratio', 0.5],
  ['has(container.securityContext.runAsUser)', false],
  ['container.?securityContext.runAsUser.orValue(7)', 7n],
  ['quantity(string(container.resources.limits.cpu)).compareTo(quantity("2"))', 0n],
  ['container.ports == [{"containerPort": 80, "hostPort": 8080}, {"containerPort": 443}]', true],
  ['container.resources.limits.exists(key, key == "cpu") && "cpu" in container.resources.limits', true],
  ['container.resources.limits.size() == 2 && container.resources != {}', true],
])('%s', (text, value) => {
  expect(run(text)).toEqual(value);
});

/** The message of a fault, and the text at its place. */
function faultOf(text: string, act: (text: string) => unknown): [message: string, at: string] | undefined {
  try {
    act(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof CelFault)) throw error;
    return [error.message, text.slice(error.span.start, error.span.end)];
  }
}

test.each<[text: string, message: string, at: string]>([
  ['foo', 'There is no variable `foo`.', 'foo'],
  ['conteiner.name == ""', 'There is no variable `conteiner`. Did you mean `container`?', 'conteiner'],
  ['variables.spek == null', 'Variables has no field `spek`. Did you mean `spec`?', 'spek'],
  ['value.imge == ""', 'Container has no field `imge`. Did you mean `image`?', 'imge'],
  [
    'has(value.securityContext.runAsUsr)',
    'SecurityContext has no field `runAsUsr`. Did you mean `runAsUser`?',
    'runAsUsr',
  ],
  ['value.?lifecycel.hasValue()', 'Container has no field `lifecycel`. Did you mean `lifecycle`?', 'lifecycel'],
  [
    'value.?securityContext.runAsUsr == null',
    'SecurityContext has no field `runAsUsr`. Did you mean `runAsUser`?',
    'runAsUsr',
  ],
  ['value.ports.exists(p, p.port == 80)', 'ContainerPort has no field `port`.', 'port'],
  [
    'value.image.startsWith(1)',
    "The condition has an error: found no matching overload for 'string.startsWith(int)'.",
    'value.image.startsWith(1)',
  ],
  [
    'value.ports[0].containerPort == "80"',
    'The condition has an error: no such overload: int == string.',
    'value.ports[0].containerPort == "80"',
  ],
  ['value.image.matches("(")', 'The condition has an error: error parsing regexp: missing closing ): `(`.', '"("'],
  ['(value.tty', 'The condition is not complete.', ''],
])('a fault before the evaluation: %s', (text, message, at) => {
  expect(faultOf(text, (each) => checkCel(each, ['spec.containers[*]']))).toEqual([message, at]);
});

test.each<[text: string, message: string, at: string]>([
  ['container.missing', 'The field `missing` is not set.', 'missing'],
  ['1 / 0', 'The condition has an error: division by zero.', '1 / 0'],
  ['quantity("x") == quantity("1")', 'The condition has an error: `x` is not a quantity.', 'quantity("x")'],
  [
    '"a".matches("a" + "(")',
    'The condition has an error: error parsing regexp: missing closing ): `a(`.',
    '"a".matches("a" + "(")',
  ],
  [`${'('.repeat(251)}1${')'.repeat(251)}`, 'The condition has an error: Exceeded maxDepth (250).', ''],
])('a fault of the evaluation: %s', (text, message, at) => {
  expect(faultOf(text, run)).toEqual([message, at]);
});

test('a value that a template writes ends the evaluation', () => {
  expect(() => run('container.template == "x"')).toThrow(UnknownValue);
});

describe('the cost is limited', () => {
  const tens = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
  const nested = (macro: string, depth: number): string =>
    depth === 0 ? 'false' : `${tens}.${macro}(x${depth}, ${nested(macro, depth - 1)})`;
  const filters = (depth: number): string =>
    depth === 0 ? 'true' : `${tens}.filter(x${depth}, ${filters(depth - 1)}).size() > 0`;
  test.each([
    ['nested `exists`', nested('exists', 6)],
    ['nested `all` with an alternative', `${nested('exists', 6)} || true`],
    ['nested `map`', nested('map', 6)],
    ['nested `filter`', filters(6)],
    ['a text that doubles', `["a"]${'.map(x, x + x)'.repeat(60)}`],
    ['a list that doubles', `[[1]]${'.map(x, x + x)'.repeat(60)}`],
    ['a text that doubles in `optMap`', `optional.of("a")${'.optMap(x, x + x)'.repeat(60)}`],
    ['replacements', `["${'a'.repeat(3_000)}"].map(x, x.replace("a", x)).map(x, x.replace("a", x))`],
    ['a regular expression that is searched often', `"${'a'.repeat(3_000)}".findAll("a.*b|a").size() > 0`],
    ['a regular expression', `${tens}.exists(x, "${'a'.repeat(3_000)}".matches("(a?){500}b"))`],
  ])('%s', (_, text) => {
    expect(() => run(text)).toThrow(CostFault);
  });

  test('what JavaScript would search forever takes linear time', () => {
    expect(run(`"${'a'.repeat(1_000)}!".matches("^(a+)+$")`)).toBe(false);
  });
});
