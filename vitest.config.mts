import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What `--mode quick` leaves out: random cases by the thousand, real manifests, recordings, processes. */
const SLOW = [
  'test/**/*.property.test.ts',
  'test/accuracy.test.ts',
  'test/cli/**',
  'test/conformance/**',
  'test/corpus.test.ts',
  'test/lint/batch.test.ts',
  'test/lsp/process.test.ts',
  'test/lsp/same-findings.test.ts',
  'test/rules/robustness.test.ts',
  'test/rules/templates.test.ts',
  'test/workspace/growth.test.ts',
  'test/yaml/slice.test.ts',
];

export default defineConfig(({ mode }) => ({
  define: { KUBEWIN_VERSION: JSON.stringify(version) },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/vscode/**', ...(mode === 'quick' ? SLOW : [])],
    globalSetup: 'test/build.ts',
    setupFiles: 'test/seed.ts',
    pool: 'threads',
    // Tests share no state but modules, and the sources keep none in theirs.
    isolate: false,
    // No test is about time: the largest ones compare thousands of pods.
    testTimeout: 600_000,
  },
}));
