import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig({
  define: { KUBEWIN_VERSION: JSON.stringify(version) },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/vscode/**'],
    globalSetup: 'test/build.ts',
    setupFiles: 'test/seed.ts',
    pool: 'threads',
    // No test is about time: the largest ones compare thousands of pods.
    testTimeout: 600_000,
  },
});
