import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PodContext } from '../../server/src/lint/rule.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import privileged from '../../server/src/rules/security-context/privileged.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';
import { cases, type Failed, inCases } from './cases.ts';
import { byCalls, byTime } from './growth.ts';
import { longText, longTexts, PLACES, structures } from './shapes.ts';

const IN_CI = 12;

/** Cases that failed before. */
const FAILED: readonly Failed[] = [];

const TOKENS = [
  ...[...'aA1 .,:;-_/\\@#$%&*()[]{}<>|!?=+~^`\'"'].map((sign) => (sign === '"' || sign === '\\' ? `\\${sign}` : sign)),
  ...['\\n', '\\t', '{{', '}}', '${', '$(', '/*', '*/', '//', '0x', '1e', 'Mi', 'C:', '..', '\\\\.\\pipe', 'windows'],
  ...['linux', 'cmd', 'powershell', 'ping', 'kill', 'trap', 'sh', '-c', '/bin', 'allow', 'kubewin:', '&&', '||'],
];

const PROPERTY = fc.property(
  fc.constantFrom(...Object.keys(PLACES)),
  fc.array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 4 }).map((tokens) => tokens.join('')),
  (place, part) => {
    expect(byTime(longText(place, part))).toBe(undefined);
  },
);

test.each(inCases(structures()))('$name: the work is proportional to their number', (shape) => {
  expect(byCalls(shape)).toBe(undefined);
});

test.each(inCases(longTexts()))('$name: the time is proportional to the length', (shape) => {
  expect(byTime(shape)).toBe(undefined);
});

test('any repeated text takes time in proportion to its length', () => fc.assert(PROPERTY, cases(IN_CI)), 3_600_000);

test.each(FAILED)('case $path of seed $seed passes', (failed) => fc.assert(PROPERTY, failed));

test('a rule that visits all containers for each container is detected', () => {
  const readAll = (_: Field, { pod }: PodContext) => {
    for (const { field } of pod.containers) field.get('none');
  };
  const pod = { watches: privileged.pod?.watches ?? [], check: readAll };
  const [shape] = structures(ruleSet([{ ...privileged, pod }])).filter(({ name }) => name === 'containers');
  expect(shape && byCalls({ ...shape, size: 40 })).toMatch(/calls grow with n/);
});

// A pause of the machine during a measurement can hide the growth.
test('a search that starts again at each position is detected', { retry: 3 }, () => {
  const run = (n: number) => {
    const text = '/'.repeat(n);
    return () => /(?:\/|x)+a/.test(text);
  };
  expect(byTime({ name: 'slashes', size: 1_200, run })).toMatch(/milliseconds grow with n/);
});
