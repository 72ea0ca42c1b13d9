import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CodeAction, Command, Hover, MarkupContent } from 'vscode-languageserver';
import { firstParagraph } from '../../server/src/lint/pages/first-paragraph.ts';
import { SETTINGS, TAINT_CHOICES } from '../../server/src/lint/settings/settings.ts';
import { NOTES } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { speak } from '../../server/src/text/localize.ts';
import { expectGenerated } from '../generated.ts';
import { BY_CLASS, DECLARED, LINUX, RUNTIME_CLASS, SCHEDULED } from '../lsp/manifests.ts';
import { TestClient } from '../lsp/test-client.ts';
import { allExamples } from '../rules/page.ts';
import { textsInSources } from './texts.ts';

const URI = 'file:///work/pod.yaml';
const COMMANDS = {
  rulePageCommand: 'page',
  showRemainingCommand: 'remaining',
  explainCommand: 'explain',
  turnOffRuleCommand: 'off',
  setTaintCommand: 'taint',
};

/** What was said of examples in a language that nobody speaks, by where it was said. */
const heard: { readonly where: string; readonly of: string; readonly text: string }[] = [];
/** The English texts that it was said instead of. */
const asked = new Set<string>();

/** A text in a language in which every letter has an accent, so that what is not translated shows. */
function pseudo(english: string): string | undefined {
  // It was translated where it was made.
  if (/[ā-ž]/.test(english)) return undefined;
  asked.add(english);
  return english.replace(/`[^`]*`|\{(?:\d|effect)\}|[a-z]/gi, (part) =>
    part.length > 1 ? part : (PSEUDO[part.toLowerCase()] ?? part),
  );
}

const PSEUDO: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, i) => [letter, String.fromCodePoint(0x101 + 2 * i)]),
);

beforeAll(async () => {
  const client = await TestClient.start({
    files: { 'file:///work/class.yaml': RUNTIME_CLASS },
    initializationOptions: COMMANDS,
    server: {},
    endsEarly: true,
  });
  speak(pseudo);
  for (const example of allExamples()) {
    if (example.kind === 'bad') await hearOf(client, example.place, example.text, example.settings);
  }
  for (const [name, text] of Object.entries({ BY_CLASS, DECLARED, LINUX, SCHEDULED })) {
    await hearOf(client, name, text, {});
    await hearAround(client, name, text);
  }
  for (const text of FAULTY) await hearOf(client, 'a file that is not right', text, {});
  await hearOfConfig(client);
  await client.end();
}, 300_000);

afterAll(() => speak(() => undefined));

/** Hears all that is said of what is found in a text. */
async function hearOf(client: TestClient, where: string, text: string, settings: object): Promise<void> {
  const say = (...texts: readonly (string | undefined)[]) => {
    for (const one of texts) if (one !== undefined) heard.push({ where, of: text, text: one });
  };
  await client.set({ kubewin: settings });
  await client.open(URI, text);
  const hovered = new Set<unknown>();
  for (const { code, message, range, relatedInformation = [] } of await client.diagnostics(URI)) {
    say(String(message), ...relatedInformation.map((one) => one.message));
    if (hovered.has(code)) continue;
    hovered.add(code);
    say(markdownOf(await client.hover(URI, range.start.line, range.start.character)));
    say(...(await client.codeActions(URI, range)).flatMap(wordsOf));
  }
  await client.close(URI);
}

function markdownOf(hover: Hover | null): string {
  return (hover?.contents as MarkupContent | undefined)?.value ?? '';
}

function wordsOf({ title, disabled, command }: CodeAction): string[] {
  const [done, steps] = (command as Command | undefined)?.command === 'remaining' ? (command?.arguments ?? []) : [];
  const remaining = ((steps ?? []) as { message: string }[]).map(({ message }) => message);
  return [
    title,
    ...(disabled === undefined ? [] : [disabled.reason]),
    ...(done === undefined ? [] : [done]),
    ...remaining,
  ];
}

/** Hears what is said around a manifest: lens, status, page, hovers and refactorings. */
async function hearAround(client: TestClient, where: string, text: string): Promise<void> {
  await client.open(URI, text);
  const lenses = (await client.lenses(URI)).map(({ command }) => command?.title ?? '');
  const page = (await client.explain(URI, 3))?.markdown ?? '';
  const hovers = await Promise.all([1, 5, 6, 7].map((line) => client.hover(URI, line, 2)));
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'kind'));
  const status = (await client.status(URI))?.why ?? '';
  const all = [...lenses, page, status, ...hovers.map(markdownOf), ...actions.flatMap(wordsOf)];
  for (const one of all) heard.push({ where, of: text, text: one });
  await client.close(URI);
}

/** Comments that are no directives, or do nothing. */
const FAULTY = [
  `# kubewin: allow\n${DECLARED}`,
  `${DECLARED}# kubewin: os=linux\n`,
  `# kubewin: allow-file pod/nothing\n${DECLARED}`,
  `# kubewin: allow-file pod/host-ipc\n${DECLARED}`,
  `${DECLARED}---\n# kubewin: allow-file pod/host-pid\n${DECLARED}`,
];

/** Hears what is said of and in a configuration file, and what is asked before there is one. */
async function hearOfConfig(client: TestClient): Promise<void> {
  const uri = 'file:///work/.kubewin.yaml';
  const text = `kubernetesVersion: 1.1
taint: what
rules: { pod/host-pidd: off, pod/host-pid: often }
overrides: [{ scope: off, files: 1 }]
exclude: [ '' ]
strictOsSupport: 3
unknown: 1
`;
  await client.set({ kubewin: {} });
  await client.open(uri, text);
  const say = (one: string) => heard.push({ where: 'the configuration file', of: text, text: one });
  for (const { message } of await client.diagnostics(uri)) say(String(message));
  for (const line of [0, 1, 2, 3, 4, 5]) say(markdownOf(await client.hover(uri, line, 1)));
  for (const { documentation, detail } of await client.completions(uri, 'unknown: 1\n')) {
    say((documentation as MarkupContent | undefined)?.value ?? '');
    say(detail ?? '');
  }
  const questions: { title: string; choices: { description: string }[] }[] =
    await client.connection.sendRequest('kubewin/clusterQuestions');
  for (const { title, choices } of questions)
    for (const one of [title, ...choices.map((each) => each.description)]) say(one);
  const rules: { title: string }[] = await client.connection.sendRequest('kubewin/rules', { uri: URI });
  for (const { title } of rules) say(title);
  await client.close(uri);
}

/** Words that nobody translates: of names that stand in a text, and of products. */
const NAMES =
  /^(?:windows|linux|kubernetes|server|version|containerd|docker|azure|amazon|google|gke|eks|aks|openshift|deployment|statefulset|daemonset|replicaset|replicationcontroller|podtemplate|cronjob|job|pod|service|runtimeclass|storageclass|persistentvolume|persistentvolumeclaim|configmap|secret|namespace|networkpolicy|node)s?$/i;

test('every text of the server is said in another language', () => {
  const english = heard.flatMap(({ where, of, text }) => {
    const prose = text.replace(/\[[^\]]*\]\([^)]*\)|(`+).*?\1|EKS Auto Mode|AWS Fargate/gs, ' ');
    const words = (prose.match(/[A-Za-z]{3,}/g) ?? []).filter(
      (word) => !NAMES.test(word) && !(of + RUNTIME_CLASS).includes(word),
    );
    return words.length === 0 ? [] : [`${where}: ${words.join(' ')}, in «${text}»`];
  });
  expect(heard.length).toBeGreaterThan(3_000);
  expect([...new Set(english)]).toEqual([]);
});

/** Texts of the client that are no words for people, or that are English in every language: for reports and logs. */
const PLAIN: readonly string[] = ["'Kubewin'", "'Docker'", "'no server'", "'not running'", "'No status'"];

test('every text of the client is said in the language of the editor', () => {
  const { unsaid } = textsInSources();
  expect(unsaid.filter((one) => !PLAIN.some((text) => one.endsWith(`: ${text}`)))).toEqual([]);
});

/** Templates of messages that rules of one kind share the beginning of. */
const MADE_AT_LOAD = /^(?:Volume `\{1\}`|The PersistentVolume of Windows \{1\}|File `\{1\}` in volume `\{0\}`) /;

test('what there is to translate is in the bundle that translators begin with', async () => {
  const { said, literals } = textsInSources();
  const ofRules = RULES.flatMap(({ title, why, outcomes }) => [
    title,
    firstParagraph(why),
    ...outcomes.flatMap(({ phrase, result, case: name }) => [phrase, result, name]),
  ]);
  const ofNotes = NOTES.flatMap(({ title, text, watches, objects }) =>
    (watches ?? objects) ? [title, firstParagraph(text)] : [],
  );
  const ofSettings = Object.values(SETTINGS).map(({ description }) => description);
  const ofTaints = TAINT_CHOICES.map(({ description }) => description);
  // What is put together of several has to be said with places for its parts, or nobody could translate it.
  const known = new Set([
    ...said,
    ...[...literals].map(firstParagraph),
    ...ofRules,
    ...ofNotes,
    ...ofSettings,
    ...ofTaints,
  ]);
  expect([...asked].filter((text) => !known.has(text) && !MADE_AT_LOAD.test(text))).toEqual([]);
  const all = new Set([...said, ...asked, ...ofRules, ...ofNotes, ...ofSettings, ...ofTaints]);
  const texts = [...all].filter((text) => text !== undefined && /[a-z]/i.test(text)).sort();
  const bundle = Object.fromEntries(texts.map((text) => [text, text]));
  await expectGenerated('l10n/bundle.l10n.json', `${JSON.stringify(bundle, null, 2)}\n`);
});

test('a client hands the server the texts of its language', async () => {
  const texts = {
    '`{0}` {effect}: Windows containers cannot share the process namespace of the host.': '{effect} «{0}»',
  };
  const client = await TestClient.start({ initializationOptions: { texts }, server: {} });
  await client.open(URI, DECLARED);
  const messages = (await client.diagnostics(URI)).map(({ message }) => message);
  expect(messages).toContain('is rejected on this Pod «hostPID»');
});
