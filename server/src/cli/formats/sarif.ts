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
import { type CheckedFile, type CheckedFinding, nameOf } from '../files/check-file.ts';
import type { Located, Note } from '../files/file-summary.ts';
import { placeOf } from '../inputs/read-inputs.ts';
import { DIRECTIVES } from './directives.ts';
import type { CheckWriter, Frame, Look } from './writer.ts';

/** SARIF 2.1.0 for code scanning, a result in each line: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function checkSarif(look: Look): CheckWriter {
  // In the order in which they are first found.
  const indices = new Map<string, number>();
  return {
    fixes: 'edits',
    start: () => `${JSON.stringify(HEAD, null, 2).slice(0, -'\n}'.length)},\n  "runs": [{\n    "results": [`,
    file: (file) =>
      resultsOf(file, look)
        .map((result) => `\n      ${JSON.stringify(result)}`)
        .join(),
    between: ',',
    // Threads do not know what others find. In a string of JSON, quotes are escaped: nothing else looks like it.
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

/** The folder that all paths are seen from. */
const ROOT = '%SRCROOT%';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** What is found in a file in the order of its text, with what comments and the baseline hide. */
function resultsOf({ place, findings, suppressed, known }: CheckedFile, { hasBaseline, omitsSuppressed }: Look) {
  const state = (one: 'new' | 'unchanged') => (hasBaseline ? { baselineState: one } : {});
  const all = [
    ...findings.map((found) => ({ found, more: { ...state('new'), suppressions: [] } })),
    ...known.map((found) => ({ found, more: { ...state('unchanged'), suppressions: [] } })),
    ...suppressed.map(({ found, reason }) => {
      const justification = reason === undefined ? {} : { justification: reason };
      return { found, more: { ...state('new'), suppressions: [{ kind: 'inSource', ...justification }] } };
    }),
  ];
  return (omitsSuppressed ? all.slice(0, findings.length) : all)
    .sort(({ found: { start: a } }, { found: { start: b } }) => a.line - b.line || a.character - b.character)
    .map(({ found, more }) => ({ ...resultOf(found, place), ...more }));
}

function resultOf({ finding, start, end, fingerprint, related, fixes }: CheckedFinding, place: string) {
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
      { ...locationOf(place, { start, end }), ...(name === undefined ? {} : { logicalLocations: [logical] }) },
    ],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((one) => ({
            ...locationOf(one.place, one),
            message: { text: plain(one.message) },
          })),
        }),
    ...(changes.length === 0
      ? {}
      : {
          fixes: changes.map(({ title, edits }) => ({
            description: { text: plain(title) },
            artifactChanges: [
              {
                artifactLocation: artifact(place),
                replacements: edits.map((edit) => ({
                  deletedRegion: region(edit.start, edit.end),
                  ...(edit.text === '' ? {} : { insertedContent: { text: edit.text } }),
                })),
              },
            ],
          })),
        }),
    partialFingerprints: { 'kubewinFinding/v1': fingerprint },
    properties: { effect, ...(certainty === null ? {} : { certainty }) },
  };
}

function locationOf(place: string, { start, end }: Pick<Located, 'start' | 'end'>) {
  return { physicalLocation: { artifactLocation: artifact(place), region: region(start, end) } };
}

/** Relative to the root; a path that is absolute, because it is elsewhere, is a URI of its own: section 3.4.4. */
function artifact(place: string) {
  if (isAbsolute(place)) return { uri: uriOfPath(place, PLATFORM) };
  return { uri: place.split('/').map(encodeURIComponent).join('/'), uriBaseId: ROOT };
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

/** A text in which brackets make no link: section 3.11.6. */
function plain(text: string): string {
  return text.includes('](') ? text.replace(/[[\]\\]/g, '\\$&') : text;
}

function toolOf(ids: readonly string[], { kubewin }: Frame) {
  const states = new Map(listedRules(RULES, { ...DEFAULT_SETTINGS, rules: {} }).map((one) => [one.id, one]));
  const rules = ids.map((id) => {
    const known: Rule | undefined = RULES.find((one) => one.id === id);
    const rule = known ?? DIRECTIVES[id];
    const state = states.get(id)?.state ?? DIRECTIVES[id]?.state ?? 'hint';
    const { title = id, why = '', sources = [] } = rule ?? {};
    const links = sources.flatMap((source) => (source.url === undefined ? [] : [`- [${source.title}](${source.url})`]));
    const markdown = [why, links.join('\n')].filter((part) => part !== '').join('\n\n');
    return {
      id,
      ...(known?.formerIds === undefined ? {} : { deprecatedIds: known.formerIds }),
      name: nameOfRule(id),
      shortDescription: { text: plain(title) },
      fullDescription: { text: plain(firstParagraph(why)) },
      help: { text: plain(why), markdown },
      defaultConfiguration:
        state === 'off' ? { enabled: false, level: 'note' } : { enabled: true, level: LEVELS[state] },
      properties: { tags: ['kubernetes', 'windows', categoryOf(id)] },
    };
  });
  return { driver: { name: 'Kubewin', version: kubewin, semanticVersion: kubewin, rules } };
}

/** `pod/host-pid` is `PodHostPid`. */
function nameOfRule(id: string): string {
  return id.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function runOf({ notes }: Frame) {
  return {
    automationDetails: { id: 'kubewin/' },
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [ROOT]: { description: { text: 'The folder in which Kubewin was started.' } } },
    invocations: [
      {
        executionSuccessful: notes.every(({ isError }) => !isError),
        toolExecutionNotifications: notes.map(notification),
      },
    ],
  };
}

function notification({ path, at, message, isError }: Note) {
  const level = isError ? 'error' : 'note';
  if (path === undefined) return { level, message: { text: plain(message) } };
  const place = { artifactLocation: artifact(placeOf(path)), ...(at === undefined ? {} : { region: region(at, at) }) };
  return { level, message: { text: plain(message) }, locations: [{ physicalLocation: place }] };
}
