import type { KubernetesVersion } from '../../kubernetes/version.ts';
import type { Certainty } from '../../windows/verdict.ts';
import { outcomeOf, severityOf } from '../effect.ts';
import type { Effect, Example, Gate, Outcome, Rule, Source } from '../rule.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings.ts';

/** The releases that the tables of outcomes show: the first and the last, and those in which much changed. */
export const SHOWN_VERSIONS: readonly KubernetesVersion[] = ['1.14', '1.20', '1.24', '1.29', '1.33', '1.37'];

/** The documentation page of a rule, as Markdown. `findings` gives what is said of an example's text. */
export function rulePage(rule: Rule, findings: (example: Example) => readonly string[]): string {
  const parts = [
    `# ${rule.title}`,
    `\`${rule.id}\` · ${GATES[rule.gate]}${rule.offByDefault ? ' · off by default' : ''}`,
    rule.why,
    '## What becomes of it',
    outcomeTable(rule),
    resultList(rule),
    ...rule.examples.flatMap((example) => exampleParts(example, findings(example))),
    '## To allow it',
    `Write a comment at the end of the line or on a line of its own above it:

\`\`\`yaml
# kubewin: allow ${rule.id} -- why it is fine here
\`\`\`

or set \`"kubewin.rules": { "${rule.id}": "off" }\`.`,
    '## Sources',
    rule.sources.map((source) => `- ${sourceLink(source)}`).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The list of all rules by category, with links to their pages. */
export function rulesIndex(rules: readonly Rule[]): string {
  const categories = new Map<string, Rule[]>();
  for (const rule of rules) {
    const category = rule.id.slice(0, rule.id.indexOf('/'));
    categories.set(category, [...(categories.get(category) ?? []), rule]);
  }
  const tables = [...categories].map(
    ([category, list]) =>
      `## ${category}\n\n| rule | severity | what |\n| --- | --- | --- |\n${list
        .map((rule) => `| [${rule.id}](${rule.id}.md) | ${severities(rule)} | ${cell(rule.title)} |`)
        .join('\n')}`,
  );
  return `# Rules\n\n${rules.length} rules in ${categories.size} categories. A severity follows from what becomes of the pod; the setting \`kubewin.rules\` changes it.\n\n${tables.join('\n\n')}\n`;
}

const GATES: Readonly<Record<Gate, string>> = {
  windows: 'speaks on pods that are certainly for Windows',
  guessed: 'speaks on pods that are taken for Windows, on a guess too',
  linux: 'speaks on pods that are taken for Linux',
  any: 'speaks on every pod',
  object: 'speaks on other objects than pods',
};

const CERTAINTIES: Readonly<Record<Gate, readonly (Certainty | null)[]>> = {
  windows: ['declared', 'scheduled'],
  guessed: ['declared', 'scheduled', 'guessed'],
  linux: ['declared', 'scheduled', 'guessed'],
  any: [null],
  object: [null],
};

const CERTAINTY_NAMES: Readonly<Record<Certainty, string>> = {
  declared: '`os.name` says so',
  scheduled: 'the scheduler sees to it',
  guessed: 'a guess',
};

/** What becomes of it by release, a line for each runtime, case and certainty that differ. */
function outcomeTable({ gate, outcomes }: Rule): string {
  const named = new Set(outcomes.flatMap((outcome) => outcome.case ?? []));
  const hasOthers = outcomes.some((outcome) => outcome.case === undefined);
  const cases = [...named, ...(hasOthers ? [undefined] : [])];
  const runtimes = [...new Set(outcomes.map((outcome) => outcome.runtime ?? DEFAULT_SETTINGS.containerRuntime))];
  const lines = runtimes.flatMap((runtime) =>
    cases.flatMap((name) => {
      const cells = CERTAINTIES[gate].map((certainty) =>
        SHOWN_VERSIONS.map((version) => {
          const settings: Settings = { ...DEFAULT_SETTINGS, kubernetesVersion: version, containerRuntime: runtime };
          return effectCell(outcomeOf({ outcomes }, name, certainty, settings));
        }).join(' | '),
      );
      // Where it is the same for all of them, a rule need not speak on pods of each certainty.
      const differ = new Set(cells).size > 1;
      return CERTAINTIES[gate].slice(0, differ ? undefined : 1).map((certainty, i) => {
        const conditions = [
          differ && certainty !== null ? CERTAINTY_NAMES[certainty] : '',
          name !== undefined ? `if ${name}` : named.size > 0 ? 'otherwise' : '',
          outcomes.some((outcome) => outcome.runtime !== undefined) ? runtime : '',
        ].filter((part) => part !== '');
        return { label: conditions.join(', ') || 'always', cells: cells[i] ?? '' };
      });
    }),
  );
  const shown = lines.filter(({ cells }) => cells !== NOWHERE);
  const head = `| | ${SHOWN_VERSIONS.join(' | ')} |\n|${' --- |'.repeat(SHOWN_VERSIONS.length + 1)}`;
  return `${head}\n${shown.map(({ label, cells }) => `| ${label} | ${cells} |`).join('\n')}`;
}

const SILENT = '–';
const NOWHERE = SHOWN_VERSIONS.map(() => SILENT).join(' | ');

function effectCell(outcome: Outcome | undefined): string {
  return outcome === undefined ? SILENT : `${outcome.effect}${outcome.doubtful ? '?' : ''} (${severityOf(outcome)})`;
}

function resultList({ outcomes }: Rule): string {
  const effects = new Set<Effect>(outcomes.map((outcome) => outcome.effect));
  const meanings = [...effects].map((effect) => `- **${effect}**: ${MEANINGS[effect]}`);
  const doubtful = outcomes.some((outcome) => outcome.doubtful)
    ? ['- **?**: it depends on what no manifest shows.']
    : [];
  const seen = [...new Set(outcomes.flatMap((outcome) => outcome.seen ?? []))];
  const texts = seen.length > 0 ? `\n\nWhat you will see:\n\n${seen.map((text) => `    ${text}`).join('\n')}` : '';
  return [...meanings, ...doubtful].join('\n') + texts;
}

const MEANINGS: Readonly<Record<Effect, string>> = {
  rejected: 'the API server refuses the object.',
  fails: 'the object is accepted, but the pod does not run.',
  ignored: 'the field does nothing.',
  differs: 'it does something else than on Linux.',
  advice: 'it does no harm, but it is better changed.',
};

function exampleParts(example: Example, findings: readonly string[]): string[] {
  const { name, bad, good, fixed, version } = example;
  const parts = [`## ${name}${version === undefined ? '' : ` (Kubernetes ${version})`}`];
  if (bad !== undefined) parts.push(`\`\`\`yaml\n${bad}\`\`\``, findings.map((text) => `> ${text}`).join('\n>\n'));
  for (const [title, text] of Object.entries(fixed ?? {})) {
    parts.push(`The fix «${title}» makes of it:`, `\`\`\`yaml\n${text}\`\`\``);
  }
  if (good !== undefined) parts.push('Nothing is said of this:', `\`\`\`yaml\n${good}\`\`\``);
  return parts;
}

function severities(rule: Rule): string {
  return [...new Set(rule.outcomes.map(severityOf))].join(', ') + (rule.offByDefault ? ' (off)' : '');
}

function sourceLink({ title, url }: Source): string {
  return url === undefined ? title : `[${title}](${url})`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
