import type { Facts } from '../../kubernetes/questions.ts';
import { KUBERNETES_VERSIONS, type KubernetesVersion } from '../../kubernetes/version.ts';
import { t } from '../../text/localize.ts';
import { prose } from '../../text/markdown.ts';
import { contains, type Span, touches } from '../../text/span.ts';
import type { Field } from '../../yaml/read/field.ts';
import { lint } from '../engine/lint.ts';
import type { DocumentReport } from '../engine/report.ts';
import type { Finding } from '../finding.ts';
import { applicableFixes } from '../fixes/applicable-fixes.ts';
import type { Effect, Outcome, Rule } from '../rule.ts';
import { type RuleSet, ruleSet } from '../rule-set/rule-set.ts';
import type { ContainerRuntime, Settings } from '../settings/settings.ts';
import { firstParagraph } from './first-paragraph.ts';

interface FindingContext {
  readonly report: DocumentReport;
  /** The offset of the hover. */
  readonly offset: number;
  readonly rules: RuleSet;
  readonly settings: Settings;
  readonly facts: Facts;
  /** Whether the client already shows the message of the finding at its location. */
  readonly isShown: (finding: Finding) => boolean;
}

/** A finding in Markdown: its effect, the reason, the fixes, the effects in other releases, and links. */
export function explainFinding(rule: Rule, finding: Finding, context: FindingContext): string {
  const { report, offset, settings } = context;
  const isMessageShown = touches(finding.at, offset) && context.isShown(finding);
  return [
    answer(finding, rule.gate, settings.kubernetesVersion),
    isMessageShown ? '' : prose(finding.message),
    t(firstParagraph(rule.why)),
    fixesOf(report, finding),
    otherReleases(rule, finding, context),
    links(rule),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const ANSWERS: Readonly<Record<Effect, readonly [sure: string, doubtful: string]>> = {
  rejected: ['Rejected', 'May be rejected'],
  fails: ['Fails', 'May fail'],
  ignored: ['Ignored', 'May be ignored'],
  differs: ['Behaves differently', 'May behave differently'],
  unsupported: ['Not supported', 'May not be supported'],
  advice: ['Change recommended', 'Change recommended'],
};

function effectOf({ effect, outcome }: Finding): string {
  return t(ANSWERS[effect][outcome?.doubtful ? 1 : 0]);
}

function answer(finding: Finding, gate: Rule['gate'], version: KubernetesVersion): string {
  const { outcome } = finding;
  const runtime = outcome?.runtime === undefined ? '' : t` with ${runtimeName(outcome.runtime)}`;
  const reasons = outcome === undefined ? [] : reasonsOf(outcome, gate);
  const because = reasons.length === 0 ? '' : t` because ${reasons.join(t(' and '))}`;
  return t`**${effectOf(finding)}** on Kubernetes ${version}${runtime}${because}.`;
}

function reasonsOf({ certainty, case: name }: Outcome, gate: Rule['gate']): string[] {
  const declared = t`\`os.name\` is \`${gate === 'linux' ? 'linux' : 'windows'}\``;
  return [...(certainty === 'declared' ? [declared] : []), ...(name === undefined ? [] : [t(name)])];
}

/** The name of a runtime for users. */
export function runtimeName(runtime: ContainerRuntime): string {
  return runtime === 'docker' ? 'Docker' : runtime.replace('-', ' ');
}

/** The fixes that can be applied, or why none can. */
function fixesOf({ document }: DocumentReport, finding: Finding): string {
  const { applicable, refusal } = applicableFixes(document, finding);
  if (refusal !== undefined) {
    return t`Cannot be fixed here: ${t(refusal.reason).replace(/^(?:The|A)\b/, (word) => word.toLowerCase())}`;
  }
  const titles = applicable.map(({ fix }) => prose(t(fix.title)));
  const shown = titles.slice(0, MAX_FIXES);
  return shown.length === 0 ? '' : t`Fix: ${[...shown, ...(titles.length > shown.length ? ['…'] : [])].join(' · ')}`;
}

const MAX_FIXES = 3;

/** The other effects of the same problem by release, found by running only this rule for each release. */
function otherReleases(rule: Rule, finding: Finding, { report, settings, facts, rules }: FindingContext): string {
  if (report.document.text.length > MAX_LENGTH) return '';
  const { pods, objects } = ruleSet([onlyAt(finding.at, rule)]);
  const effects = KUBERNETES_VERSIONS.map((kubernetesVersion) => {
    const { findings } = lint(report.document, {
      rules: { ...rules, pods, objects },
      settings: { ...settings, kubernetesVersion },
      facts,
      onRuleError: () => {},
    });
    const same = findings.find(({ at }) => at.start === finding.at.start);
    return same === undefined ? t('not reported') : effectOf(same).toLowerCase();
  });
  const effectHere = effectOf(finding).toLowerCase();
  // A finding in an object that Kustomize or Helm renders cannot be reproduced this way.
  if (effects[KUBERNETES_VERSIONS.indexOf(settings.kubernetesVersion)] !== effectHere) return '';
  return KUBERNETES_VERSIONS.flatMap((first, i) => {
    const effect = effects[i];
    if (effect === effectHere || (i > 0 && effects[i - 1] === effect)) return [];
    const next = effects.findIndex((other, j) => j > i && other !== effect);
    const last = KUBERNETES_VERSIONS.at(next === -1 ? -1 : next - 1);
    const releases = last === first ? first : next === -1 ? t`${first} and later` : t`${first} to ${last}`;
    return [`${releases}: ${effect}`];
  }).join(' · ');
}

/** In longer documents, checking all pods for each release would take too long. In characters. */
const MAX_LENGTH = 100_000;

/** A rule that checks only the fields around a span. */
function onlyAt(at: Span, { pod, objects = [], ...rule }: Rule): Rule {
  const isAround = (field: Field) => contains(field.wholeSpan, at);
  return {
    ...rule,
    ...(pod && { pod: { ...pod, check: (field, context) => (isAround(field) ? pod.check(field, context) : []) } }),
    objects: objects.map((objectCheck) => ({
      ...objectCheck,
      check: (field, context) => (isAround(field) ? objectCheck.check(field, context) : []),
    })),
  };
}

function links({ sources }: Rule): string {
  return sources.flatMap(({ title, url }) => (url === undefined ? [] : [`[${title}](${url})`])).join(' · ');
}
