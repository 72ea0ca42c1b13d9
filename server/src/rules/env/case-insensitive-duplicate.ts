import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'env/case-insensitive-duplicate',
  code: 'KW1028',
  title: 'Environment variables that differ only in case',
  gate: 'windows',
  pod: {
    watches: inContainers('env[*].name'),
    check(field, { once, report }) {
      const name = field.string ?? '';
      const variable = field.parent;
      const list = variable?.parent;
      const other = list && otherSpelling(name, once(list, spellings));
      const otherName = other?.get('name');
      if (variable === undefined || other === undefined || otherName === undefined) return;
      // Reported on the later of the two.
      if (Number(variable.key) < Number(other.key)) return;
      report({
        at: field.valueSpan,
        case: hasSameValue(variable, other) ? 'the values are equal' : 'the values differ',
        message: message('`{0}` and `{1}` are the same variable on Windows.', otherName.string ?? '', name),
        related: [{ at: otherName.valueSpan, message: 'The other spelling' }],
        fixes: [removal(variable, name), removal(other, otherName.string ?? '')],
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      case: 'the values differ',
      result: 'The container gets only one of the two values, and which one is undefined.',
    },
    { effect: 'differs', case: 'the values are equal', result: 'On Linux, the two spellings are two variables.' },
  ],
  why: `On Windows, the names of environment variables are case-insensitive, so \`Path\` and \`PATH\` cannot both be
set. Linux programs often get a variable in two spellings, such as \`http_proxy\` and \`HTTP_PROXY\`. On Windows, set
only one of them.`,
  sources: [
    {
      title: 'Microsoft: Environment Variables',
      url: 'https://learn.microsoft.com/en-us/windows/win32/procthread/environment-variables',
    },
  ],
} satisfies Rule;

/** By name in lower case: its spellings, each with its first variable. */
type Spellings = ReadonlyMap<string, ReadonlyMap<string, Field>>;

function spellings(list: Field): Spellings {
  const byLowerCase = new Map<string, Map<string, Field>>();
  for (const variable of list.items()) {
    const name = variable.known(() => variable.get('name')?.string) ?? '';
    const variants = byLowerCase.get(name.toLowerCase()) ?? new Map<string, Field>();
    byLowerCase.set(name.toLowerCase(), variants);
    if (!variants.has(name)) variants.set(name, variable);
  }
  return byLowerCase;
}

/** The first variable with another spelling. Of identical names, the last one wins on every operating system. */
function otherSpelling(name: string, all: Spellings): Field | undefined {
  const [first, second] = all.get(name.toLowerCase()) ?? [];
  return (first?.[0] === name ? second : first)?.[1];
}

/** Whether both have the same value, as text or from the same source. */
function hasSameValue(first: Field, other: Field): boolean {
  const [value, otherValue] = [first, other].map((field) => field.get('value')?.string ?? '');
  return value === otherValue && isSame(first.get('valueFrom'), other.get('valueFrom'));
}

/** Whether two fields are equal, whatever the order of their keys. False if something cannot be read. */
function isSame(first: Field | undefined, other: Field | undefined): boolean {
  if (first === undefined || other === undefined) return first === other;
  if (first.isMapping && other.isMapping) {
    const entries = first.entries();
    return entries.length === other.entries().length && entries.every(([key, field]) => isSame(field, other.get(key)));
  }
  const values = [first, other].map((field) => field.string ?? field.boolean ?? field.number);
  return values[0] !== undefined && values[0] === values[1];
}

function removal(variable: Field, name: string): Fix {
  return {
    title: t`Remove the variable \`${name}\``,
    safety: 'review',
    changes: [{ kind: 'remove', path: variable.path }],
  };
}
