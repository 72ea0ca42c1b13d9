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
    does: 'show which operating system each workload is for, and why',
  },
};

const PATHS = `In folders, all *.yaml, *.yml and *.json files are read, except those that git ignores. A file that
is named is read whatever its name, and - is standard input. The default is the current folder.
All paths together are one cluster: a RuntimeClass in one file counts for the pods in all others.`;

const TEXTS: Readonly<Record<Command, string>> = {
  check: `Checks Kubernetes manifests for what does not work on Windows nodes.
${PATHS}

Exit code: 0 no errors or warnings, 1 errors or warnings, 2 something could not be read or done.
With --fix it is about what remains. With --fix and - the fixed text goes to standard output, the
findings to standard error. With --fix-dry-run no file is changed, the diff goes to standard
output, the findings to standard error, and the exit code is that of a check without it.

  helm template . | kubewin check -
  kubewin check --kubernetes-version 1.29 --rule image=off deploy/
  kubewin check --fix-dry-run | git apply`,
  explain: `Shows for each workload which operating system it is for, how certain that is, and why.
${PATHS}

Exit code: 0, or 2 if something could not be read.`,
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
