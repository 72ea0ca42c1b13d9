import { createRequire } from 'node:module';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';

type Options = Readonly<Record<'options' | 'serverOptions' | 'browserOptions', BuildOptions>>;

/** The bundles of a platform, minified as in the package. */
export interface Bundles {
  readonly metafile: Metafile;
  readonly outputFiles: readonly OutputFile[];
}

export async function bundles(where: 'node' | 'browser' = 'node'): Promise<Bundles> {
  const options = createRequire(import.meta.url)('../esbuild.js') as Options;
  const absWorkingDir = new URL('..', import.meta.url).pathname;
  const all = where === 'browser' ? [options.browserOptions] : [options.options, options.serverOptions];
  const built = await Promise.all(
    all.map((each) => build({ ...each, absWorkingDir, minify: true, sourcemap: false, write: false, metafile: true })),
  );
  return {
    metafile: {
      inputs: Object.assign({}, ...built.map(({ metafile }) => metafile.inputs)),
      outputs: Object.assign({}, ...built.map(({ metafile }) => metafile.outputs)),
    },
    outputFiles: built.flatMap(({ outputFiles }) => outputFiles),
  };
}

/** The files of a bundle, the entry point first: those that it loads at the start, or all of them. */
export function filesOf(name: string, { outputs }: Metafile, kinds: 'at the start' | 'all'): readonly string[] {
  const files = [`dist/${name}.js`];
  for (const file of files) {
    for (const { path, kind, external } of outputs[file]?.imports ?? []) {
      if (external || files.includes(path) || (kinds !== 'all' && kind === 'dynamic-import')) continue;
      files.push(path);
    }
  }
  return files;
}
