import { plain, SUMMARIES, TEXTS } from '../../server/src/cli/commands/help.ts';
import { OPTIONS, optionsOf } from '../../server/src/cli/options/all-options.ts';
import { COMMANDS, type Command } from '../../server/src/cli/options/commands.ts';
import type { Option } from '../../server/src/cli/options/option.ts';

/** The manual page of the command line, as `man` reads it: what `--help` says, command by command. */
export function manPage(version: string): string {
  const common = OPTIONS.filter((option) => COMMANDS.every((command) => optionsOf(command).includes(option)));
  return `.\\" Generated from the options of the command line: npm run generate
.TH KUBEWIN 1 "" "Kubewin ${version}" "User Commands"
.SH NAME
kubewin \\- find what does not work on Windows nodes in Kubernetes manifests
.SH SYNOPSIS
${COMMANDS.map((command) => `.B ${roff(SUMMARIES[command].usage)}`).join('\n.br\n')}
.SH DESCRIPTION
Kubewin checks Kubernetes manifests for what does not work on Windows nodes, explains it and fixes it.
.SH COMMANDS
${COMMANDS.map((command) => section(command, common)).join('\n')}
.SH OPTIONS OF ALL COMMANDS
${common.map(entry).join('\n')}
.SH FILES
.TP
.B .kubewin.yaml
Settings for the manifests in its folder and below.
.SH ENVIRONMENT
.TP
.B NO_COLOR\\fR,\\fP FORCE_COLOR
Whether the output is colored: see https://no\\-color.org and https://force\\-color.org.
`;
}

function section(command: Command, common: readonly Option[]): string {
  const own = optionsOf(command).filter((option) => !common.includes(option));
  return [`.SS ${roff(SUMMARIES[command].usage)}`, paragraphs(TEXTS[command]), ...own.map(entry)].join('\n');
}

/** Paragraphs, and examples without line wrapping. */
function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map((part) => {
      const lines = part.split('\n').map((line) => roff(line.trim()));
      return part.startsWith('  ') ? `.IP\n.nf\n${lines.join('\n')}\n.fi` : `.PP\n${lines.join('\n')}`;
    })
    .join('\n');
}

function entry({ name, short, value, repeatable, description }: Option): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  const argument = value === undefined ? '' : ` \\fI${roff(value)}\\fR`;
  const more = repeatable ? ' ...' : '';
  return `.TP\n\\fB${roff(names)}\\fR${argument}${more}\n${roff(plain(description))}`;
}

/** A line with roff requests escaped. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replace(/^[.']/, '\\&$&');
}
