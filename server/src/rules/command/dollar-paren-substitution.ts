import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import {
  commandLineOf,
  OWN_COMMANDS,
  PROBE_COMMANDS,
  programName,
  spanWithin,
  type Word,
} from '../../rule-kit/commands.ts';

/** References as Kubernetes reads them: `$$`, an escaped `$`, and `$(…)` up to the first closing parenthesis. */
const REFERENCE = /\$(?:\$|\(([^)]*)(\)?))/g;

export default {
  id: 'command/dollar-paren-substitution',
  title: '$(…) in a PowerShell command',
  gate: 'windows',
  pod: {
    watches: [...OWN_COMMANDS, ...PROBE_COMMANDS],
    *check(list, { once }) {
      const line = once(list, commandLineOf);
      const name = programName(line?.program?.text ?? '');
      if (line === undefined || (name !== 'powershell' && name !== 'pwsh') || runsFile(line.words, name)) return;
      const isReplaceable = undefinedNames(line.container.field);
      for (const { field, text } of line.words) {
        // A whole argument is a value that Kubernetes fills in.
        if (/^\$\([^()]*\)$/.test(text)) continue;
        const [reference] = [...text.matchAll(REFERENCE)].flatMap(([whole, variable, closed]) =>
          variable !== undefined && closed !== undefined && isReplaceable(variable) ? whole : [],
        );
        if (reference === undefined) continue;
        yield {
          at: spanWithin(field, reference),
          field: field.path,
          message: message('`{0}` works only while no variable has this name.', shortened(reference)),
          fixes: escapeFix(field, text, isReplaceable),
        };
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

/** Whether PowerShell runs a script file, to which the other words are plain arguments. */
function runsFile(words: readonly Word[], name: string): boolean {
  const tokens = words.flatMap(({ text }) => text.trim().split(/\s+/)).map((text) => text.toLowerCase());
  const options = tokens.slice(tokens.findIndex((word) => programName(word) === name) + 1);
  const command = options.findIndex((word) => isOption(word, 'command'));
  const file = options.findIndex((word) => isOption(word, 'file'));
  // Without either, `pwsh` takes its first argument for a file.
  if (file < 0 && command < 0) return name === 'pwsh';
  return file >= 0 && (command < 0 || file < command);
}

/** Whether a word is an option of PowerShell, which may be abbreviated. */
function isOption(text: string, option: string): boolean {
  return /^[-/]\w+$/.test(text) && option.startsWith(text.slice(1));
}

/**
 * Which texts in `$(…)` Kubernetes would replace if there were a variable: names that are not variables of the container yet.
 * Its variables are those of `env` and of Services, and with `envFrom` may be any. Kubernetes passes on everything else.
 */
function undefinedNames(container: Field): (name: string) => boolean {
  const names = new Set(
    (container.get('env')?.items() ?? []).flatMap((variable) => variable.get('name')?.string ?? []),
  );
  const hasEnvFrom = container.get('envFrom') !== undefined;
  return (name) =>
    /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) &&
    !names.has(name) &&
    !hasEnvFrom &&
    !/^[A-Z0-9_]+_(?:SERVICE_HOST|SERVICE_PORT|PORT)(?:_|$)/.test(name);
}

/** Doubles the `$`. A text of several lines is left alone, because it would be rewritten as a whole. */
function escapeFix(field: Field, text: string, isReplaceable: (name: string) => boolean): Fix[] {
  if (text.includes('\n')) return [];
  const value = text.replace(REFERENCE, (whole, variable, closed) =>
    variable !== undefined && closed !== undefined && isReplaceable(variable) ? `$${whole}` : whole,
  );
  return [{ title: 'Write `$$(…)`', safety: 'review', changes: [{ kind: 'replace', path: field.path, value }] }];
}

/** The start of a long expression, in one line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
