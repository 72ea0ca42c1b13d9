import { closeSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { CONFIG_NAME, type RawSettings } from '../../lint/settings/config.ts';
import { newConfig } from '../../lint/settings/new-config.ts';
import { ConfigFiles } from '../../workspace/config-files.ts';
import type { Disk } from '../../workspace/disk.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import { pathOfUri } from '../../workspace/uri.ts';
import { slashed } from '../files/input.ts';
import { folderUri } from '../inputs/configs.ts';
import { CONFIG_RULES } from '../inputs/own-rules.ts';
import type { ToolResult } from './tool-result.ts';

/**
 * Writes a configuration file with these settings into the current folder, and returns a sentence about it. An existing file
 * is not changed.
 */
export async function init(settings: RawSettings, disk: Disk): Promise<ToolResult> {
  const names = Object.keys(settings).map((name) => `\`${name}\``);
  try {
    const file = openSync(CONFIG_NAME, 'wx');
    try {
      writeFileSync(file, newConfig(settings));
    } catch (error) {
      unlinkSync(CONFIG_NAME);
      throw error;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'it exists already' : message;
    return { fault: `${CONFIG_NAME} was not written: ${reason}.` };
  }
  const content =
    names.length === 0 ? 'with the defaults in comments' : `with ${new Intl.ListFormat('en').format(names)}`;
  const above = await configAbove(disk);
  const instead = above === undefined ? '' : `, instead of ${above}`;
  return { text: `Wrote ${CONFIG_NAME} ${content}. It applies to manifests in this folder and below${instead}.\n` };
}

/** The path of the configuration file that applied in this folder until now. */
async function configAbove(disk: Disk): Promise<string | undefined> {
  const files = new ConfigFiles(disk, CONFIG_RULES);
  const here = folderUri('.');
  const root = await files.rootOf(here);
  if (here === root) return undefined;
  const { file } = await files.nearest(folderUri('..'), root);
  const path = file && pathOfUri(file.uri, PLATFORM);
  return path && slashed(relative('.', path));
}
