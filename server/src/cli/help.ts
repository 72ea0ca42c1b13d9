import { CONFIG_NAME } from '../lint/config.ts';
import { COMMANDS, type Command, OPTIONS, type Option, optionsOf } from './options.ts';

/** The help of a command, or of the whole. */
export function help(command: Command | undefined): string {
  if (command === undefined) return `${HELP}\n${optionList(OPTIONS, true)}`;
  return `${SUMMARIES[command].usage}\n\n${TEXTS[command]}\n\n${optionList(optionsOf(command))}`;
}

const SUMMARIES: Readonly<Record<Command, { readonly usage: string; readonly does: string }>> = {
  check: { usage: 'kubewin check [options] [paths…]', does: 'find and fix what does not work on Windows nodes' },
  explain: {
    usage: 'kubewin explain [options] [paths…]',
    does: 'show the operating system of each workload, and why',
  },
};

const PATHS = `Folders are searched for *.yaml, *.yml, *.json and _*.tpl files, except those that git ignores. A
path to a file can have any name, and - is standard input. The default is the current folder.
All paths together are one cluster: a RuntimeClass in one file applies to the pods in all files.
For each file, the settings in the nearest ${CONFIG_NAME} apply, in its folder or above.`;

const TEXTS: Readonly<Record<Command, string>> = {
  check: `Checks Kubernetes manifests for what does not work on Windows nodes.
${PATHS}

Exit code: 0 without errors and warnings, 1 with errors or warnings (see --fail-on). It is 2 if an
argument or a configuration file is invalid, if a file could not be read or written, and if a
manifest, or any other file that is named itself, could not be parsed. In folders with more than
2 MB of files, only manifests in which something can be found are parsed. With --fix, the code is
about the problems that remain. With --watch, Ctrl+C ends it with 130.
With --fix and -, the fixed text goes to standard output and the findings go to standard error.

  helm template . | kubewin check -
  kubewin check --kubernetes-version 1.29 --rule image=off deploy/
  kubewin check --fix-dry-run | git apply
  kubewin check --format github --format sarif=kubewin.sarif deploy/`,
  explain: `Shows the operating system of each workload, how certain it is, and the evidence.
${PATHS}

Exit code: 0, or 2 if an argument or a configuration file is invalid, or if a file or manifest could
not be read.`,
};

const WIDTH = 100;

const HELP = `Kubewin checks Kubernetes manifests for what does not work on Windows nodes.

${COMMANDS.map((command) => `  ${SUMMARIES[command].usage.padEnd(36)}  ${SUMMARIES[command].does}`).join('\n')}

  kubewin <command> --help              help for a command
  kubewin --version                     show the version of Kubewin
`;

function optionList(options: readonly Option[], withCommand = false): string {
  const rows = options.map((option) => {
    const only = withCommand && option.only !== undefined ? ` Only with ${option.only}.` : '';
    return `${left(option)}\n${wrap(plain(option.description) + only, '        ')}`;
  });
  return `Options:\n${rows.join('\n')}\n`;
}

function left({ name, short, value, repeatable }: Option): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return `  ${names}${value === undefined ? '' : ` <${value}>`}${repeatable ? ' …' : ''}`;
}

/** Descriptions are Markdown, for the editor. */
function plain(markdown: string): string {
  return markdown.replace(/`#?([^`]*?)#?`/g, '$1');
}

function wrap(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && indent.length + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => indent + line).join('\n');
}
