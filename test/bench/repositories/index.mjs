// Kinds of repositories, determined by a seed. Each has rows of its own in the bench, because the goal is for the slowest.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitops } from './gitops.mjs';
import { monorepo } from './monorepo.mjs';
import { rendered } from './rendered.mjs';
import { services } from './services.mjs';

/** The generators of files, from the number of files and a source of random numbers. */
export const REPOSITORIES = { services, monorepo, rendered, gitops };

/** Writes the files of a repository below a folder. */
export function writeRepository(target, files) {
  for (const { path, text } of files) {
    const file = join(target, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
