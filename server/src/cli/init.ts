import { open, unlink } from 'node:fs/promises';
import { CONFIG_NAME, type RawSettings } from '../lint/config.ts';
import { newConfig } from '../lint/new-config.ts';

/**
 * Writes a configuration file with these settings into the current folder, and gives a sentence about it. A file that
 * is there stays as it is.
 */
export async function init(given: RawSettings): Promise<{ readonly done: string } | { readonly fault: string }> {
  const names = Object.keys(given).map((name) => `\`${name}\``);
  try {
    const file = await open(CONFIG_NAME, 'wx');
    try {
      await file.writeFile(newConfig(given));
    } catch (error) {
      await unlink(CONFIG_NAME);
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EEXIST' ? 'it exists already' : message;
    return { fault: `${CONFIG_NAME} was not written: ${why}.` };
  }
  const what = names.length === 0 ? 'with the defaults in comments' : `with ${new Intl.ListFormat('en').format(names)}`;
  return { done: `Wrote ${CONFIG_NAME} ${what}. It applies to manifests in this folder and below.` };
}
