import { open, unlink } from 'node:fs/promises';
import { relative } from 'node:path';
import { CONFIG_NAME, type RawSettings } from '../../lint/settings/config.ts';
import { newConfig } from '../../lint/settings/new-config.ts';
import { RULES } from '../../rules/index.ts';
import { ConfigFiles } from '../../workspace/config-files.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri } from '../../workspace/uri.ts';
import { folderUri } from '../inputs/configs.ts';

/**
 * Writes a configuration file with these settings into the current folder, and gives a sentence about it. A file that
 * is there stays as it is.
 */
export async function init(
  given: RawSettings,
  disk: Disk,
): Promise<{ readonly done: string } | { readonly fault: string }> {
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
  const above = await configAbove(disk);
  const instead = above === undefined ? '' : `, instead of ${above}`;
  return { done: `Wrote ${CONFIG_NAME} ${what}. It applies to manifests in this folder and below${instead}.` };
}

/** The path of the configuration file that has applied in this folder. */
async function configAbove(disk: Disk): Promise<string | undefined> {
  const files = new ConfigFiles(disk, RULES);
  const here = folderUri('.');
  const root = await files.rootOf(here);
  if (here === root) return undefined;
  const file = await files.nearest(folderUri('..'), root);
  const path = file && pathOfUri(file.uri, PLATFORM);
  return path && relative('.', path);
}
