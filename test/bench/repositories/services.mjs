// The services of one team: a file for each, in 100 folders.
// biome-ignore lint/correctness/useImportExtensions: the file of the same name contains only types.
import { fileText } from '../manifests.mjs';

/**
 * The files of the repository, as many as requested.
 * @param {number} [windows] the probability of a Windows pod in a file
 */
export function* services(count, next, windows = 0.2) {
  for (let i = 0; i < count; i++) yield { path: `${i % 100}/${i}.yaml`, text: fileText(i, next, windows) };
}
