import { CONFIG_NAME } from '../../lint/settings/config.ts';
import { OPTIONS, optionsOf } from '../options/all-options.ts';
import { COMMANDS, type Command } from '../options/commands.ts';
import type { Option } from '../options/option.ts';

/** The help of a command, or of all commands. */
export function help(command: Command | undefined): string {
  if (command === undefined) return HELP;
  return `${SUMMARIES[command].usage}\n\n${TEXTS[command]}\n\nOptions:\n${optionRows(optionsOf(command), ({ description }) => plain(description))}\n`;
}

/** The usage and the purpose of each command. */
export const SUMMARIES: Readonly<Record<Command, { readonly usage: string; readonly does: string }>> = {
  check: { usage: 'kubewin check [options] [paths…]', does: 'find and fix what does not work on Windows nodes' },
  explain: {
    usage: 'kubewin explain [options] [paths…]',
    does: 'show the operating system of each workload, and why',
  },
  migrate: {
    usage: 'kubewin migrate [options] [paths…]',
    does: 'show what workloads for Linux need to run on Windows nodes',
  },
  images: {
    usage: 'kubewin images [options] [paths…]',
    does: 'list images, and record their platforms',
  },
  'other-linters': {
    usage: 'kubewin other-linters [options] [paths…]',
    does: 'let other linters skip what Windows pods cannot have',
  },
  cluster: { usage: 'kubewin cluster [options]', does: 'check what is in a cluster: also kubectl kubewin' },
  rules: { usage: 'kubewin rules [options]', does: 'list the rules' },
  rule: { usage: 'kubewin rule [options] <rule>', does: 'show the page of a rule' },
  init: { usage: 'kubewin init [options]', does: `write a new ${CONFIG_NAME}` },
  lsp: { usage: 'kubewin lsp --stdio', does: 'start the language server, for an editor' },
  mcp: { usage: 'kubewin mcp', does: 'offer checks, explanations and fixes to language models' },
  completion: { usage: 'kubewin completion <shell>', does: 'print a script that completes commands in a shell' },
  policy: { usage: 'kubewin policy [options]', does: 'write policies with which the API server checks workloads' },
  help: { usage: 'kubewin help [command]', does: 'show the options of a command' },
  version: { usage: 'kubewin version', does: 'show the version of Kubewin' },
};

const PATHS = `Folders are searched for *.yaml, *.yml, *.json and _*.tpl files, except those that git ignores. In
a path, * and ? also find such files. A path to a file can have any name, and - is standard input.
The default is the current folder.
All paths together are one cluster: a RuntimeClass in one file applies to the pods in all files.
For each file, the settings in the nearest ${CONFIG_NAME} apply, in its folder or above.`;

/** The description of each command; lines that begin with two blanks are examples. */
export const TEXTS: Readonly<Record<Command, string>> = {
  check: `Checks Kubernetes manifests for what does not work on Windows nodes.
${PATHS}

Exit code: 0 without errors and warnings, 1 with errors or warnings (see --fail-on). It is 2 if an
argument or a configuration file is invalid, if a file could not be read or written, and if a
manifest, or any other file that is named itself, could not be parsed. Of a template in a chart,
only what Helm renders has to be YAML. In folders with more than 2 MB of files, only manifests in
which something can be found are parsed. With --fix, the code is about the problems that remain.
With --watch, Ctrl+C ends it with 130.
With --fix and -, the fixed text goes to standard output and the findings go to standard error.

  helm template . | kubewin check -
  kubewin check --kubernetes-version 1.29 --rule image=off deploy/
  kubewin check --fix-dry-run | git apply
  kubewin check --kubernetes-version 1.33 --upgrade-to 1.37 deploy/
  kubewin check --format github --format sarif=kubewin.sarif deploy/`,
  explain: `Shows the operating system of each workload, how certain it is, and the evidence.
${PATHS}

Exit code: 0, or 2 if an argument or a configuration file is invalid, or if a file or manifest could
not be read.`,
  migrate: `Shows what each workload that is not for Windows needs to run on Windows nodes. It tells what a fix
does, what a person has to do, and how much effort that is. No file is changed.
${PATHS}

The effort has four levels. With "none", there is nothing for a person to do. With "small", there
are only images to check, or to replace by another tag. With "medium", there are up to five other
things. With "large", there are more of them, or something cannot run on Windows as it is, such as
an image without a Windows variant.

Exit code: 0, or 2 if an argument or a configuration file is invalid, or if a file or manifest could
not be read.

  kubewin migrate deploy/
  kubewin migrate --format html . > migration.html`,
  images: `Lists the images of all workloads, with the verdict of the pod and the platforms that are known.
${PATHS}

With --lock, it asks the registries for the platforms, and writes them to .kubewin-images.yaml. The
other commands and editors read this file and never ask a registry. Logins are those of Docker and
Podman, and proxies are those of the environment.

Exit code: 0; with --check, 1 if the file differs. It is 2 if an argument or a configuration file is
invalid, or if a file or an image could not be read.

  kubewin images --lock deploy/
  kubewin images --lock --update 'mcr.microsoft.com/*' --prune
  kubewin images --check`,
  'other-linters': `Lets other linters skip the checks that no Windows pod can pass, and changes nothing else. It does
so for workloads with os.name: windows. For Trivy, it adds their files to .trivyignore.yaml in the
current folder; for the others, it adds annotations to the objects.
${PATHS}

Nothing is written twice, and what is there stays. Trivy skips checks for whole files: a file that
also has other workloads is not added.

Exit code: 0, or 2 if an argument or a configuration file is invalid, or if something could not be
read or written.

  kubewin other-linters --write checkov --write polaris deploy/
  kubewin other-linters --write trivy . && trivy config --ignorefile .trivyignore.yaml .
  kubewin other-linters --write kube-linter --dry-run | git apply`,
  cluster: `Checks the objects of a cluster for what does not work on Windows nodes. As a plug-in of kubectl, it
is kubectl kubewin. It runs kubectl api-resources, kubectl version and kubectl get for the kinds of
objects that rules need. It reads no Secrets, and changes nothing. Without -A and -n, it reads the
namespace of the context of kubectl.

The Nodes set the release, the runtime and the taint, unless the nearest ${CONFIG_NAME} or an option
does. A mistake of a Deployment is reported there, and not in its ReplicaSets and pods.

Exit code: 0 without errors and warnings, 1 with errors or warnings (see --fail-on). It is 2 if an
argument or a configuration file is invalid, and if kubectl fails or prints half a list. A command
can take five minutes. Kinds that you are not allowed to list are named and left out.

  kubectl kubewin -A
  kubectl kubewin --context shop -n web -l app=web
  kubectl kubewin -n web --diff deploy/
  kustomize build overlays/web | kubectl kubewin -n web --diff -`,
  rules: `Lists all rules: id, default severity, the pods that it applies to, effects, whether it has fixes,
and what it finds. The JSON output is described in docs/schemas.

  kubewin rules | grep volumes/
  kubewin rules --format json`,
  rule: `Shows the page of a rule: what it finds, why, the effect by Kubernetes version, examples and fixes.

  kubewin rule pod/host-pid | less -R`,
  init: `Writes a file ${CONFIG_NAME} with the given settings and with comments into the current folder. A
file that exists is not changed, and the exit code is 2.

  kubewin init --kubernetes-version 1.33 --taint aks-local`,
  lsp: `Starts the language server. An editor does so, and says how it is connected.`,
  mcp: `Serves the Model Context Protocol on standard input and output, for hosts of language models. It has
the tools kubewin_check, kubewin_explain and kubewin_fix, and the pages of all rules as resources.
It reads only files below the current folder, and the nearest ${CONFIG_NAME} above it. It writes no
file: kubewin_fix returns the fixed text or a diff. It ends when standard input does.

  claude mcp add kubewin -- npx --yes kubewin mcp`,
  completion: `Prints a script for bash, zsh, fish or powershell. It completes commands, options, their values
and rules.

  source <(kubewin completion bash)                        in ~/.bashrc
  source <(kubewin completion zsh)                         in ~/.zshrc, behind compinit
  kubewin completion fish | source                         in ~/.config/fish/config.fish
  kubewin completion powershell | Out-String | Invoke-Expression       in $PROFILE`,
  policy: `Writes ValidatingAdmissionPolicies with bindings, for the rules that one object decides. The API
server then evaluates these rules itself, without a webhook. It requires Kubernetes 1.30. The
settings are those of the nearest ${CONFIG_NAME}, in the current folder or above.

Policies for other actions or rules have other names, and do not replace each other. Nothing that
runs is stopped: an existing object is checked only when its pod spec changes. With --action deny,
what a controller creates, such as the pods of an old Deployment, is not rejected. The label
kubewin.dev/policy=exempt on a namespace or an object exempts it.

With --mutate, it writes MutatingAdmissionPolicies instead, which change workloads. They require
Kubernetes 1.34.

Exit code: 0, or 2 if an argument or a configuration file is invalid.

  kubewin policy | kubectl apply -f -
  kubewin policy --action warn,audit > policies.yaml
  kubewin policy --action deny --rules host-process,volumes/nfs | kubectl apply -f -
  kubewin policy --mutate --taint os=windows:NoSchedule > mutations.yaml`,
  help: `Shows what a command does, its options and examples.

  kubewin help check`,
  version: `Shows the version of Kubewin.`,
};

const WIDTH = 100;

/** The options in the help of all commands. */
const COMMON = ['config', 'kubernetes-version', 'provider', 'rule', 'help', 'version'];

const HELP = `Kubewin checks Kubernetes manifests for what does not work on Windows nodes.

Commands:
${COMMANDS.map((command) => `  ${SUMMARIES[command].usage.padEnd(40)}  ${SUMMARIES[command].does}`).join('\n')}

Common options:
${optionRows(
  COMMON.flatMap((name) => OPTIONS.find((option) => option.name === name) ?? []),
  firstSentence,
)}

Examples:
  kubewin check manifests/                              find what does not work on Windows nodes
  kubewin check --fix manifests/                        apply the safe fixes
  helm template . | kubewin check -                     check what a program prints
  kubewin check --format sarif=kubewin.sarif .          write a report for a CI system
  kubewin migrate --format html . > migration.html      plan the move of Linux workloads
  kubewin rule pod/host-pid                             read about a rule

"kubewin help <command>" shows all options of a command.
`;

/** The first sentence of the description of an option. */
export function firstSentence({ description }: Option): string {
  return plain(description).split(/(?<=\.) /)[0] ?? '';
}

function optionRows(options: readonly Option[], textOf: (option: Option) => string): string {
  return options.map((option) => `${left(option)}\n${wrap(textOf(option), '        ')}`).join('\n');
}

function left({ name, short, value, repeatable }: Option): string {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return `  ${names}${value === undefined ? '' : ` <${value}>`}${repeatable ? ' …' : ''}`;
}

/** Descriptions are Markdown, for the editor. */
export function plain(markdown: string): string {
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
