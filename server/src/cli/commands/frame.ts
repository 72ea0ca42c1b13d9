import { mergeSettings } from '../../lint/settings/config.ts';
import type { Input } from '../files/input.ts';
import type { MessageLog } from '../files/message-log.ts';
import type { Frame } from '../formats/writer.ts';
import type { ManifestOptions } from '../options/manifests.ts';

declare const KUBEWIN_VERSION: string;

/** What every result contains. Where configuration files set several releases, the one of the first file is named. */
export function frameOf(options: ManifestOptions, [first]: readonly Input[], { messages }: MessageLog): Frame {
  const { kubernetesVersion } = first?.settings ?? mergeSettings(options.settings);
  return { kubewin: KUBEWIN_VERSION, kubernetesVersion, upgradeTo: options.upgradeTo, messages };
}
