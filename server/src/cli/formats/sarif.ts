import { isAbsolute } from 'node:path';
import { firstParagraph } from '../../lint/pages/first-paragraph.ts';
import type { Rule } from '../../lint/rule.ts';
import { listedRules } from '../../lint/rule-set/rule-list.ts';
import { categoryOf } from '../../lint/settings/rule-names.ts';
import { DEFAULT_SETTINGS, type Severity } from '../../lint/settings/settings.ts';
import { RULES } from '../../rules/index.ts';
import type { Position } from '../../text/line-index.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { uriOfPath } from '../../workspace/uri.ts';
import type { CheckedFile, CheckedFinding } from '../files/check-file.ts';
import { nameOf } from '../files/file-summary.ts';
import { relativePathOf } from '../files/input.ts';
import type { FileRange } from '../files/location.ts';
import type { Message } from '../files/message.ts';
import { DIRECTIVES } from './directives.ts';
import { pageOfRule, SITE, textsOfRule } from './rule-texts.ts';
import type { CheckLook, CheckWriter, Frame } from './writer.ts';

/** SARIF 2.1.0 for code scanning, a result in each line: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function checkSarif(look: CheckLook): CheckWriter {
  // The index of each rule, in the order of their first findings.
  const indices = new Map<string, number>();
  return {
    fixes: 'edits',
    start: () => `${JSON.stringify(HEAD, null, 2).slice(0, -'\n}'.length)},\n  "runs": [{\n    "results": [`,
    file: (file) =>
      resultsOf(file, look)
        .map((result) => `\n      ${JSON.stringify(result)}`)
        .join(),
    between: ',',
    // Threads do not know the indices that others use. Quotes in JSON strings are escaped, so this matches nothing else.
    take: (text) =>
      text.replace(/"ruleIndex":"([^"]+)"/g, (_, id: string) => {
        const index = indices.get(id) ?? indices.size;
        indices.set(id, index);
        return `"ruleIndex":${index}`;
      }),
    end: (_, frame) => {
      const rest = JSON.stringify({ tool: toolOf([...indices.keys()], frame), ...runOf(frame) }, null, 2);
      return `\n    ],${rest.slice('{'.length, -'\n}'.length).replaceAll('\n', '\n  ')}\n  }]\n}\n`;
    },
  };
}

const HEAD = {
  $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  version: '2.1.0',
};

/** The folder that all paths are relative to. */
const ROOT = '%SRCROOT%';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** The findings of a file in the order of its text, with those that comments suppress or that the baseline contains. */
function resultsOf(
  { relativePath, findings, suppressed, known, improvements = [] }: CheckedFile,
  { hasBaseline, omitsSuppressed }: CheckLook,
) {
  const state = (baselineState: 'new' | 'unchanged') => (hasBaseline ? { baselineState } : {});
  const all = [
    ...findings.map((finding) => ({ finding, more: { ...(stateOf(finding) ?? state('new')), suppressions: [] } })),
    ...improvements.map((finding) => ({ finding, more: { ...stateOf(finding), suppressions: [] } })),
    ...known.map((finding) => ({ finding, more: { ...state('unchanged'), suppressions: [] } })),
    ...suppressed.map(({ finding, reason }) => {
      const justification = reason === undefined ? {} : { justification: reason };
      return { finding, more: { ...state('new'), suppressions: [{ kind: 'inSource', ...justification }] } };
    }),
  ];
  return (omitsSuppressed ? all.slice(0, findings.length) : all)
    .sort(({ finding: { start: a } }, { finding: { start: b } }) => a.line - b.line || a.character - b.character)
    .map(({ finding, more }) => ({ ...resultOf(finding, relativePath), ...more }));
}

/** Compared with the release of today; undefined if only one release is checked. Section 3.27.24. */
function stateOf({ change }: CheckedFinding) {
  return change && { baselineState: ({ new: 'new', changed: 'updated', gone: 'absent' } as const)[change.kind] };
}

function resultOf({ finding, start, end, fingerprint, related, fixes }: CheckedFinding, path: string) {
  const { rule, severity, message, object, field, namedField, effect, certainty } = finding;
  const name = object && nameOf(object);
  const logical = { name: field, fullyQualifiedName: `${name}: ${namedField}`, kind: 'property' };
  const changes = fixes.filter(({ edits }) => edits.length > 0);
  return {
    ruleId: rule,
    ruleIndex: rule,
    level: LEVELS[severity],
    message: { text: plain(message) },
    locations: [
      { ...locationOf(path, { start, end }), ...(name === undefined ? {} : { logicalLocations: [logical] }) },
    ],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((information) => ({
            ...locationOf(information.relativePath, information),
            message: { text: plain(information.message) },
          })),
        }),
    ...(changes.length === 0
      ? {}
      : {
          fixes: changes.map(({ title, safety, edits }) => ({
            description: { text: plain(title) },
            artifactChanges: [
              {
                artifactLocation: artifact(path),
                replacements: edits.map((edit) => ({
                  deletedRegion: region(edit.start, edit.end),
                  ...(edit.text === '' ? {} : { insertedContent: { text: edit.text } }),
                })),
              },
            ],
            properties: { safety },
          })),
        }),
    partialFingerprints: { 'kubewinFinding/v1': fingerprint },
    properties: { effect, ...(certainty === null ? {} : { certainty }) },
  };
}

function locationOf(path: string, { start, end }: Pick<FileRange, 'start' | 'end'>) {
  return { physicalLocation: { artifactLocation: artifact(path), region: region(start, end) } };
}

/** Relative to the root. An absolute path, of a file elsewhere, is a URI of its own: section 3.4.4. */
function artifact(path: string) {
  if (isAbsolute(path)) return { uri: uriOfPath(path, PLATFORM) };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: ROOT };
}

/** Lines and columns are counted from 1. */
function region(start: Position, end: Position) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  };
}

/** A text with escaped brackets, which would otherwise be a link: section 3.11.6. */
function plain(text: string): string {
  return text.includes('](') ? text.replace(/[[\]\\]/g, '\\$&') : text;
}

function toolOf(ids: readonly string[], { kubewin, ownRules }: Frame) {
  const states = new Map(listedRules(RULES, { ...DEFAULT_SETTINGS, rules: {} }).map((rule) => [rule.id, rule]));
  const rules = ids.map((id) => {
    const known: Rule | undefined = RULES.find((candidate) => candidate.id === id);
    const own = ownRules.find((rule) => rule.id === id)?.severity;
    const state = states.get(id)?.state ?? DIRECTIVES[id]?.state ?? own ?? 'hint';
    const { title, why, sources } = textsOfRule(id, { ownRules });
    const helpUri = pageOfRule(id);
    const links = sources.flatMap((source) => (source.url === undefined ? [] : [`- [${source.title}](${source.url})`]));
    const markdown = [why, links.join('\n')].filter((part) => part !== '').join('\n\n');
    return {
      id,
      ...(known?.formerIds === undefined ? {} : { deprecatedIds: known.formerIds }),
      name: nameOfRule(id),
      shortDescription: { text: plain(title) },
      fullDescription: { text: plain(firstParagraph(why)) },
      ...(helpUri === undefined ? {} : { helpUri }),
      help: { text: plain(why), markdown },
      defaultConfiguration:
        state === 'off' ? { enabled: false, level: 'note' } : { enabled: true, level: LEVELS[state] },
      properties: {
        ...(known === undefined ? {} : { code: known.code }),
        tags: ['kubernetes', 'windows', categoryOf(id)],
      },
    };
  });
  const site = SITE === '' ? {} : { informationUri: SITE };
  return { driver: { name: 'Kubewin', ...site, version: kubewin, semanticVersion: kubewin, rules } };
}

/** `pod/host-pid` is `PodHostPid`. */
function nameOfRule(id: string): string {
  return id.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function runOf({ messages }: Frame) {
  return {
    automationDetails: { id: 'kubewin/' },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [ROOT]: { description: { text: 'The folder in which Kubewin was started.' } } },
    invocations: [
      {
        executionSuccessful: messages.every(({ isError }) => !isError),
        toolExecutionNotifications: messages.map(notification),
      },
    ],
  };
}

function notification({ path, at, message, isError }: Message) {
  const level = isError ? 'error' : 'note';
  if (path === undefined) return { level, message: { text: plain(message) } };
  const location = {
    artifactLocation: artifact(relativePathOf(path)),
    ...(at === undefined ? {} : { region: region(at, at) }),
  };
  return { level, message: { text: plain(message) }, locations: [{ physicalLocation: location }] };
}
