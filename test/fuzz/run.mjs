// Tries random cases of each kind for a time, or a number of cases.
// `npm run fuzz -- [--seconds 60 | --count 1000] [--seed 1] [edits protocol grammar growth]`
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const options = { seconds: { type: 'string' }, count: { type: 'string' }, seed: { type: 'string' } };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const { count, seconds = count === undefined ? '60' : undefined, seed = String(Date.now() % 2 ** 31) } = values;
const kinds = positionals.length > 0 ? positionals : [''];
console.log(`seed ${seed}`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=0', ...kinds.map((kind) => `test/fuzz/${kind}`)],
  {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      SEED: seed,
      ...(seconds === undefined ? {} : { FUZZ_SECONDS: seconds }),
      ...(count === undefined ? {} : { FUZZ_COUNT: count }),
    },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
