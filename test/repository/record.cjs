// Preloaded before a bundle: writes to the file KUBEWIN_RECORD which modules of Node.js it loads, which files it reads and
// writes, which processes it starts and which connections it opens.
const Module = require('node:module');
const fs = require('node:fs');
const { writeFileSync } = fs;

const record = { modules: [], reads: [], writes: [], processes: [], connections: [] };
process.on('exit', () => writeFileSync(process.env.KUBEWIN_RECORD, JSON.stringify(record)));

/** Records the calls of functions with their first argument. */
function note(holder, names, list) {
  for (const name of names) {
    const original = holder[name];
    if (typeof original !== 'function') continue;
    holder[name] = function (...args) {
      list(args).push(`${name} ${String(args[0])}`);
      return Reflect.apply(original, this, args);
    };
  }
}

const isWrite = ([, flags]) => (typeof flags === 'string' ? /[wax+]/.test(flags) : ((flags ?? 0) & 3) !== 0);
for (const holder of [fs, fs.promises]) {
  note(holder, ['open', 'openSync'], (args) => (isWrite(args) ? record.writes : record.reads));
  note(
    holder,
    ['readFile', 'readFileSync', 'readdir', 'readdirSync', 'opendir', 'createReadStream'],
    () => record.reads,
  );
  for (const name of [
    'writeFile',
    'appendFile',
    'rename',
    'unlink',
    'rm',
    'mkdir',
    'copyFile',
    'chmod',
    'symlink',
    'link',
  ]) {
    note(holder, [name, `${name}Sync`], () => record.writes);
  }
}
note(fs, ['createWriteStream'], () => record.writes);
const starts = ['spawn', 'spawnSync', 'fork', 'exec', 'execSync', 'execFile', 'execFileSync'];
note(require('node:child_process'), starts, () => record.processes);
note(require('node:net').Socket.prototype, ['connect'], () => record.connections);
note(require('node:net').Server.prototype, ['listen'], () => record.connections);
for (const name of ['http', 'https']) note(require(`node:${name}`), ['request', 'get'], () => record.connections);
note(require('node:dns'), ['lookup', 'resolve'], () => record.connections);
note(require('node:dgram'), ['createSocket'], () => record.connections);
note(globalThis, ['fetch'], () => record.connections);

const load = Module._load;
Module._load = function (name, ...more) {
  if (Module.isBuiltin(name)) record.modules.push(name.replace('node:', ''));
  return Reflect.apply(load, this, [name, ...more]);
};
