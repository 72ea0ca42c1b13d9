import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const ROOT = new URL('../', import.meta.url);

/**
 * Holds a file of the repository equal to what is generated for it. `--update` of vitest writes it instead; CONTRIBUTING.md
 * names the command for each kind of file, so that one kind is never accepted together with another.
 */
export async function expectGenerated(path: string, text: string): Promise<void> {
  await expect(text, `${path} is not fresh`).toMatchFileSnapshot(fileURLToPath(new URL(path, ROOT)));
}
