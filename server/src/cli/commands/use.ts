import { RULES } from '../../rules/index.ts';
import type { Shell, Use } from '../options/arguments.ts';
import { escapeControls, wantsColor } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { completionScript } from './completion.ts';
import { init } from './init.ts';
import { type Pages, rulePage, rulesJson, rulesText } from './rules.ts';

declare const KUBEWIN_VERSION: string;

/** Does what a command that reads no manifests is for; 2 where it cannot be done. */
export async function use(asked: Use, terminal: Terminal): Promise<0 | 2> {
  const result = await resultOf(asked, terminal);
  if ('text' in result) terminal.stdout.write(result.text);
  else terminal.stderr.write(`kubewin: ${escapeControls(result.fault)}\n`);
  return 'text' in result ? 0 : 2;
}

type Result = { readonly text: string } | { readonly fault: string };

async function resultOf(asked: Use, terminal: Terminal): Promise<Result> {
  const { command, words, format, given } = asked;
  const [word = ''] = words;
  const color = asked.color ?? wantsColor(terminal.environment, terminal.stdout.isTTY === true);
  switch (command) {
    case 'lsp':
      // It says itself what is wrong, and ends the process.
      terminal.startServer();
      return { text: '' };
    case 'completion':
      return { text: completionScript(word as Shell) };
    case 'init': {
      const made = await init(given, terminal.disk);
      return 'fault' in made ? made : { text: `${made.done}\n` };
    }
    case 'rules':
    case 'rule': {
      const pages = pagesOf(terminal);
      if (pages === undefined) return { fault: 'The pages of the rules are missing. Install Kubewin again.' };
      if (command === 'rule') {
        const width = Math.min(terminal.stdout.columns ?? READABLE, READABLE);
        return rulePage(word, RULES, pages, width, color);
      }
      const text = format === 'json' ? rulesJson(RULES, pages, KUBEWIN_VERSION) : rulesText(RULES, pages, color);
      return { text };
    }
  }
}

/** Longer lines are hard to read, in columns. */
const READABLE = 100;

/** The pages, which are a file beside the command line; undefined where it is not there. */
function pagesOf({ beside }: Terminal): Pages | undefined {
  const text = beside('pages.json');
  return text === undefined ? undefined : JSON.parse(text);
}
