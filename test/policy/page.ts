import { readFileSync } from 'node:fs';
import { isExpressed } from '../../server/src/policy/expressions/index.ts';
import { reasonAgainst } from '../../server/src/policy/reasons.ts';
import { RULES } from '../../server/src/rules/index.ts';

const START = '<!-- generated: rules -->';
const END = '<!-- end -->';

/** `docs/policy.md` with up-to-date tables of rules. */
export function policyPage(): string {
  const page = readFileSync(new URL('../../docs/policy.md', import.meta.url), 'utf8');
  const [before = '', rest = ''] = page.split(START);
  return `${before}${START}\n${tables()}${END}${rest.split(END)[1] ?? ''}`;
}

function tables(): string {
  const expressed = RULES.filter(({ id }) => isExpressed(id));
  const link = (id: string) => `[\`${id}\`](rules/${id}.md)`;
  const byReason = new Map<string, string[]>();
  for (const rule of RULES) {
    const reason = reasonAgainst(rule);
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), link(rule.id)]);
  }
  const categories = new Map<string, string[]>();
  for (const { id } of expressed) {
    const category = id.slice(0, id.indexOf('/'));
    categories.set(category, [...(categories.get(category) ?? []), link(id)]);
  }
  return `
Policies express ${expressed.length} of ${RULES.length} rules:

| category | rules |
| --- | --- |
${[...categories].map(([category, ids]) => `| \`${category}\` | ${ids.join(', ')} |\n`).join('')}
The others cannot be expressed:

| reason | rules |
| --- | --- |
${[...byReason].map(([reason, ids]) => `| ${reason} | ${ids.join(', ')} |\n`).join('')}
`;
}
