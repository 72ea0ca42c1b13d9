import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import {
  commandLineOf,
  OWN_COMMANDS,
  PROBE_COMMANDS,
  programName,
  runsFile,
  spanWithin,
} from '../../rule-kit/commands.ts';

/** References as Kubernetes reads them: `$$`, an escaped `$`, and `$(…)` up to the first closing parenthesis. */
const REFERENCE = /\$(?:\$|\(([^)]*)(\)?))/g;

export default {
  id: 'command/dollar-paren-substitution',
  code: 'KW1005',
  title: '$(…) in a PowerShell command',
  gate: 'windows',
  pod: {
    watches: [...OWN_COMMANDS, ...PROBE_COMMANDS],
    check(list, { once, report }) {
      const line = once(list, commandLineOf);
      const name = programName(line?.program?.text ?? '');
      if (line === undefined || (name !== 'powershell' && name !== 'pwsh') || runsFile(line.words, name)) return;
      const isCommand = commandNames(line.container.field);
      for (const { field, text } of line.words) {
        // A whole argument is a value that Kubernetes fills in.
        if (/^\$\([^()]*\)$/.test(text)) continue;
        const [reference] = [...text.matchAll(REFERENCE)].flatMap(([whole, variable, closed]) =>
          variable !== undefined && closed !== undefined && isCommand(variable) ? whole : [],
        );
        if (reference === undefined) continue;
        report({
          at: spanWithin(field, reference),
          field: field.path,
          message: message('`{0}` works only while no variable has this name.', shortened(reference)),
          fixes: escapeFix(field, text, isCommand),
        });
      }
    },
  },
  outcomes: [{ effect: 'advice', result: 'Write `$$(…)` for a subexpression of PowerShell.' }],
  why: `In \`command\`, \`args\` and \`exec\` probes, Kubernetes replaces \`$(NAME)\` with the value of a variable of
the container, before PowerShell starts. PowerShell uses the same syntax for subexpressions such as \`$(Get-Date)\`.
Write \`$$(…)\` to pass a subexpression to PowerShell, or define the variable in \`env\` if you mean one.

Subexpressions are passed unchanged only as long as no variable has this name.`,
  sources: [
    {
      title: 'Kubernetes documentation: Define a Command and Arguments for a Container',
      url: 'https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/',
    },
    { title: 'kubernetes/kubernetes third_party/forked/golang/expansion/expand.go' },
  ],
} satisfies Rule;

/**
 * Which names in `$(…)` mean a command of PowerShell, although Kubernetes would replace them if there were such a variable.
 * The variables of a container are those of `env`, and with `envFrom` may be any. Kubernetes passes on everything else.
 */
function commandNames(container: Field): (name: string) => boolean {
  const names = new Set(
    (container.get('env')?.items() ?? []).flatMap((variable) => variable.get('name')?.string ?? []),
  );
  const hasEnvFrom = container.get('envFrom') !== undefined;
  // By convention, a name in capital letters is that of a variable.
  const isMeant = (name: string) => COMMAND_NAME.test(name) && name !== name.toUpperCase();
  return (name) => isMeant(name) && !names.has(name) && !hasEnvFrom;
}

/** Cmdlets and functions with verbs that need no argument, and programs and aliases that are common in subexpressions. */
const COMMAND_NAME = /^(?:(?:get|new|read|test|invoke|resolve)-[a-z]\w*|hostname|whoami|date|pwd|gci|dir|ls)$/i;

/** Doubles the `$`. A text of several lines is left alone, because it would be rewritten as a whole. */
function escapeFix(field: Field, text: string, isCommand: (name: string) => boolean): Fix[] {
  if (text.includes('\n')) return [];
  const value = text.replace(REFERENCE, (whole, variable, closed) =>
    variable !== undefined && closed !== undefined && isCommand(variable) ? `$${whole}` : whole,
  );
  return [{ title: 'Write `$$(…)`', safety: 'review', changes: [{ kind: 'replace', path: field.path, value }] }];
}

/** The start of a long expression, in one line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
