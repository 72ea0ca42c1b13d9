import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { explainField, explainRule } from '../../agents/explain.ts';
import { Findings } from '../../agents/findings.ts';
import { fixed, fixedJson, NOTHING_TO_FIX } from '../../agents/fixes.ts';
import type { Tool, Inputs as ToolInputs } from '../../agents/tools.ts';
import { ruleSet } from '../../lint/rule-set/rule-set.ts';
import { RULES } from '../../rules/index.ts';
import { type Input, shownPath, urisOf } from '../files/input.ts';
import { locationText } from '../files/message.ts';
import { MessageLog } from '../files/message-log.ts';
import { unifiedDiff } from '../files/unified-diff.ts';
import { Configs, folderUri } from '../inputs/configs.ts';
import { type Inputs, readManifests } from '../inputs/read-manifests.ts';
import { readCheckOptions } from '../options/check.ts';
import { GivenOptions } from '../options/given-options.ts';
import { STDIN_PATH } from '../options/manifests.ts';
import { OutputFiles } from '../terminal/output-file.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CallResult, Served } from './protocol.ts';

/** The tools of `kubewin mcp`. They read files only below a folder, and write none. `pages` are those of the documentation. */
export function toolsIn(root: string, terminal: Terminal, pages: Served['pages']): Served['call'] {
  return async ({ name }: Tool, inputs, signal) => {
    const { rule, field, value, ineffective, hints } = inputs;
    switch (name) {
      case 'kubewin_explain': {
        const explained =
          typeof rule === 'string'
            ? explainRule(rule, RULES)
            : explainField(String(field), value as string | undefined, ruleSet(RULES), await settingsHere(terminal));
        if (!('page' in explained)) return explained;
        const text = pages[explained.page];
        return text === undefined ? { fault: 'The pages of the rules are missing. Install Kubewin again.' } : { text };
      }
      case 'kubewin_check': {
        const read = await readGiven(inputs, root, terminal);
        return 'fault' in read ? read : check(read, hints === true, signal);
      }
      case 'kubewin_fix': {
        const read = await readGiven(inputs, root, terminal);
        return 'fault' in read ? read : fix(read, ineffective === true);
      }
    }
  };
}

/** What a call names, as the command line reads it. */
interface Read extends Inputs {
  readonly log: MessageLog;
  /** Whether it is a text or a file, and not a folder. */
  readonly isOne: boolean;
}

/** Reads the text, file or folder of a call. All files of a folder are evaluated together. */
async function readGiven(
  { text, path }: ToolInputs,
  root: string,
  terminal: Terminal,
): Promise<Read | { readonly fault: string }> {
  const given = typeof path === 'string' ? insideOf(root, path) : { path: STDIN_PATH, isFolder: false };
  if ('fault' in given) return given;
  const log = new MessageLog(terminal);
  const stdin = async function* () {
    yield new TextEncoder().encode(String(text));
  };
  const options = readCheckOptions([given.path], new GivenOptions());
  const read = await readManifests(options, new OutputFiles([], terminal), { ...terminal, stdin }, log);
  return read === undefined ? { fault: messages(log).join(' ') } : { ...read, log, isOne: !given.isFolder };
}

const OUTSIDE = 'There is no such file or folder in the folder in which `kubewin mcp` was started.';

/** A path below a folder once all links are resolved. */
function insideOf(
  root: string,
  path: string,
): { readonly path: string; readonly isFolder: boolean } | { readonly fault: string } {
  try {
    const real = realpathSync.native(resolve(root, path));
    const below = relative(realpathSync.native(root), real);
    if (/^\.\.(?:[\\/]|$)/.test(below) || isAbsolute(below)) return { fault: OUTSIDE };
    const status = statSync(real);
    if (!status.isFile() && !status.isDirectory()) return { fault: 'This is not a regular file.' };
    return { path: real, isFolder: status.isDirectory() };
  } catch {
    return { fault: OUTSIDE };
  }
}

async function settingsHere({ disk }: Terminal) {
  const here = folderUri('.');
  const options = readCheckOptions([], new GivenOptions());
  return (await new Configs(options, disk).of(`${here}/${STDIN_PATH}`, here)).settings;
}

function messages({ messages: all }: MessageLog): string[] {
  return all.map(({ path, at, message }) => {
    return path === undefined
      ? message
      : `${locationText({ path: path === STDIN_PATH ? 'text' : path, at })}: ${message}`;
  });
}

function labelOf({ isStdin, uri }: Input): string {
  return isStdin ? 'text' : shownPath(uri);
}

async function check(
  { inputs, manifests: { workspace }, log, isOne }: Read,
  hints: boolean,
  signal: AbortSignal,
): Promise<CallResult> {
  if (inputs.length === 0) return { fault: ['No manifest was found.', ...messages(log)].join(' ') };
  const findings = new Findings({ hints, isWhole: isOne });
  for (const input of inputs) {
    for (const uri of urisOf(input)) {
      const report = log.guard(input, () => workspace.report(uri, isOne));
      if (report !== undefined) findings.add(labelOf(input), report);
      workspace.release(uri);
    }
    // Lets a message arrive, which may cancel the call.
    await new Promise((resume) => setImmediate(resume));
    if (signal.aborted) return { fault: 'Canceled.' };
  }
  for (const message of messages(log)) findings.note(message);
  return { text: findings.toJson() };
}

/** A longer diff is not returned, in characters. */
const MAX_DIFF = 200_000;

function fix({ inputs: [input], manifests: { workspace }, log, isOne }: Read, ineffective: boolean): CallResult {
  if (!isOne) return { fault: 'This is a folder. kubewin_fix needs a file.' };
  if (log.hasErrors || input === undefined) return { fault: messages(log).join(' ') };
  const report = input.cut === undefined ? workspace.report(input.uri) : undefined;
  if (report === undefined) return { fault: 'The list is too large to be changed.' };
  const result = fixed(report, ineffective);
  if (result.edits.length === 0) return { text: NOTHING_TO_FIX };
  if (input.isStdin) return { text: fixedJson(result, { text: result.text }) };
  const diff = unifiedDiff(labelOf(input), report.file.text, result.edits);
  if (diff.length > MAX_DIFF) return { fault: 'The changes are too large. Run `kubewin check --fix` instead.' };
  return { text: fixedJson(result, { diff }) };
}
