import { basename, resolve } from 'node:path';
import { mergeSettings } from '../../lint/settings/config.ts';
import type { Input } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import type { Frame } from '../formats/writer.ts';
import { type ManifestOptions, STDIN_PATH } from '../options/manifests.ts';

declare const KUBEWIN_VERSION: string;

/** What every result contains. Where configuration files set several releases, the one of the first file is named. */
export function frameOf(options: ManifestOptions, inputs: readonly Input[], { messages }: MessageLog): Frame {
  const { kubernetesVersion } = inputs[0]?.settings ?? mergeSettings(options.settings);
  return {
    kubewin: KUBEWIN_VERSION,
    kubernetesVersion,
    name: nameOfInput(options),
    upgradeTo: options.upgradeTo,
    ownRules: [...new Set(inputs.flatMap(({ settings }) => settings.ownRules ?? []))],
    messages,
  };
}

/** The paths of the arguments; the name of the current folder instead of `.`, which is also the default. */
function nameOfInput({ paths, filesFrom, stdinFilename }: ManifestOptions): string {
  const named = filesFrom === undefined ? paths : [...paths, filesFrom];
  return (named.length === 0 ? ['.'] : named)
    .map((path) =>
      path === STDIN_PATH ? (stdinFilename ?? 'standard input') : path === '.' ? basename(resolve(path)) : path,
    )
    .join(', ');
}
