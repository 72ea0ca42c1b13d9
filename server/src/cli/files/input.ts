import { isAbsolute, relative, resolve } from 'node:path';
import type { CheckSettings } from '../../lint/settings/settings.ts';
import { PLATFORM } from '../../workspace/node-disk.ts';
import type { Encoding } from '../../workspace/reading.ts';
import { pathOfUri, uriOfPath } from '../../workspace/uri.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A file to check. */
export interface Input {
  /** As the user named it, continued below folders with `/`; `-` for standard input without a name. */
  readonly path: string;
  readonly isStdin: boolean;
  /** Whether an argument names this file itself, and not a folder. */
  readonly isNamed: boolean;
  readonly uri: string;
  /** Undefined for UTF-8 without a byte order mark. */
  readonly encoding: Encoding | undefined;
  /** Of a large list: the URIs of the parts in which it is checked, and how many objects are in none of them. */
  readonly cut: { readonly uris: readonly string[]; readonly leftOut: number } | undefined;
  readonly settings: CheckSettings;
  /** The names of the settings that options or a configuration file set for it. */
  readonly configured: readonly string[];
}

/** What is needed of an input to look at its documents. */
export type InputFile = Pick<Input, 'uri' | 'path' | 'isNamed' | 'cut'>;

/** The inputs in a workspace. */
export interface Manifests {
  readonly workspace: Workspace;
  /** The paths of the files by their URIs. */
  readonly paths: ReadonlyMap<string, string>;
  /** Whether documents in which nothing can be found are parsed too. */
  readonly thorough: boolean;
}

/** The URIs of the texts of an input. */
export function urisOf({ uri, cut }: Pick<Input, 'uri' | 'cut'>): readonly string[] {
  return cut?.uris ?? [uri];
}

/** The path of a file from the current folder, with `/`; undefined for one that is not below it. */
export function pathFromHere(uri: string): string | undefined {
  const path = pathOfUri(uri, PLATFORM);
  const below = path === undefined ? '..' : slashed(relative('.', path));
  return /^\.\.(?:\/|$)/.test(below) || isAbsolute(below) ? undefined : below;
}

/** The path of a file in messages: from the current folder, if it is below it. */
export function shownPath(uri: string): string {
  return pathFromHere(uri) ?? pathOfUri(uri, PLATFORM) ?? uri;
}

/** The path from the current folder for a path as a user gives it; the path itself for a file that is not below the current folder. */
export function relativePathOf(path: string): string {
  return pathFromHere(uriOfPath(resolve(path), PLATFORM)) ?? path;
}

/** A path with `/` on every platform. */
export function slashed(path: string): string {
  return PLATFORM === 'win32' ? path.replaceAll('\\', '/') : path;
}
