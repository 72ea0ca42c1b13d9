import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { Budget, type Expression, parseCel } from '../../server/src/own-rules/cel.ts';
import { celValue, LazyMap } from '../../server/src/own-rules/value.ts';
import { type Policy, policiesFor } from '../../server/src/policy/policies.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { Memo } from '../../server/src/text/memo.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { compared } from '../shared.ts';
import { readRecording } from './recording.ts';
import { withEveryRule } from './subjects.ts';

const { release, answers } = readRecording();
const settings = withEveryRule({ ...DEFAULT_SETTINGS, kubernetesVersion: release as Settings['kubernetesVersion'] });
const POLICIES = policiesFor(RULES, {
  actions: ['warn'],
  rules: undefined,
  systemNamespaces: false,
  params: undefined,
  settings,
  kubewin: '0.0.0',
});

const PARSED = new Memo<Expression>(1_000);

/** The rules whose validations are false for an object, in one policy. */
function violatedIn({ matchConditions, variables, validations }: Policy, object: unknown): string[] {
  const texts = new Map(variables.map(({ name, expression }) => [name, expression]));
  const values = new Map<string, unknown>();
  // A tenth of what the server allows.
  const budget = new Budget(1_000_000);
  const run = (text: string): unknown => PARSED.of(text, parseCel).evaluate(scope, budget);
  const scope: Readonly<Record<string, unknown>> = {
    object,
    oldObject: null,
    request: { operation: 'CREATE' },
    variables: new LazyMap(
      () => [],
      (name) => {
        const value = values.get(name) ?? run(texts.get(name) ?? '');
        values.set(name, value);
        return value;
      },
    ),
  };
  if (matchConditions.some(({ expression }) => run(expression) !== true)) return [];
  return validations.flatMap(({ rule, expression }) => (run(expression) === true ? [] : rule));
}

test('the evaluation of all policies gives the recorded answers of the API server', () => {
  const different = answers.flatMap(({ object, rules }) => {
    const { root } = parse(JSON.stringify(object));
    const found = root === undefined ? [] : POLICIES.flatMap((policy) => violatedIn(policy, celValue(root)));
    return found.sort().join() === rules.join() ? [] : { object, rules, found };
  });
  compared(`workloads in recorded answers of ${release}, evaluated by own-rules/cel.ts`, answers.length);
  expect(different).toEqual([]);
});
