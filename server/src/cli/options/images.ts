import type { GivenOptions } from './given-options.ts';
import { formatOption, type ManifestOptions, readManifestOptions } from './manifests.ts';
import type { Option } from './option.ts';

/** The formats of `images`. */
export const IMAGES_FORMATS = ['text', 'json', 'markdown'] as const;
export type ImagesFormat = (typeof IMAGES_FORMATS)[number];

/** The options of `images`. */
export interface ImagesOptions extends ManifestOptions<ImagesFormat> {
  readonly command: 'images';
  /** Whether registries are asked: to write the lock, or to compare it with what they say. */
  readonly asks: 'lock' | 'check' | undefined;
  /** Only images of pods that may run on this operating system count. */
  readonly platform: OperatingSystem | undefined;
  /** Globs of the images in the lock that are asked for again. */
  readonly update: readonly string[];
  /** Whether images that are no longer used are removed from the lock. */
  readonly prune: boolean;
  /** Registries, with their ports, that are reached without TLS. */
  readonly plainHttp: readonly string[];
}

export const IMAGES_FORMAT = formatOption('images', IMAGES_FORMATS, 'With a file, the result is written to it.');

const SYSTEMS = ['windows', 'linux'] as const;
type OperatingSystem = (typeof SYSTEMS)[number];

export const IMAGES_OPTIONS: readonly Option[] = [
  {
    name: 'lock',
    only: 'images',
    description:
      'Ask the registries for the platforms of the images, and write them to `.kubewin-images.yaml` beside the configuration file. Images that are already in it are not asked for.',
  },
  {
    name: 'check',
    only: 'images',
    description:
      'Compare `.kubewin-images.yaml` with the manifests and the registries. The exit code is 1 if an image is missing, is no longer used, or has another digest.',
  },
  {
    name: 'update',
    value: 'glob',
    repeatable: true,
    only: 'images',
    description: "With `--lock`, also ask for images that are in the file and match this glob. `'*'` is all of them.",
  },
  {
    name: 'platform',
    value: SYSTEMS.join('|'),
    only: 'images',
    description: 'Only images of pods that may run on this operating system.',
  },
  { name: 'prune', only: 'images', description: 'With `--lock`, remove images that are no longer used.' },
  {
    name: 'plain-http',
    value: 'host',
    repeatable: true,
    only: 'images',
    description:
      'Reach this registry without TLS, and send your credentials for it. Registries on this machine need no option.',
  },
];

/** Reads the options of `images`. */
export function readImagesOptions(paths: readonly string[], given: GivenOptions): ImagesOptions {
  const options = readManifestOptions('images', paths, IMAGES_FORMATS, given);
  const asks = given.has('lock') ? 'lock' : given.has('check') ? 'check' : undefined;
  const system = given.last('platform');
  const platform = SYSTEMS.find((name) => name === system);
  if (system !== undefined && platform === undefined)
    given.invalid('platform', system, 'It must be `windows` or `linux`.');
  const update = given.all('update') ?? [];
  const prune = given.has('prune');
  const plainHttp = given.all('plain-http') ?? [];
  if (given.has('lock') && given.has('check')) given.fault('Use either `--lock` or `--check`, not both.');
  if (asks !== 'lock' && (update.length > 0 || prune)) given.fault('`--update` and `--prune` need `--lock`.');
  if (asks === undefined && plainHttp.length > 0) given.fault('`--plain-http` needs `--lock` or `--check`.');
  if (asks !== undefined && given.has('format')) given.fault('`--lock` and `--check` have no `--format`.');
  return { ...options, asks, platform, update, prune, plainHttp };
}
