import type { CodeAction, Command, Hover, MarkupContent } from 'vscode-languageserver';
import { firstParagraph } from '../../server/src/lint/pages/first-paragraph.ts';
import { EVIDENCE_LABELS } from '../../server/src/lint/pages/workload.ts';
import { OWN_RULE_KEYS } from '../../server/src/lint/settings/own-rule-keys.ts';
import { SETTINGS, TAINT_CHOICES } from '../../server/src/lint/settings/settings.ts';
import { NOTES } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { setLanguage } from '../../server/src/text/localize.ts';
import { BY_CLASS, DECLARED, LINUX, RUNTIME_CLASS, SCHEDULED } from '../lsp/manifests.ts';
import { TestClient } from '../lsp/test-client.ts';
import { findingsOf } from '../rules/examples.ts';
import { allExamples, pageOf } from '../rules/page.ts';
import { textsInSources } from './texts.ts';

/** A text that the server shows to the user, in a language that is made up. */
export interface ShownText {
  readonly text: string;
  /** The example or file that it is about, and its content. */
  readonly place: string;
  readonly content: string;
}

/** Everything that the server shows of the examples of all rules. */
export interface ShownTexts {
  readonly shown: readonly ShownText[];
  /** The English texts that were looked up for it. */
  readonly lookedUp: ReadonlySet<string>;
}

const URI = 'file:///work/pod.yaml';
const COMMANDS = {
  rulePageCommand: 'page',
  showRemainingCommand: 'remaining',
  explainCommand: 'explain',
  showProblemCommand: 'problem',
  turnOffRuleCommand: 'off',
  setTaintCommand: 'taint',
};

/** Starts a server in a language in which every letter has an accent, and collects what it shows of all examples. */
export async function shownTexts(): Promise<ShownTexts> {
  const shown: ShownText[] = [];
  const lookedUp = new Set<string>();
  const client = await TestClient.start({
    files: { 'file:///work/class.yaml': RUNTIME_CLASS },
    initializationOptions: COMMANDS,
    server: {},
    endsEarly: true,
  });
  const showing = (place: string, content: string) => (text: string | null | undefined) => {
    if (text != null) shown.push({ place, content, text });
  };
  setLanguage(recording(lookedUp));
  try {
    for (const { kind, place, text, settings } of allExamples()) {
      if (kind === 'bad') await showFindings(client, text, settings, showing(place, text));
    }
    for (const [name, text] of Object.entries({ BY_CLASS, DECLARED, LINUX, SCHEDULED })) {
      await showFindings(client, text, {}, showing(name, text));
      await showWorkload(client, text, showing(name, text));
    }
    for (const text of FAULTY) await showFindings(client, text, {}, showing('a directive with a fault', text));
    await showConfig(client, showing('the configuration file', CONFIG));
    await client.end();
  } finally {
    setLanguage(() => undefined);
  }
  return { shown, lookedUp };
}

type Show = (text: string | null | undefined) => void;

const ACCENTED = /[ā-ž]/;

const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, i) => [letter, String.fromCodePoint(0x101 + 2 * i)]),
);

/** A translation into the language of accents that records which texts are looked up. */
function recording(lookedUp: Set<string>): (english: string) => string | undefined {
  return (english) => {
    // Some texts are translated twice: where they are made, and where they are shown.
    if (ACCENTED.test(english)) return undefined;
    lookedUp.add(english);
    return accented(english);
  };
}

/** A text with an accent on every letter outside of code and placeholders. */
function accented(text: string): string {
  return text.replace(/`[^`]*`|\{(?:\d|effect)\}|[a-z]/gi, (part) =>
    part.length > 1 ? part : (LETTERS[part.toLowerCase()] ?? part),
  );
}

/** The findings in a text, with the hover and the code actions of one finding of each rule. */
async function showFindings(client: TestClient, text: string, settings: object, show: Show): Promise<void> {
  await client.set({ kubewin: settings });
  await client.open(URI, text);
  const hovered = new Set<unknown>();
  for (const { code, message, range, relatedInformation = [] } of await client.diagnostics(URI)) {
    show(String(message));
    for (const related of relatedInformation) show(related.message);
    if (hovered.has(code)) continue;
    hovered.add(code);
    show(markdownOf(await client.hover(URI, range.start.line, range.start.character)));
    for (const action of await client.codeActions(URI, range)) textsOf(action).forEach(show);
  }
  await client.close(URI);
}

function markdownOf(hover: Hover | null): string {
  return (hover?.contents as MarkupContent | undefined)?.value ?? '';
}

/** The texts of a code action, and those of the steps that it shows as remaining. */
function textsOf({ title, disabled, command }: CodeAction): (string | undefined)[] {
  const isRemaining = (command as Command | undefined)?.command === COMMANDS.showRemainingCommand;
  const [summary, steps] = isRemaining ? (command?.arguments ?? []) : [];
  const remaining = ((steps ?? []) as { message: string }[]).map(({ message }) => message);
  return [title, disabled?.reason, summary, ...remaining];
}

/** What surrounds the findings in a manifest: lens, status, page, hovers and refactorings. */
async function showWorkload(client: TestClient, text: string, show: Show): Promise<void> {
  await client.open(URI, text);
  for (const { command } of await client.lenses(URI)) show(command?.title);
  show((await client.explain(URI, 3))?.markdown);
  show((await client.status(URI))?.why);
  for (const line of [1, 5, 6, 7]) show(markdownOf(await client.hover(URI, line, 2)));
  for (const action of await client.codeActions(URI, client.rangeOf(URI, 'kind'))) textsOf(action).forEach(show);
  await client.close(URI);
}

/** Manifests with comments that are not valid directives, or have no effect. */
const FAULTY = [
  `# kubewin: allow\n${DECLARED}`,
  `${DECLARED}# kubewin: os=linux\n`,
  `# kubewin: allow-file pod/nothing\n${DECLARED}`,
  `# kubewin: allow-file pod/host-ipc\n${DECLARED}`,
  `${DECLARED}---\n# kubewin: allow-file pod/host-pid\n${DECLARED}`,
];

const CONFIG = `kubernetesVersion: 1.1
taint: what
rules: { pod/host-pidd: off, pod/host-pid: often }
overrides: [{ scope: off, files: 1 }]
exclude: [ '' ]
strictOsSupport: 3
unknown: 1
`;

/** What is shown in a configuration file with faults, and what users are asked before a new one is written. */
async function showConfig(client: TestClient, show: Show): Promise<void> {
  const uri = 'file:///work/.kubewin.yaml';
  await client.set({ kubewin: {} });
  await client.open(uri, CONFIG);
  for (const { message } of await client.diagnostics(uri)) show(String(message));
  for (const line of [0, 1, 2, 3, 4, 5]) show(markdownOf(await client.hover(uri, line, 1)));
  for (const { documentation, detail } of await client.completions(uri, 'unknown: 1\n')) {
    show((documentation as MarkupContent | undefined)?.value);
    show(detail);
  }
  const questions: { title: string; choices: { description: string }[] }[] =
    await client.connection.sendRequest('kubewin/clusterQuestions');
  for (const { title, choices } of questions) {
    show(title);
    for (const { description } of choices) show(description);
  }
  const rules: { title: string }[] = await client.connection.sendRequest('kubewin/rules', { uri: URI });
  for (const { title } of rules) show(title);
  await client.close(uri);
}

/** Templates of messages whose beginning is put together when the rules are loaded. */
const PUT_TOGETHER =
  /^(?:Volume `\{1\}`|(?:The PersistentVolume|A volume) of Windows \{1\}|File `\{1\}` in volume `\{0\}`) /;

/** The texts of all findings in the examples that are looked up where they are made, or where they are shown. */
export function textsOfFindings(): ReadonlySet<string> {
  const lookedUp = new Set<string>();
  const translate = recording(lookedUp);
  setLanguage(translate);
  try {
    for (const rule of RULES) {
      for (const example of pageOf(rule.id).examples.filter(({ kind }) => kind === 'bad')) {
        for (const { message, fixes, related } of findingsOf(rule, example.text, example)) {
          for (const text of [
            message,
            ...fixes.map(({ title }) => title),
            ...related.map((location) => location.message),
          ]) {
            translate(text);
          }
        }
      }
    }
  } finally {
    setLanguage(() => undefined);
  }
  return lookedUp;
}

/** Whether a text is written in the sources as a whole, with places for values: others cannot be translated. */
export function isTranslatable(): (text: string) => boolean {
  const { said, literals } = textsInSources();
  const known = new Set([...said, ...[...literals].map(firstParagraph), ...textsInTables()]);
  return (text) => known.has(text) || PUT_TOGETHER.test(text);
}

/** `l10n/bundle.l10n.json`: all texts that can be translated, except those of the manifest. */
export function l10nBundle(lookedUp: Iterable<string>): string {
  const all = new Set([...textsInSources().said, ...lookedUp, ...textsInTables()]);
  const texts = [...all].filter((text) => /[a-z]/i.test(text)).sort();
  return `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;
}

/**
 * The same without starting a server, which takes too long for each change: a text that only hovers or refactorings look up
 * stays in the bundle as long as the sources have it. The test of the translation compares the bundle with all texts.
 */
export function refreshedBundle(bundle: string): string {
  const known = isTranslatable();
  const before = Object.keys(JSON.parse(bundle) as object);
  return l10nBundle([...before.filter((text) => known(text) && !PUT_TOGETHER.test(text)), ...textsOfFindings()]);
}

/** Texts that are plain data: of rules, notes, settings and evidence. */
function textsInTables(): string[] {
  const ofRules = RULES.flatMap(({ title, why, outcomes }) => [
    title,
    firstParagraph(why),
    ...outcomes.flatMap(({ phrase, result, case: name }) => [phrase, result, name]),
  ]);
  const ofNotes = NOTES.flatMap(({ title, text, watches, objects }) =>
    (watches ?? objects) ? [title, firstParagraph(text)] : [],
  );
  const ofSettings = [...Object.values(SETTINGS), ...TAINT_CHOICES].map(({ description }) => description);
  return [
    ...ofRules,
    ...ofNotes,
    ...ofSettings,
    ...Object.values(OWN_RULE_KEYS),
    ...Object.values(EVIDENCE_LABELS),
  ].filter((text) => text !== undefined);
}
