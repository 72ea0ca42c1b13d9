import { readFileSync } from 'node:fs';
import { TOPICS } from '../../server/src/notes/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { RECORDINGS, recorded } from '../cli/recordings.ts';
import { policyPage } from '../policy/page.ts';
import { pageOf } from '../rules/page.ts';
import { fieldsRecording, findingsIn, fixOrderRecording } from '../rules/recordings.ts';
import { configSchema } from './config-schema.ts';
import { coveragePage } from './coverage-page.ts';
import { imageLockSchema } from './image-lock-schema.ts';
import { l10nBundle, refreshedBundle, shownTexts, textsOfFindings } from './l10n.ts';
import { constants, limitsPage } from './limits.ts';
import { manPage } from './man-page.ts';
import { manifestFiles } from './manifest-settings.ts';
import { topicPage, topicsIndex } from './note-page.ts';
import { noticesPage } from './notices-page.ts';
import { otherLintersPage } from './other-linters-page.ts';
import { resultSchemas } from './result-schemas.ts';
import { refreshed, rulesIndex } from './rule-page.ts';
import { settingsPage } from './settings-page.ts';

/** Files by their path from the root of the repository, with the text that they should have. */
export type Texts = Readonly<Record<string, string>>;

interface GeneratedFiles {
  /** The paths; `*` stands for one per rule, topic or format. */
  readonly files: readonly string[];
  make(): Texts | Promise<Texts>;
  /** The test that compares them, where it is not generated.test.ts. */
  readonly test?: string;
}

declare const KUBEWIN_VERSION: string;

const L10N = 'l10n/bundle.l10n.json';
const TRANSLATION_TEST = 'test/repository/translation.test.ts';

/**
 * All generated files of the repository, in the order in which they are written: some read others. `npm run generate` writes
 * them, and tests compare them. What needs minutes, Go or a browser has a command of its own (see CONTRIBUTING.md).
 */
export const GENERATED: readonly GeneratedFiles[] = [
  { files: ['docs/rules/*/*.md', 'docs/rules/README.md'], make: rulePages },
  { files: ['test/rules/fields.txt'], make: () => ({ 'test/rules/fields.txt': fieldsRecording() }) },
  {
    files: ['test/rules/fix-order.txt'],
    make: () => ({ 'test/rules/fix-order.txt': fixOrderRecording() }),
  },
  { files: ['docs/knowledge/*.md'], make: knowledgePages },
  { files: ['docs/coverage.md'], make: () => ({ 'docs/coverage.md': coveragePage() }) },
  { files: ['docs/limits.md'], make: () => ({ 'docs/limits.md': limitsPage(constants()) }) },
  { files: ['docs/other-linters.md'], make: () => ({ 'docs/other-linters.md': otherLintersPage() }) },
  { files: ['docs/policy.md'], make: () => ({ 'docs/policy.md': policyPage() }) },
  { files: ['docs/settings.md'], make: () => ({ 'docs/settings.md': settingsPage() }) },
  { files: ['docs/kubewin.1'], make: () => ({ 'docs/kubewin.1': manPage(KUBEWIN_VERSION) }) },
  {
    files: ['docs/schemas/config.schema.json'],
    make: () => ({ 'docs/schemas/config.schema.json': `${JSON.stringify(configSchema(), null, 2)}\n` }),
  },
  {
    files: ['docs/schemas/image-lock.schema.json'],
    make: () => ({ 'docs/schemas/image-lock.schema.json': `${JSON.stringify(imageLockSchema(), null, 2)}\n` }),
  },
  { files: ['docs/schemas/*.schema.json'], make: resultSchemas },
  { files: ['package.json', 'package.nls.json'], make: manifestFiles },
  { files: ['test/cli/expected/*'], make: outputs },
  {
    files: ['THIRD-PARTY-NOTICES.md'],
    make: async () => ({ 'THIRD-PARTY-NOTICES.md': await noticesPage() }),
  },
  { files: [L10N], make: () => ({ [L10N]: refreshedBundle(currentText(L10N) ?? '{}') }), test: TRANSLATION_TEST },
];

/** Files of which `npm run generate` writes only what is quickly known; `npm run generate:l10n` writes all of the bundle. */
export const THOROUGH: Readonly<Record<string, GeneratedFiles>> = {
  l10n: {
    files: [L10N],
    make: async () => ({ [L10N]: l10nBundle([...(await shownTexts()).lookedUp, ...textsOfFindings()]) }),
    test: TRANSLATION_TEST,
  },
};

function rulePages(): Texts {
  const pages = RULES.map((rule) => {
    const page = pageOf(rule.id);
    return [page.file, refreshed(page, rule, (example) => findingsIn(rule, example))] as const;
  });
  return { ...Object.fromEntries(pages), 'docs/rules/README.md': rulesIndex(RULES) };
}

function knowledgePages(): Texts {
  return {
    ...Object.fromEntries(TOPICS.map((topic) => [`docs/knowledge/${topic.id}.md`, topicPage(topic)])),
    'docs/knowledge/README.md': topicsIndex(TOPICS),
  };
}

async function outputs(): Promise<Texts> {
  const texts: Record<string, string> = {};
  for (const [name, recording] of Object.entries(RECORDINGS)) {
    texts[`test/cli/expected/${name}`] = await recorded(recording);
  }
  return texts;
}

/** The text of a file of the repository; undefined for a file that does not exist. */
export function currentText(path: string): string | undefined {
  try {
    return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
