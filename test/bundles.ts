import { createRequire } from 'node:module';
import { type BuildOptions, type BuildResult, build } from 'esbuild';

/** What esbuild makes of the sources for the package: what runs on Node.js, or in a browser. */
export async function bundles(
  which: 'options' | 'browserOptions' = 'options',
): Promise<BuildResult<{ write: false; metafile: true }>> {
  const options = (createRequire(import.meta.url)('../esbuild.js') as Record<typeof which, BuildOptions>)[which];
  const absWorkingDir = new URL('..', import.meta.url).pathname;
  return build({ ...options, absWorkingDir, minify: true, sourcemap: false, write: false, metafile: true });
}
