import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Change, createChecker, message, type Problem, type RuleDefinition, rules } from '../server/src/api.ts';
import type * as inside from '../server/src/lint/rule.ts';
import { DECLARED, SCHEDULED } from './cli/manifests.ts';

/** The example on the page, as a function of the text to check. */
function example(): (text: string) => { files: unknown } {
  const page = readFileSync(new URL('../docs/npm.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n(import \{ createChecker[\s\S]*?)```/.exec(page) ?? [];
  const body = code.replace(/^import .*\n/, '');
  return new Function('createChecker', 'message', 'text', `${body}\nreturn { files };`).bind(
    undefined,
    createChecker,
    message,
  );
}

test('the example of the page', () => {
  const text = DECLARED.replace(/(?<=image: ).*/, 'docker.io/web:1.0');
  const { files } = example()(text);
  expect(files).toMatchObject([
    {
      findings: expect.arrayContaining([
        expect.objectContaining({
          rule: 'team/registry',
          effect: 'advice',
          severity: 'warning',
          message: 'Image `docker.io/web:1.0` is not from `registry.example`.',
          field: 'spec.containers[0].image',
          fixes: [{ title: 'Use the mirror', safety: 'review' }],
        }),
      ]),
    },
  ]);
  expect(JSON.stringify(example()(text.replace('docker.io/web:1.0', '{{ .Values.image }}')))).not.toContain('team/');
});

const RULE: RuleDefinition = {
  id: 'team/x',
  title: 'X',
  gate: 'windows',
  pod: { watches: ['spec'], check: () => undefined },
  outcomes: [{ effect: 'advice' }],
  why: '',
  sources: [{ title: 'X' }],
};

test('a rule reads the pod, its verdict and the object', () => {
  const seen: unknown[] = [];
  const rule: RuleDefinition = {
    ...RULE,
    pod: {
      watches: ['spec.hostPID'],
      check(field, { object, pod, verdict, settings }) {
        seen.push(field.path, field.boolean, object.kind, pod.containers[0]?.name, verdict, settings.kubernetesVersion);
      },
    },
  };
  createChecker({ rules: [rule] }).check(SCHEDULED, { settings: { kubernetesVersion: '1.30' } });
  expect(seen.slice(0, 4)).toEqual([['spec', 'hostPID'], true, 'Pod', expect.any(String)]);
  expect(seen[4]).toMatchObject({ os: 'windows', certainty: 'scheduled' });
  expect(seen[5]).toBe('1.30');
});

test('a rule on other objects', () => {
  const rule: RuleDefinition = {
    ...RULE,
    gate: 'object',
    pod: undefined as never,
    objects: [
      {
        kind: 'Service',
        group: '',
        watches: ['spec.type'],
        check(field, { report }) {
          if (field.string === 'NodePort') report({ at: field.valueSpan, message: message('No.') });
        },
      },
    ],
  };
  const { pod: _, ...onServices } = rule;
  const text = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { type: NodePort }\n';
  const { files } = createChecker({ rules: [onServices] }).check(text);
  expect(files[0]?.findings).toMatchObject([{ rule: 'team/x', severity: 'hint', message: 'No.' }]);
});

test('a rule that throws is a note without findings, and others continue', () => {
  const broken: RuleDefinition = {
    ...RULE,
    id: 'team/broken',
    pod: {
      watches: ['spec'],
      check(field, { report }) {
        report({ at: field.span, message: message('No.') });
        throw new Error('broken');
      },
    },
  };
  const { files, notes } = createChecker({ rules: [broken, RULE] }).check(DECLARED);
  expect(notes).toEqual([
    expect.objectContaining({ level: 'error', message: 'The rule team/broken failed: Error: broken' }),
  ]);
  expect(files[0]?.findings.length).toBeGreaterThan(0);
  expect(files[0]?.findings.filter(({ rule }) => rule.startsWith('team/'))).toEqual([]);
});

test('the list contains the rule', () => {
  const checker = createChecker({ rules: [RULE] });
  expect(checker.rules).toHaveLength(rules.length + 1);
  expect(checker.rules).toContainEqual(expect.objectContaining({ id: 'team/x', code: null, effects: ['advice'] }));
  const text = DECLARED.replace('spec:', '# kubewin: allow team/y\nspec:');
  expect(JSON.stringify(checker.check(text))).toContain('Unknown rule `team/y`.');
  expect(JSON.stringify(checker.check(text.replace('team/y', 'team/x')))).not.toContain('Unknown rule');
});

describe('what is not valid throws, and each fault is named', () => {
  test.each<[options: unknown, message: string]>([
    [undefined, 'The option `rules` must be an array of rules.'],
    [{ rules: RULE }, 'The option `rules` must be an array of rules.'],
    [{ rules: [1] }, 'Rule 0 is not an object.'],
    [{ rules: [{ ...RULE, id: 'Team' }] }, 'Rule `Team`: `id` must be `category/name`, in lower case.'],
    [
      { rules: [{ ...RULE, id: 'pod/host-pid' }] },
      'Rule `pod/host-pid`: a rule of Kubewin or a category has this name.',
    ],
    [{ rules: [RULE, RULE] }, 'Rule `team/x` is given twice.'],
    [
      { rules: [{ ...RULE, gate: 'all', title: 1 }] },
      'Rule `team/x`: `title` must be a string. Rule `team/x`: `gate` must be one of these: windows, guessed, linux, any, object.',
    ],
    [{ rules: [{ ...RULE, watch: [] }] }, 'Rule `team/x`: unknown property `watch`.'],
    [
      { rules: [{ ...RULE, pod: { watches: ['spec'] } }] },
      'Rule `team/x`: `pod` must have `watches`, a list of fields, and `check`, a function that returns nothing.',
    ],
    [
      { rules: [{ ...RULE, pod: { ...RULE.pod, *check() {} } }] },
      'Rule `team/x`: `pod` must have `watches`, a list of fields, and `check`, a function that returns nothing.',
    ],
    [
      { rules: [{ ...RULE, pod: { ...RULE.pod, watches: ['spec..x'] } }] },
      'Rule `team/x`: `pod` must have `watches`, a list of fields, and `check`, a function that returns nothing.',
    ],
    [
      { rules: [{ ...RULE, objects: [{}] }] },
      'Rule `team/x`: each of `objects` must have `kind`, `group`, `watches` and `check`, a function that returns nothing.',
    ],
    [{ rules: [{ ...RULE, pod: undefined }] }, 'Rule `team/x`: `pod` or `objects` is missing.'],
    [
      { rules: [{ ...RULE, outcomes: [] }] },
      'Rule `team/x`: `outcomes` must be a list, each with one of these effects: rejected, fails, ignored, differs, unsupported, advice.',
    ],
    [
      { rules: [{ ...RULE, outcomes: [{ effect: 'advice', since: '1' }] }] },
      'Rule `team/x`: `since` must be a release such as `1.14`.',
    ],
    [{ rules: [{ ...RULE, sources: [{}] }] }, 'Rule `team/x`: `sources` must be a list, each with a `title`.'],
  ])('%j', (options, text) => {
    expect(() => createChecker(options as { rules: [] })).toThrow(new TypeError(text));
  });
});

type Check = NonNullable<RuleDefinition['pod']>['check'];

test('rules of Kubewin have the type of rules of callers', () => {
  expectTypeOf<Problem>().toExtend<inside.Problem>();
  expectTypeOf<inside.Field>().toExtend<Parameters<Check>[0]>();
  expectTypeOf<inside.PodContext & inside.Reporter>().toExtend<Parameters<Check>[1]>();
  expectTypeOf<Change>().toExtend<inside.Change>();
});

test('the type of rules excludes checks that return problems', () => {
  expectTypeOf<() => void>().toExtend<Check>();
  expectTypeOf<() => Generator<Problem>>().not.toExtend<Check>();
  expectTypeOf<() => Problem[]>().not.toExtend<Check>();
  expectTypeOf<() => Promise<void>>().not.toExtend<Check>();
});

test('the fixes of a rule are applied by its ID', () => {
  const rule: RuleDefinition = {
    ...RULE,
    pod: {
      watches: ['spec.hostPID'],
      check(field, { report }) {
        const changes: Change[] = [{ kind: 'remove', path: field.path }];
        report({ at: field.span, message: message('No.'), fixes: [{ title: 'Remove it', safety: 'review', changes }] });
      },
    },
  };
  const { files } = createChecker({ rules: [rule] }).fix(SCHEDULED, { rules: ['team/x'] });
  expect([SCHEDULED.includes('hostPID'), files[0]?.text.includes('hostPID')]).toEqual([true, false]);
  expect(() => createChecker({ rules: [] }).fix(SCHEDULED, { rules: ['team/x'] })).toThrow(
    'There is no rule `team/x`.',
  );
});
