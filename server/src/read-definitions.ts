import { KUBERNETES_VERSIONS } from './kubernetes/version.ts';
import type { Rule } from './lint/rule.ts';
import { ruleNames } from './lint/settings/rule-names.ts';
import { isRecord } from './lint/settings/settings.ts';
import { didYouMean } from './text/nearest.ts';

const GATES: readonly string[] = ['windows', 'guessed', 'linux', 'any', 'object'] satisfies Rule['gate'][];
const EFFECTS: readonly string[] = ['rejected', 'fails', 'ignored', 'differs', 'unsupported', 'advice'];
const KEYS: readonly string[] = ['id', 'title', 'gate', 'offByDefault', 'pod', 'objects', 'outcomes', 'why', 'sources'];

const OLDEST = KUBERNETES_VERSIONS[0];

const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*\/[a-z0-9]+(?:-[a-z0-9]+)*$/;
const PATTERN = /^[A-Za-z]\w*(?:\.[\w*-]+|\[[^[\]]+\])*$/;

/** The rules in the options of `createChecker`. Throws a `TypeError` that names everything that is not valid. */
export function readDefinitions(options: unknown, known: readonly Rule[]): readonly Rule[] {
  const rules = isRecord(options) ? options['rules'] : undefined;
  if (!Array.isArray(rules)) throw new TypeError('The option `rules` must be an array of rules.');
  const names = ruleNames(known);
  const seen = new Set<string>();
  const faults = rules.flatMap((rule: unknown, i): string[] => {
    if (!isRecord(rule)) return [`Rule ${i} is not an object.`];
    const id = String(rule['id']);
    const own = faultsOf(rule).map((fault) => `Rule \`${id}\`: ${fault}`);
    if (names.has(id)) own.push(`Rule \`${id}\`: a rule of Kubewin or a category has this name.`);
    if (seen.has(id)) own.push(`Rule \`${id}\` is given twice.`);
    seen.add(id);
    return own;
  });
  if (faults.length > 0) throw new TypeError(faults.join(' '));
  return rules as Rule[];
}

function faultsOf(rule: Readonly<Record<string, unknown>>): string[] {
  const { id, gate, pod, objects = [], outcomes, sources } = rule;
  const faults = Object.keys(rule).flatMap((key) =>
    KEYS.includes(key) ? [] : [`unknown property \`${key}\`.${didYouMean(key, KEYS)}`],
  );
  const expect = (isValid: boolean, fault: string) => {
    if (!isValid) faults.push(fault);
  };
  expect(typeof id === 'string' && ID.test(id), '`id` must be `category/name`, in lower case.');
  for (const key of ['title', 'why']) expect(typeof rule[key] === 'string', `\`${key}\` must be a string.`);
  expect(GATES.includes(String(gate)), `\`gate\` must be one of these: ${GATES.join(', ')}.`);
  expect(pod !== undefined || isFilled(objects), '`pod` or `objects` is missing.');
  if (pod !== undefined) {
    expect(isCheck(pod), '`pod` must have `watches`, a list of fields, and `check`, a function that returns nothing.');
  }
  expect(
    Array.isArray(objects) &&
      objects.every(
        (object) => isCheck(object) && typeof object['kind'] === 'string' && typeof object['group'] === 'string',
      ),
    'each of `objects` must have `kind`, `group`, `watches` and `check`, a function that returns nothing.',
  );
  expect(
    isFilled(outcomes) && outcomes.every((outcome) => isRecord(outcome) && EFFECTS.includes(String(outcome['effect']))),
    `\`outcomes\` must be a list, each with one of these effects: ${EFFECTS.join(', ')}.`,
  );
  for (const outcome of isFilled(outcomes) ? outcomes.filter(isRecord) : []) {
    for (const key of ['since', 'until']) {
      const release = outcome[key] ?? OLDEST;
      expect(
        KUBERNETES_VERSIONS.some((known) => known === release),
        `\`${key}\` must be a release such as \`${OLDEST}\`.`,
      );
    }
  }
  expect(
    isFilled(sources) && sources.every((source) => isRecord(source) && typeof source['title'] === 'string'),
    '`sources` must be a list, each with a `title`.',
  );
  return faults;
}

function isCheck(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const { watches, check } = value;
  // Functions that are async or generators have other tags.
  if (Object.prototype.toString.call(check) !== '[object Function]') return false;
  return isFilled(watches) && watches.every((pattern) => typeof pattern === 'string' && PATTERN.test(pattern));
}

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}
