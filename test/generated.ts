import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

const ROOT = new URL('../', import.meta.url);

/** Holds a file of the repository equal to what is generated for it; `UPDATE=1` writes it instead. */
export function expectGenerated(path: string, text: string): void {
  const file = new URL(path, ROOT);
  if (process.env['UPDATE'] === '1') {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  expect(readText(file), `${path} is not up to date: UPDATE=1 npm test writes it`).toBe(text);
}

function readText(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
