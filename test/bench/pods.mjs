// Writes the times in which `yaml` parses Windows pods, and in which they are checked, in milliseconds and with compiled code.
import { parseDocument } from 'yaml';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { lint } from '../../server/src/lint/engine/lint.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
// biome-ignore lint/correctness/useImportExtensions: the file of the same name contains only types.
import { fileText, random } from './manifests.mjs';

const POD_COUNT = 200;
const [, , rounds] = process.argv;
const next = random(4);
const pods = Array.from({ length: POD_COUNT }, (_, i) => fileText(i, next, 1).split('---\n', 1)[0]);
const context = { rules: ruleSet(RULES), settings: DEFAULT_SETTINGS, facts: NO_FACTS, onRuleError: fail };
const times = { yaml: [], check: [] };
for (let i = 0; i < 2 * rounds; i++) {
  const started = performance.now();
  for (const text of pods) parseDocument(text);
  const parsed = performance.now();
  const documents = pods.map((text) => parse(text));
  const read = performance.now();
  for (const document of documents) lint(document, context);
  // The first half is warm-up.
  if (i < rounds) continue;
  times.yaml.push((parsed - started) / POD_COUNT);
  times.check.push((performance.now() - read) / POD_COUNT);
}
console.log(JSON.stringify(times));

function fail(_, error) {
  throw error;
}
