// Runs the command line `cli.js` of the executable with the arguments, and writes the code that V8 compiled for this.
const { readFileSync, writeFileSync } = require('node:fs');
const { cachedDataVersionTag, setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

/** The compilers that were on. They leave marks in the code, at other places in each run. */
const compilers = ['sparkplug', 'maglev'].filter((name) => {
  const tag = cachedDataVersionTag();
  setFlagsFromString(`--no-${name}`);
  return cachedDataVersionTag() !== tag;
});
const script = new Script(readFileSync('cli.js', 'utf8'), { filename: 'cli.js' });
process.once('exit', () => {
  // The executable only accepts code with its own flags.
  for (const name of compilers) setFlagsFromString(`--${name}`);
  writeFileSync('cli.cache', script.createCachedData());
  // The check of the samples finds problems.
  process.exitCode = 0;
});
script.runInThisContext()(require);
