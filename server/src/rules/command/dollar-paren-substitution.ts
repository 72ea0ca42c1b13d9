import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { commandLine, OWN_COMMANDS, PROBE_COMMANDS, programName, spanWithin } from '../../rule-kit/commands.ts';

/** What Kubernetes replaces: `$$`, an escaped `$`, and `$(NAME)`. */
const REFERENCE = /\$(?:\$|\(([-._a-zA-Z0-9]+)\))/g;

export default {
  id: 'command/dollar-paren-substitution',
  title: '$(NAME) in a PowerShell command',
  gate: 'windows',
  pod: {
    watches: [...OWN_COMMANDS, ...PROBE_COMMANDS],
    *check(list, { pod }) {
      const line = commandLine(pod, list);
      const name = programName(line?.program?.text ?? '');
      if (line === undefined || (name !== 'powershell' && name !== 'pwsh')) return;
      const variables = variableNames(line.container.field, list.parent !== line.container.field);
      for (const { field, text } of line.words) {
        const names = [...text.matchAll(REFERENCE)].flatMap(([, one]) => one ?? []);
        for (const one of new Set(names)) {
          if (!variables.includes(one)) continue;
          yield {
            at: spanWithin(field, `$(${one})`),
            field: field.path,
            message: message('`$({0})` is replaced with the value of variable `{0}` before PowerShell starts.', one),
            fixes: protection(field, text, one),
          };
        }
      }
    },
  },
  outcomes: [{ effect: 'advice', result: 'To pass `$(NAME)` to PowerShell, write `$$(NAME)`.' }],
  why: `In \`command\` and \`args\`, Kubernetes replaces \`$(NAME)\` with the value of a variable of the container. In
an \`exec\` probe, it does so only if the value is set in the manifest. To PowerShell, \`$(NAME)\` is a subexpression,
so the value becomes part of the script, including any quotes. Write \`$$(NAME)\` to pass \`$(NAME)\` to PowerShell, or
\`$env:NAME\` to read the variable. Expressions such as \`$(Get-Date)\` are not replaced, because no variable has this
name.`,
  sources: [
    {
      title: 'Kubernetes documentation: Define a Command and Arguments for a Container',
      url: 'https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/',
    },
  ],
} satisfies Rule;

/** The variables of a container; for a probe, only those with a literal value. */
function variableNames(container: Field, isProbe: boolean): string[] {
  const variables = container.get('env')?.items() ?? [];
  return variables
    .filter((one) => !isProbe || one.get('valueFrom') === undefined)
    .flatMap((one) => one.get('name')?.string ?? []);
}

/** Doubles the `$`. A text of several lines is left alone, because it would be rewritten as a whole. */
function protection(field: Field, text: string, name: string): Fix[] {
  if (text.includes('\n')) return [];
  const value = text.replace(REFERENCE, (whole, one) => (one === name ? `$${whole}` : whole));
  return [
    { title: `Write \`$$(${name})\``, safety: 'review', changes: [{ kind: 'replace', path: field.path, value }] },
  ];
}
