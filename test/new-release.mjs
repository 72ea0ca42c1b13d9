// Adds a Kubernetes release: `npm run new-release 1.38` does everything that needs neither Go nor the release notes, and
// prints what remains.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = 'server/src/kubernetes/version.ts';
/** Texts that name the newest release, and are not generated. README.md names those that are recorded. */
const NAMED = ['docs/npm.md'];

const [release = '', root = join(import.meta.dirname, '..')] = process.argv.slice(2);
const [, newest] = /^const NEWEST = (\d+);$/m.exec(read(VERSIONS)) ?? [];
const next = `1.${Number(newest) + 1}`;
if (release !== next) {
  console.error(`The newest release is 1.${newest}. Usage: npm run new-release ${next}`);
  process.exit(1);
}

const changed = [VERSIONS, ...NAMED, 'CHANGELOG.md'].filter((file) => {
  const text = read(file);
  const now = changedText(file, text);
  if (now !== text) writeFileSync(join(root, file), now);
  return now !== text;
});

console.log(`Changed: ${changed.join(', ')}

What remains once it is published, as CONTRIBUTING.md describes under "A Kubernetes release":
  1. npm run conformance ${release}.0 records what the release rejects. It needs Go.
  2. npx vitest run test/conformance: each difference is a row in the outcomes of a rule, with an example on its page.
  3. README.md names the recorded releases and their number. Correct both: a test compares them.
  4. Read the release notes for "Windows", "kubelet" and removed feature gates. Add rows to outcomes, and check which Windows
     builds the release supports in server/src/windows/builds.ts.
  5. Add new pod fields to test/conformance/generator.mjs, and record all releases with npm run conformance.
  6. npm run generate: the settings in package.json and in the documentation. Read what changed.
  7. npx vitest run test/rules test/lint --mode=quick
     npx vitest run test/cli/upgrade test/repository/generated test/repository/scripts test/conformance/releases

Examples such as "--upgrade-to 1.${newest}" stay as they are.`);

function changedText(file, text) {
  if (file === VERSIONS) return text.replace(/^const NEWEST = \d+;$/m, `const NEWEST = ${Number(newest) + 1};`);
  if (file === 'CHANGELOG.md') return withLine(text);
  return text.replace(new RegExp(`(\\b1\\.\\d+ to\\s+)1\\.${newest}\\b`, 'g'), `$1${release}`);
}

/** Under "Unreleased", which is the first section. */
function withLine(text) {
  const heading = '## Unreleased\n\n';
  const line = `- Kubernetes ${release}.\n`;
  if (text.includes(heading)) return text.replace(heading, `${heading}${line}`);
  return text.replace(/^## /m, `${heading}${line}\n## `);
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}
