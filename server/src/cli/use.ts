import { RULES } from '../rules/index.ts';
import { type Pages, rulePage, rulesJson, rulesText } from './list-rules.ts';
import type { Use } from './options.ts';
import { escapeControls, wantsColor } from './style.ts';
import type { Terminal } from './terminal.ts';

declare const KUBEWIN_VERSION: string;

/** Does what a command that reads no manifests is for: 2 where it cannot be done. */
export async function use(use: Use, terminal: Terminal): Promise<0 | 2> {
  const { stdout, stderr, environment } = terminal;
  const color = use.color ?? wantsColor(environment, stdout.isTTY === true);
  const fail = (message: string) => {
    stderr.write(`kubewin: ${escapeControls(message)}\n`);
    return 2 as const;
  };
  const pages = pagesOf(terminal);
  if (pages === undefined) return fail('The pages of the rules are missing: Kubewin is not installed completely.');
  if (use.command === 'rules') {
    stdout.write(use.format === 'json' ? rulesJson(RULES, pages, KUBEWIN_VERSION) : rulesText(RULES, pages, color));
    return 0;
  }
  const page = rulePage(use.words[0] ?? '', RULES, pages, Math.min(stdout.columns ?? READABLE, READABLE), color);
  if ('fault' in page) return fail(page.fault);
  stdout.write(page.text);
  return 0;
}

/** Longer lines are hard to read, in columns. */
const READABLE = 100;

/** The pages, which are a file beside the command line; undefined where it is not there. */
function pagesOf({ beside }: Terminal): Pages | undefined {
  const text = beside('pages.json');
  return text === undefined ? undefined : JSON.parse(text);
}
