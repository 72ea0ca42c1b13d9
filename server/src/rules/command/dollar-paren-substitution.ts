import { commandLine, OWN_COMMANDS, PROBE_COMMANDS, programName, spanWithin } from '../../lint/commands.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';

/** What Kubernetes looks for: `$$`, which stands for one `$`, and `$(NAME)`. */
const REFERENCE = /\$(?:\$|\(([-._a-zA-Z0-9]+)\))/g;

export default {
  id: 'command/dollar-paren-substitution',
  title: '$(NAME) is replaced before PowerShell sees it',
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
            message: message(
              'Kubernetes puts the value of the variable `{0}` in the place of `$({0})`, before PowerShell sees it.',
              one,
            ),
            fixes: protection(field, text, one),
          };
        }
      }
    },
  },
  outcomes: [{ effect: 'advice' }],
  why: `To Kubernetes \`$(NAME)\` in \`command\` and \`args\` stands for the value of a variable of the container, and in the command of an \`exec\`
probe for one whose value stands in the manifest; to PowerShell it is an expression to work out. Where the container has such a
variable, its value becomes a part of the script, quotes and all. Write \`$$(NAME)\` where PowerShell is to see \`$(NAME)\`, and
\`$env:NAME\` for the variable in PowerShell. Expressions such as \`$(Get-Date)\` are left alone, for no variable has that name.`,
  sources: [
    {
      title: 'Kubernetes documentation: Define a Command and Arguments for a Container',
      url: 'https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/',
    },
  ],
} satisfies Rule;

/** The variables of a container; for a probe those alone whose value stands there. */
function variableNames(container: Field, isProbe: boolean): string[] {
  const variables = container.get('env')?.items() ?? [];
  return variables
    .filter((one) => !isProbe || one.get('valueFrom') === undefined)
    .flatMap((one) => one.get('name')?.string ?? []);
}

/** Doubles the `$`; a text of several lines would be written anew as a whole. */
function protection(field: Field, text: string, name: string): Fix[] {
  if (text.includes('\n')) return [];
  const value = text.replace(REFERENCE, (whole, one) => (one === name ? `$${whole}` : whole));
  return [
    { title: `Write \`$$(${name})\``, safety: 'review', changes: [{ kind: 'replace', path: field.path, value }] },
  ];
}
