import { MAPS } from '../lint/finding.ts';
import { firstParagraph } from '../lint/pages/first-paragraph.ts';
import type { Rule } from '../lint/rule.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import { ruleNames } from '../lint/settings/rule-names.ts';
import { type CheckSettings, isRecord } from '../lint/settings/settings.ts';
import { didYouMean } from '../text/nearest.ts';
import { reportOnText } from './text-workspace.ts';

/** Markdown, the page of the documentation that a front end shows, or a sentence on what is wrong with the call. */
export type Explanation = { readonly text: string } | { readonly page: string } | { readonly fault: string };

/** The page of a rule by its ID, its code or an earlier ID. */
export function explainRule(name: string, rules: readonly Rule[]): Explanation {
  const names = ruleNames(rules);
  const id = names.idInAnyCase(name);
  return rules.some((rule) => rule.id === id)
    ? { page: `rules/${id}.md` }
    : { fault: `There is no rule \`${name}\`.${didYouMean(name, names.all)}` };
}

/** How many rules are explained. The ids of the others are listed. */
const MAX_RULES = 12;

/** The rules about a field, and what is found if a Windows pod sets it to a value. */
export function explainField(
  field: string,
  value: string | undefined,
  rules: RuleSet,
  settings: CheckSettings,
): Explanation {
  const about = rulesAbout(field, rules.rules);
  const known =
    about.length === 0
      ? `No rule is about \`${field}\`.`
      : `Rules about \`${field}\`; kubewin_explain shows the page of each:\n\n${listOf(about)}`;
  if (value === undefined) return { text: known };
  const pod = podWith(field, value);
  const report = pod && reportOnText(JSON.stringify(pod), rules, settings);
  if (report === undefined || 'fault' in report) {
    return { fault: `\`${field}\` is not a field of a pod. Give a path from the pod spec on, or no value.` };
  }
  const findings = report.documents.flatMap((document) => document.findings);
  const found = findings.map(({ rule, severity, message }) => `- ${severity}: ${message} (\`${rule}\`)`);
  const result = found.length === 0 ? 'Nothing is found.' : found.join('\n');
  return { text: `A Windows pod with this value:\n\n${result}\n\n${known}` };
}

function listOf(rules: readonly Rule[]): string {
  const shown = rules.slice(0, MAX_RULES).map(({ id, title, why, outcomes }) => {
    const effects = [...new Set(outcomes.map(({ effect }) => effect))].join(', ');
    return `- \`${id}\` (${effects}): ${title}. ${firstParagraph(why)}`;
  });
  const others = rules.slice(MAX_RULES).map(({ id }) => `\`${id}\``);
  return [...shown, ...(others.length === 0 ? [] : [`- Not explained here: ${others.join(', ')}`])].join('\n');
}

/** The rules that watch a field, or else the nearest field above it. A path may begin anywhere, such as at `securityContext`. */
function rulesAbout(field: string, rules: readonly Rule[]): readonly Rule[] {
  // Rules on whole pods are about none of their fields.
  for (let keys = keysOf(field); keys.length > 0 && keys.at(-1) !== 'spec'; keys = keys.slice(0, -1)) {
    const found = rules.filter(({ pod, objects = [] }) =>
      [pod, ...objects].some((check) => check?.watches.some((pattern) => endsAlike(keysOf(pattern), keys))),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether one path is the end of the other one. */
function endsAlike(pattern: readonly string[], keys: readonly string[]): boolean {
  const length = Math.min(pattern.length, keys.length);
  const end = keys.slice(-length);
  return length > 0 && pattern.slice(-length).every((key, i) => key === end[i]);
}

/** A step of a path: a key, or the item of a list. */
type Step = string | 0;

/** `containers[0].image` as steps. What is in brackets is a key in maps whose keys users choose, and otherwise an item. */
function stepsOf(path: string): Step[] {
  return [...path.matchAll(/([^.[\]]+)|\[([^[\]]*)\]/g)].map(([, key, inside = ''], i, all): Step => {
    if (key !== undefined) return key;
    return MAPS.includes(all[i - 1]?.[1] ?? '') ? inside : 0;
  });
}

function keysOf(path: string): string[] {
  return stepsOf(path).filter((step) => step !== 0);
}

/** A Windows pod in which a field has a value; undefined if the path is not that of a field. */
function podWith(field: string, value: string): object | undefined {
  const steps = stepsOf(field);
  const below = steps.slice(steps.lastIndexOf('spec') + 1);
  if (typeof below[0] !== 'string' || steps.length > MAX_STEPS) return undefined;
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'example' }, spec: withValue(SPEC, below, parsed(value)) };
}

const MAX_STEPS = 20;

const SPEC = {
  os: { name: 'windows' },
  nodeSelector: { 'kubernetes.io/os': 'windows' },
  containers: [{ name: 'example', image: 'mcr.microsoft.com/windows/nanoserver:ltsc2022', command: ['app.exe'] }],
};

/** A copy in which the field at a path has a value. The path may leave out that something is the item of a list. */
function withValue(from: unknown, steps: readonly Step[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (step === 0 || Array.isArray(from)) {
    const item = Array.isArray(from) ? from[0] : undefined;
    return [withValue(item, step === 0 ? rest : steps, value)];
  }
  const fields = isRecord(from) ? from : {};
  return { ...fields, [step]: withValue(fields[step], rest, value) };
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
