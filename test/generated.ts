import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const ROOT = new URL('../', import.meta.url);

/** Expects a file of the repository to be what the generator writes (`npm run generate`, see repository/generated-files.ts). */
export function expectFresh(path: string, text: string, command = 'npm run generate'): void {
  const current = readFileSync(new URL(path, ROOT), 'utf8');
  expect(text, `${path} is out of date: ${command} writes it`).toBe(current);
}
