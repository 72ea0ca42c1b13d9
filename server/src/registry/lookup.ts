import { canonicalName, type ImageReference } from '../images/reference.ts';
import type { FoundImage, ImageResult, RegistryClient } from './registry-client.ts';

/** How many images are read at a time. */
const PARALLEL = 6;

export interface LookupOptions {
  /** Ends the lookup: the images that were read until then are returned. */
  readonly signal?: AbortSignal;
  /** What is known of images, by canonical name. */
  readonly known?: ReadonlyMap<string, FoundImage>;
  /** Called after each image. */
  readonly onResult?: (name: string, result: ImageResult, done: number, all: number) => void;
}

/** Reads images from their registries. The results have canonical names, and the order of the references. */
export async function lookUpImages(
  client: Pick<RegistryClient, 'image'>,
  references: readonly ImageReference[],
  { signal, known, onResult }: LookupOptions = {},
): Promise<ReadonlyMap<string, ImageResult>> {
  const byName = new Map(references.map((reference) => [canonicalName(reference), reference]));
  const results = new Map<string, ImageResult>();
  const waiting = byName.entries();
  const work = async () => {
    for (const [name, reference] of waiting) {
      if (signal?.aborted) return;
      try {
        const result = await client.image(reference, known?.get(name), signal);
        results.set(name, result);
        onResult?.(name, result, results.size, byName.size);
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return new Map(
    [...byName.keys()].flatMap((name) => {
      const result = results.get(name);
      return result === undefined ? [] : [[name, result] as const];
    }),
  );
}
