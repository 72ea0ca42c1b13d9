import { listedRules } from '../../lint/rule-set/rule-list.ts';
import { DEFAULT_SETTINGS } from '../../lint/settings/settings.ts';
import type { ListedRule, RulesResult } from '../../results.ts';
import { RULES } from '../../rules/index.ts';
import { shownPath } from '../files/input.ts';
import { locationText } from '../files/message.ts';
import { DIRECTIVES } from '../formats/directives.ts';
import { SCHEMA_VERSION } from '../formats/json.ts';
import { Configs, folderUri } from '../inputs/configs.ts';
import { readRuleId } from '../options/rule-id.ts';
import type { ToolOptions } from '../options/tools.ts';
import { pageText } from '../terminal/page.ts';
import { type Paint, painter, wantsColor } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ToolResult } from './tool-result.ts';

declare const KUBEWIN_VERSION: string;

/** The pages of the documentation by their paths: `rules/pod/host-pid.md`. */
type Pages = Readonly<Record<string, string>>;

const NO_PAGES = { fault: 'The pages of the rules are missing. Install Kubewin again.' };

/** All rules, as text in columns or as JSON. */
export function listRules({ format, color }: ToolOptions, terminal: Terminal): ToolResult {
  const pages = pagesOf(terminal);
  if (pages === undefined) return NO_PAGES;
  const rules = listed(pages);
  return format === 'json'
    ? { text: rulesJson(rules), syntax: 'json' }
    : { text: rulesText(rules, painter(color ?? wantsColorOn(terminal))) };
}

/** The page of a rule by its ID, its code or a former ID. */
export function showRule({ argument, color }: ToolOptions, terminal: Terminal): ToolResult {
  const pages = pagesOf(terminal);
  if (pages === undefined) return NO_PAGES;
  const found = readRuleId(argument);
  if ('fault' in found) return found;
  const directive = DIRECTIVES[found.id];
  const page = directive ? `# ${directive.title}\n\n${directive.why}` : pages[pathOf(found.id)];
  return page === undefined ? NO_PAGES : pageOf(page, color, terminal);
}

function pageOf(page: string, color: boolean | undefined, terminal: Terminal): ToolResult {
  const width = Math.min(terminal.stdout.columns ?? MAX_WIDTH, MAX_WIDTH);
  return { text: pageText(page, width, color ?? wantsColorOn(terminal)) };
}

/** A rule that the configuration file of the current folder defines. */
export async function showOwnRule({ argument, color }: ToolOptions, terminal: Terminal): Promise<ToolResult> {
  const here = folderUri('.');
  const { settings } = await new Configs({ config: undefined, settings: {} }, terminal.disk).of(`${here}/-`, here);
  const rule = settings.ownRules?.find(({ id }) => id === argument);
  if (rule === undefined) return { fault: `No configuration file of this folder defines the rule \`${argument}\`.` };
  const { id, message, description, severity, gate, fields, when, docs, place } = rule;
  const facts = [
    `Severity: ${severity}`,
    `Pods: ${gate}`,
    `Fields: ${fields.map((field) => `\`${field}\``).join(', ')}`,
  ];
  const condition = when === undefined ? [] : ['## When', `\`\`\`\n${when.trim()}\n\`\`\``];
  const defined = `Defined in ${locationText({ path: shownPath(place.uri), at: place.start })}.`;
  const list = facts.map((fact) => `- ${fact}`).join('\n');
  const page = [`# ${id}`, message, description.trim(), list, ...condition, docs ?? '', defined];
  return pageOf(page.filter((part) => part !== '').join('\n\n'), color, terminal);
}

/** Longer lines are hard to read, in columns. */
const MAX_WIDTH = 100;

function wantsColorOn({ environment, stdout }: Terminal): boolean {
  return wantsColor(environment, stdout.isTTY === true);
}

/** The pages, which are a file beside the command line; undefined if it is missing. */
function pagesOf({ beside }: Terminal): Pages | undefined {
  const text = beside('pages.json');
  return text === undefined ? undefined : JSON.parse(text);
}

function rulesText(rules: readonly ListedRule[], paint: Paint): string {
  const rows = rules.map((rule) => [
    rule.id,
    rule.code,
    rule.defaultSeverity,
    rule.gate,
    rule.effects.join(','),
    rule.fixable ? 'fix' : '-',
    rule.title,
  ]);
  const head = ['RULE', 'CODE', 'SEVERITY', 'PODS', 'EFFECTS', 'FIX', 'FINDS'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lines = [head, ...rows].map((row) => {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)));
    return row === head
      ? paint('bold', cells.join('  '))
      : [paint('bold', cells[0] ?? ''), ...cells.slice(1)].join('  ');
  });
  return `${lines.join('\n')}\n`;
}

/** As docs/schemas/rules.schema.json describes it. */
function rulesJson(rules: readonly ListedRule[]): string {
  const result: RulesResult = { schemaVersion: SCHEMA_VERSION, kubewin: KUBEWIN_VERSION, rules };
  return `${JSON.stringify(result, null, 2)}\n`;
}

function listed(pages: Pages): ListedRule[] {
  return listedRules(RULES, DEFAULT_SETTINGS).map(({ id, code = '', title, state }, i) => {
    const { gate = 'object', outcomes = [], formerIds = [], sources = [] } = RULES[i] ?? {};
    return {
      id,
      code,
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

/** The section of a packed page that lists the fixes of the rule. */
const FIXES = /^## Fixes\n\n- /m;

function pathOf(id: string): string {
  return `rules/${id}.md`;
}
