import type { Effect, Gate, Rule } from '../../lint/rule.ts';
import { listedRules } from '../../lint/rule-set/rule-list.ts';
import { namesOf, ruleNames } from '../../lint/settings/rule-names.ts';
import { DEFAULT_SETTINGS, type Severity } from '../../lint/settings/settings.ts';
import { didYouMean } from '../../text/nearest.ts';
import { DIRECTIVES } from '../formats/directives.ts';
import { SCHEMA_VERSION } from '../formats/json.ts';
import { pageText } from '../terminal/page.ts';
import { painter } from '../terminal/style.ts';

/** The pages of the documentation by their paths: `rules/pod/host-pid.md`. */
export type Pages = Readonly<Record<string, string>>;

/** A rule as the lists have it. */
interface Listed {
  readonly id: string;
  readonly title: string;
  /** The worst one by default. */
  readonly defaultSeverity: Severity | 'off';
  readonly gate: Gate;
  readonly effects: readonly Effect[];
  /** Whether some finding of it comes with a fix. */
  readonly fixable: boolean;
  readonly formerIds: readonly string[];
  readonly url: string | null;
}

/** All rules in lines of columns, to look through and to search. */
export function rulesText(rules: readonly Rule[], pages: Pages, color: boolean): string {
  const paint = painter(color);
  const all = listed(rules, pages);
  const rows = all.map((rule) => [
    rule.id,
    rule.defaultSeverity,
    rule.gate,
    rule.effects.join(','),
    rule.fixable ? 'fix' : '-',
    rule.title,
  ]);
  const head = ['RULE', 'SEVERITY', 'PODS', 'EFFECTS', 'FIX', 'FINDS'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, ...rows].map((row) => {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)));
    return row === head
      ? paint('bold', cells.join('  '))
      : [paint('bold', cells[0] ?? ''), ...cells.slice(1)].join('  ');
  });
  return `${lines.join('\n')}\n`;
}

/** The same as docs/schemas/rules.schema.json describes it. */
export function rulesJson(rules: readonly Rule[], pages: Pages, version: string): string {
  return `${JSON.stringify({ schemaVersion: SCHEMA_VERSION, kubewin: version, rules: listed(rules, pages) }, null, 2)}\n`;
}

/** The page of a rule by an id that it has or had; a fault in a sentence where there is no such rule. */
export function rulePage(
  name: string,
  rules: readonly Rule[],
  pages: Pages,
  width: number,
  color: boolean,
): { readonly text: string } | { readonly fault: string } {
  const known = ruleNames(rules);
  const id = known.idOf(name.toLowerCase());
  const directive = id === undefined ? undefined : DIRECTIVES[id];
  const page = directive ? `# ${directive.title}\n\n${directive.why}` : id && pages[pathOf(id)];
  if (page) return { text: pageText(page, width, color) };
  if (known.all.includes(name)) {
    return { fault: `\`${name}\` is a category, not a rule. \`kubewin rules\` lists the rules of each category.` };
  }
  // Who leaves out the category means the rule of that name.
  const named = rules.find((rule) => rule.id.endsWith(`/${name}`));
  const meant = named === undefined ? didYouMean(name, rules.flatMap(idsOf)) : ` Did you mean \`${named.id}\`?`;
  return { fault: `There is no rule \`${name}\`.${meant}` };
}

function listed(rules: readonly Rule[], pages: Pages): Listed[] {
  return listedRules(rules, DEFAULT_SETTINGS).map(({ id, title, state }, i) => {
    const { gate = 'object', outcomes = [], formerIds = [], sources = [] } = rules[i] ?? {};
    return {
      id,
      title,
      defaultSeverity: state,
      gate,
      effects: [...new Set(outcomes.map(({ effect }) => effect))],
      fixable: FIXES.test(pages[pathOf(id)] ?? ''),
      formerIds,
      url: sources[0]?.url ?? null,
    };
  });
}

/** What a packed page has where the rule has fixes: a list of them. */
const FIXES = /^## Fixes\n\n- /m;

function pathOf(id: string): string {
  return `rules/${id}.md`;
}

function idsOf(rule: Rule): string[] {
  return namesOf(rule).filter((name) => name.includes('/'));
}
