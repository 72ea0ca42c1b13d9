import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { options } = createRequire(`${process.cwd()}/`)('./esbuild.js') as {
  options: { alias: Record<string, string> };
};

/**
 * The paths of slow tests: random cases, real manifests, recordings, processes. `--mode=quick` leaves them out, and
 * `--mode=slow` runs only them. The longest come first.
 */
const SLOW = [
  'test/conformance/',
  'test/fuzz/',
  'test/cli/upgrade',
  'test/cli/bad-input',
  'test/packages/',
  'test/corpus',
  'test/lint/refactorings.property',
  'test/cli/large-input',
  'test/repository/regex',
  'test/rules/templates',
  'test/rules/placeholders',
  'test/helm/functions',
  'test/helm/fuzz',
  'test/rules/broken',
  'test/bench/repositories',
  'test/repository/generated',
  'test/yaml/template',
  'test/cli/config',
  'test/cli/threads',
  'test/yaml/list-items',
  'test/lint/notes',
  'test/workspace/kustomize',
  'test/workspace/scan',
  'test/yaml/json-comments',
  'test/lint/refactorings',
  'test/cli/completion',
  'test/policy/recorded',
  'test/policy/evaluated',
  'test/cli/outputs',
  'test/cli/nodes',
  'test/lsp/workspace-diagnostics',
  'test/cli/check',
  'test/rules/server-values',
  'test/rules/robustness',
  'test/yaml/edits.property',
  'test/lint/batch',
  'test/yaml/slice',
  'test/cli/arguments',
  'test/workspace/growth',
  'test/cli/faults',
  'test/repository/security',
  'test/repository/limits',
  'test/lsp/storms',
  'test/cli/assume-windows',
  'test/cli/rules',
  'test/workspace/charts.property',
  'test/cli/watch',
  'test/cli/formats',
  'test/repository/translation',
  'test/cli/migrate',
  'test/cli/choices',
  'test/cli/baseline',
  'test/cli/init',
  'test/lsp/process',
  'test/lsp/same-findings',
  'test/cli/chart',
  'test/cli/explain',
  'test/cli/own-rules',
];

/** Starts the longest tests first: at the end, they would keep one core busy while the others are idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOW.findIndex((start) => moduleId.includes(`/${start}`));
      return index === -1 ? SLOW.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const slow = SLOW.map((start) => `${start}*.test.ts`);

export default defineConfig(({ mode }) => ({
  define: { KUBEWIN_VERSION: JSON.stringify(version) },
  // The same aliases as in the bundles.
  resolve: { alias: options.alias },
  test: {
    // With `-t`, a failed test would be lost among thousands that are skipped.
    hideSkippedTests: true,
    include: mode === 'slow' ? slow : ['test/**/*.test.ts'],
    exclude: ['test/vscode/**', ...(mode === 'quick' ? slow : [])],
    globalSetup: 'test/build.ts',
    setupFiles: 'test/seed.ts',
    pool: 'threads',
    // vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    // Test files share modules, which have no state. Isolated files would each load all rules again.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Some tests compare thousands of pods.
    testTimeout: 600_000,
  },
}));
