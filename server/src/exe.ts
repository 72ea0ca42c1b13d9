import { createRequire } from 'node:module';
import { getAsset } from 'node:sea';
import { Script } from 'node:vm';
import './v8-flags.ts';

// The entry point of the executable and of its threads. It runs the command line with the code that V8 compiled during the
// build (packaging/code-cache.cjs): otherwise, compiling takes half of the start.

const script = new Script(getAsset('cli.js', 'utf8'), {
  filename: 'cli.js',
  cachedData: new Uint8Array(getAsset('cli.cache')),
});
script.runInThisContext()(createRequire(process.execPath));
