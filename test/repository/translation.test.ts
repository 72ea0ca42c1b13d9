import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '../../server/src/text/localize.ts';
import { expectFresh } from '../generated.ts';
import { DECLARED, RUNTIME_CLASS } from '../lsp/manifests.ts';
import { TestClient } from '../lsp/test-client.ts';
import { isTranslatable, l10nBundle, type ShownTexts, shownTexts, textsOfFindings } from './l10n.ts';
import { textsInSources } from './texts.ts';

let texts: ShownTexts;

beforeAll(async () => {
  texts = await shownTexts();
}, 300_000);

/** Words that are never translated: terms that manifests contain, and names of products. */
const NAMES =
  /^(?:windows|linux|kubernetes|server|version|containerd|docker|azure|amazon|google|gke|eks|aks|openshift|deployment|statefulset|daemonset|replicaset|replicationcontroller|podtemplate|cronjob|job|pod|service|runtimeclass|storageclass|persistentvolume|persistentvolumeclaim|configmap|secret|namespace|networkpolicy|node)s?$/i;

test('every text of the server is translated', () => {
  const english = texts.shown.flatMap(({ place, content, text }) => {
    const prose = text.replace(/\[[^\]]*\]\([^)]*\)|(`+).*?\1|<\/?\w+>|EKS Auto Mode|AWS Fargate/gs, ' ');
    const words = (prose.match(/[A-Za-z]{3,}/g) ?? []).filter(
      (word) => !NAMES.test(word) && !(content + RUNTIME_CLASS).includes(word),
    );
    return words.length === 0 ? [] : [`${place}: ${words.join(' ')}, in "${text}"`];
  });
  expect(texts.shown.length).toBeGreaterThan(3_000);
  expect([...new Set(english)]).toEqual([]);
});

/** Texts of the client that are not prose, or that are English in every language because they are for reports and logs. */
const PLAIN: readonly string[] = ["'Kubewin'", "'Docker'", "'no server'", "'not running'", "'No status'"];

test('every text of the client is translated', () => {
  const { unsaid } = textsInSources();
  const isPlain = (prose: string) =>
    PLAIN.some((text) => prose.endsWith(`: ${text}`)) || prose.includes(': `<!DOCTYPE html>\n<meta');
  expect(unsaid.filter((prose) => !isPlain(prose))).toEqual([]);
});

test('every text that is looked up can be translated as a whole', () => {
  const known = isTranslatable();
  expect([...texts.lookedUp].filter((text) => !known(text))).toEqual([]);
});

test('the bundle for translators is up to date', () => {
  const bundle = l10nBundle([...texts.lookedUp, ...textsOfFindings()]);
  expectFresh('l10n/bundle.l10n.json', bundle, 'npm run generate:l10n');
});

test('a client sends the server the texts of its language', async () => {
  // The language is that of the process, which other test files share.
  onTestFinished(() => setLanguage(() => undefined));
  const ofLanguage = {
    "`{0}` {effect}: Windows containers cannot share the host's process namespace.": '{effect} «{0}»',
  };
  const client = await TestClient.start({ initializationOptions: { texts: ofLanguage }, server: {} });
  await client.open('file:///work/pod.yaml', DECLARED);
  const messages = (await client.diagnostics('file:///work/pod.yaml')).map(({ message }) => message);
  expect(messages).toContain('is rejected on this Pod «hostPID»');
});
