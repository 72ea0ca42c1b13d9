import { KUBERNETES_VERSIONS, type KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import { outcomeOf, severityOf } from '../../server/src/lint/effect.ts';
import type { Effect, Gate, Outcome, Rule } from '../../server/src/lint/rule.ts';
import { categoryOf } from '../../server/src/lint/settings/rule-names.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import type { ContainerRuntime } from '../../server/src/windows/container-runtimes.ts';
import type { Certainty } from '../../server/src/windows/verdict.ts';
import type { TextFinding } from '../lint-text.ts';
import { withoutNames } from '../rules/examples.ts';
import type { Example, RulePage } from '../rules/page.ts';
import { cell, shownFields, sourceLink, versionSpan } from './markdown.ts';

// Pages are files of the repository. Only the generator and tests use this code, so that it is not part of a bundle.

/** The headings of the second level that every page has, in this order. */
export const HEADINGS = [
  'What it finds',
  'Why',
  'What you will see',
  'Examples',
  'Fixes',
  'Suppress this rule',
  'Sources',
] as const;

const GENERATED = /<!-- generated: (\w+) -->\n[\s\S]*?<!-- end -->/g;

/** The page of a rule with new generated parts; the other parts are kept. */
export function refreshed(
  { file, text, examples }: RulePage,
  rule: Rule,
  findingsIn: (example: Example) => readonly TextFinding[],
): string {
  const titles = examples.flatMap(({ fixed }) => fixed.map(({ title }) => title));
  const findings = examples.filter(({ kind }) => kind === 'bad').flatMap(findingsIn);
  const parts: Readonly<Record<string, string>> = {
    summary: summary(rule),
    why: rule.why,
    effects: effects(rule, findings),
    fixes: fixes(titles, findings),
    suppress: suppression(rule),
    sources: rule.sources.map((source) => `- ${sourceLink(source)}`).join('\n'),
  };
  const marked = [...text.matchAll(GENERATED)].map(([, name = '']) => name);
  if (marked.join() !== Object.keys(parts).join()) {
    throw new Error(
      `${file}: the generated parts are ${Object.keys(parts).join(', ')}, in this order, not ${marked.join(', ')}`,
    );
  }
  return text
    .replace(/^#? ?.*/, () => `# ${rule.title}`)
    .replace(GENERATED, (_, name: string) => `<!-- generated: ${name} -->\n${parts[name]}\n<!-- end -->`);
}

/** The list of all rules by category, with links to their pages. */
export function rulesIndex(rules: readonly Rule[]): string {
  const categories = new Map<string, Rule[]>();
  for (const rule of rules) {
    const category = categoryOf(rule.id);
    categories.set(category, [...(categories.get(category) ?? []), rule]);
  }
  const tables = [...categories].map(
    ([category, list]) =>
      `## ${category}\n\n| Rule | Code | Severity | Finds |\n| --- | --- | --- | --- |\n${list
        .map((rule) => `| [${rule.id}](${rule.id}.md) | ${rule.code} | ${severities(rule)} | ${cell(rule.title)} |`)
        .join('\n')}`,
  );
  return `# Rules

${rules.length} rules in ${categories.size} categories. The severity follows from the effect on the pod. The setting \`kubewin.rules\`
changes it.

${tables.join('\n\n')}
`;
}

const APPLIES_TO: Readonly<Record<Gate, string>> = {
  windows: 'pods that are known to run on Windows',
  guessed: 'pods that probably run on Windows',
  linux: 'Linux pods',
  any: 'every pod',
  object: '',
};

function summary(rule: Rule): string {
  const { id, code, gate, pod, objects = [], since = '0.1' } = rule;
  const kinds = [...new Set(objects.map(({ kind }) => kind))].join(', ');
  const rows = [
    ['Rule', `\`${id}\``],
    ['Code', `\`${code}\``],
    [
      'Applies to',
      [...(gate === 'object' ? [] : [APPLIES_TO[gate]]), ...(kinds === '' ? [] : [`${kinds} objects`])].join(' and '),
    ],
    ['Default severity', severities(rule)],
    ['Restricted fields', shownFields(pod?.watches ?? [], objects).join('<br>')],
    ['Since', `Kubewin ${since}`],
  ];
  return `| | |\n| --- | --- |\n${rows.map(([name, value = '']) => `| ${name} | ${cell(value)} |`).join('\n')}`;
}

function severities(rule: Rule): string {
  return [...new Set(rule.outcomes.map(severityOf))].join(', ') + (rule.offByDefault ? ' (off by default)' : '');
}

function effects(rule: Rule, findings: readonly TextFinding[]): string {
  const texts = findings.map(({ message }) => message.replace(/\s*\n\s*/g, ' '));
  const messages = texts.filter(
    (text, i) => texts.findIndex((candidate) => withoutNames(candidate) === withoutNames(text)) === i,
  );
  const seen = [...new Set(rule.outcomes.flatMap((outcome) => outcome.seen ?? []))];
  return [
    `### Effect by Kubernetes version\n\n${effectTable(rule)}`,
    meanings(rule),
    `### Messages\n\n${messages.map((text) => `> ${text}`).join('\n>\n')}`,
    ...(seen.length === 0 ? [] : [`### Events and errors\n\n\`\`\`text\n${seen.join('\n')}\n\`\`\``]),
  ].join('\n\n');
}

interface EffectRow {
  readonly span: string;
  readonly when: string;
  readonly effect: string;
  readonly severity: string;
}

/** A row for each range of releases and, within it, for each runtime, certainty and case that differ; newest first. */
function effectTable(rule: Rule): string {
  const rows = effectRows(rule);
  const hasConditions = rows.some(({ when }) => when !== '');
  const lines = rows.map(({ span, when, effect, severity }) =>
    [span, ...(hasConditions ? [when] : []), effect, severity].map(cell).join(' | '),
  );
  const names = ['Kubernetes', ...(hasConditions ? ['Condition'] : []), 'Effect', 'Severity'];
  return `| ${names.join(' | ')} |\n|${' --- |'.repeat(names.length)}\n${lines.map((line) => `| ${line} |`).join('\n')}`;
}

function effectRows({ gate, outcomes }: Rule): EffectRow[] {
  const named = [...new Set(outcomes.flatMap((outcome) => outcome.case ?? []))];
  const cases = [...named, ...(outcomes.some((outcome) => outcome.case === undefined) ? [undefined] : [])];
  const certainties = CERTAINTIES[gate];
  const at = (version: KubernetesVersion, runtime: Settings['containerRuntime']) =>
    certainties.map((certainty) =>
      cases.map((name) =>
        outcomeOf({ outcomes }, name, certainty, {
          ...DEFAULT_SETTINGS,
          kubernetesVersion: version,
          containerRuntime: runtime,
        }),
      ),
    );
  const key = (found: readonly (readonly (Outcome | undefined)[])[]) => found.map(keyOf).join(';');
  const ofRuntime = (runtime: Settings['containerRuntime']) =>
    KUBERNETES_VERSIONS.map((version) => key(at(version, runtime))).join('\n');

  return grouped(RUNTIMES, ofRuntime).flatMap((runtimes, _, all) => {
    const onRuntime = all.length === 1 ? '' : `with ${runtimes.map((runtime) => RUNTIME_NAMES[runtime]).join(' or ')}`;
    const [runtime = DEFAULT_SETTINGS.containerRuntime] = runtimes;
    const spans = grouped(KUBERNETES_VERSIONS.toReversed(), (version) => key(at(version, runtime)));
    const rows = spans.flatMap((versions) => {
      const [last = DEFAULT_SETTINGS.kubernetesVersion] = versions;
      const found = at(last, runtime);
      const span = versionSpan(versions.at(-1) ?? last, last);
      return grouped([...certainties.keys()], (i) => keyOf(found[i] ?? [])).flatMap((indices) =>
        byCase(cases, found[indices[0] ?? 0] ?? []).map(([inCase, outcome]) => ({
          span,
          when: [certaintyName(gate, indices), inCase, onRuntime].filter((part) => part !== '').join(', '),
          effect: outcome === undefined ? SILENT : `${outcome.effect}${outcome.doubtful ? ' (possibly)' : ''}`,
          severity: outcome === undefined ? '–' : severityOf(outcome),
        })),
      );
    });
    return rows.every(({ effect }) => effect === SILENT) ? [] : rows;
  });
}

const SILENT = 'not reported';

/** The outcomes of the cases. Cases with the same outcome share a row. */
function byCase(
  cases: readonly (string | undefined)[],
  found: readonly (Outcome | undefined)[],
): (readonly [string, Outcome | undefined])[] {
  const alike = new Map<string, number[]>();
  for (const i of cases.keys()) {
    const key = keyOf([found[i]]);
    alike.set(key, [...(alike.get(key) ?? []), i]);
  }
  const groups = [...alike.values()].sort((a, b) => (a.at(-1) ?? 0) - (b.at(-1) ?? 0));
  return groups.map((indices) => {
    const names = indices.map((i) => cases[i]);
    const inCase = names.includes(undefined) ? 'otherwise' : `if ${names.join(' or if ')}`;
    return [groups.length === 1 ? '' : inCase, found[indices[0] ?? 0]];
  });
}

/** Groups neighbors with the same key. */
function grouped<T>(all: readonly T[], key: (item: T) => string): T[][] {
  const groups: T[][] = [];
  for (const item of all) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && key(last[0]) === key(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

const RUNTIMES: readonly ContainerRuntime[] = ['containerd-2', 'containerd-1.7', 'containerd-1.6', 'docker'];

const RUNTIME_NAMES: Readonly<Record<ContainerRuntime, string>> = {
  'containerd-2': 'containerd 2',
  'containerd-1.7': 'containerd 1.7',
  'containerd-1.6': 'containerd 1.6',
  docker: 'Docker',
};

const CERTAINTIES: Readonly<Record<Gate, readonly (Certainty | null)[]>> = {
  windows: ['declared', 'scheduled'],
  guessed: ['declared', 'scheduled', 'guessed'],
  linux: ['declared', 'scheduled', 'guessed'],
  any: [null],
  object: [null],
};

/** Describes which of the gate's certainties a row is about; empty if it is about all of them. */
function certaintyName(gate: Gate, indices: readonly number[]): string {
  const all = CERTAINTIES[gate].length;
  if (indices.length === all) return '';
  const system = gate === 'linux' ? 'linux' : 'windows';
  if (!indices.includes(0)) {
    if (indices.length === all - 1) return '`spec.os.name` is not set';
    return indices.includes(1) ? 'by node selector, affinity or RuntimeClass' : 'by other evidence, such as an image';
  }
  return `\`spec.os.name\` is \`${system}\`${indices.includes(1) ? ', or by node selector, affinity or RuntimeClass' : ''}`;
}

/** A key that is equal for outcomes that a row shows in the same way. */
function keyOf(outcomes: readonly (Outcome | undefined)[]): string {
  return outcomes.map((outcome) => (outcome === undefined ? '' : `${outcome.effect} ${outcome.doubtful}`)).join();
}

function meanings({ outcomes, gate }: Rule): string {
  const of = new Set<Effect>(outcomes.map((outcome) => outcome.effect));
  return [
    ...[...of].map((effect) => `- **${effect}**: ${MEANINGS[effect]}`),
    ...(outcomes.some((outcome) => outcome.onCreation)
      ? ['- The API server accepts a workload with it and rejects the pods of that workload.']
      : []),
    ...(outcomes.some((outcome) => outcome.doubtful)
      ? ['- **possibly**: it depends on something that the manifest does not show. The severity is one level lower.']
      : []),
    ...(gate !== 'object' &&
    outcomes.some(({ effect, onCreation, onDecoding }) => effect === 'rejected' && !onCreation && !onDecoding)
      ? ['- Before Kubernetes 1.34, the API server accepts a StatefulSet and rejects its pods.']
      : []),
  ].join('\n');
}

const MEANINGS: Readonly<Record<Effect, string>> = {
  rejected: 'the API server rejects the object.',
  fails: 'the API server accepts the object, but the pod does not run.',
  ignored: 'the field has no effect.',
  differs: 'it behaves differently than on Linux.',
  unsupported: 'it may work, but nobody supports it.',
  advice: 'a recommendation. The pod runs without it.',
};

/** The kinds of fixes in the examples, each with the first title of its kind. */
function fixes(titles: readonly string[], findings: readonly TextFinding[]): string {
  const kinds = new Map(titles.toReversed().map((title) => [withoutNames(title), title]));
  if (kinds.size === 0) return 'This rule has no fix.';
  const offered = findings.flatMap((finding) => finding.fixes);
  const lines = [...kinds].reverse().map(([kind, title]) => {
    const safeties = new Set(offered.filter((fix) => withoutNames(fix.title) === kind).map(({ safety }) => safety));
    return `- ${title} (${SAFETIES[[...safeties].sort().join('+')]})`;
  });
  const list = lines.join('\n');
  return lines.every((line) => line.endsWith(`(${SAFETIES['review']})`))
    ? list
    : `${list}\n\n[Fixes](../../command-line.md#fixes) describes the kinds of fixes.`;
}

const SAFETIES: Readonly<Record<string, string>> = {
  safe: 'safe',
  ineffective: 'without effect on pods that certainly run on Windows',
  review: 'review the result',
  'ineffective+safe':
    'safe where the API server rejects the field, without effect on other pods that certainly run on Windows',
  'review+safe': 'safe where the API server rejects the field, otherwise review the result',
  'ineffective+review': 'without effect where nothing depends on the field, otherwise review the result',
  'ineffective+review+safe':
    'safe where the API server rejects the field, without effect where nothing depends on it, otherwise review the result',
};

function suppression({ id, offByDefault }: Rule): string {
  const comment = `Add a comment at the end of the line, or on a line of its own above it:

\`\`\`yaml
# kubewin: allow ${id} -- the reason
\`\`\``;
  return offByDefault
    ? `This rule is off by default. To turn it on, give it a severity in the settings: \`"kubewin.rules": { "${id}": "warning" }\`.\n\n${comment}`
    : `${comment}\n\nTo turn the rule off, set \`"kubewin.rules": { "${id}": "off" }\`.`;
}
