// Loaded before the command line: Node.js then behaves as on Windows. `C:\…`, `\…` and `\\server\share\…` are the root of the
// file system, paths from the system begin with `C:\`, and paths are joined and compared as on Windows.
const fs = require('node:fs');
const Module = require('node:module');
const { win32 } = require('node:path');
const url = require('node:url');

Object.defineProperty(process, 'platform', { value: 'win32' });

/** The path on this system; other arguments stay as they are. */
function fromWindows(path) {
  if (typeof path !== 'string' || !path.includes('\\')) return path;
  return path
    .replace(/^\\\\\?\\(?:UNC(?=\\))?/i, '')
    .replace(/^(?:[A-Za-z]:|\\\\[^\\]+\\[^\\]+)/, '')
    .replaceAll('\\', '/');
}

function toWindows(path) {
  return typeof path === 'string' && path.startsWith('/') ? `C:${path.replaceAll('/', '\\')}` : path;
}

/** Functions that return a path, and those that take two. Others may have a text as their second argument. */
const RETURNS_PATH = /^(?:realpath|readlink|mkdtemp)(?:Sync)?$/;
const TAKES_TWO = /^(?:rename|copyFile|link|symlink|cp)(?:Sync)?$/;

/** The same function for paths of Windows. It answers with one only if it is asked with one: Node.js itself does not. */
function adapted(original, name) {
  return function (...args) {
    const isOfWindows = fromWindows(args[0]) !== args[0];
    for (let i = 0; i < (TAKES_TWO.test(name) ? 2 : 1); i++) args[i] = fromWindows(args[i]);
    const found = original.apply(this, args);
    if (!isOfWindows || !RETURNS_PATH.test(name)) return found;
    return typeof found?.then === 'function' ? found.then(toWindows) : toWindows(found);
  };
}

function adapt(holder, name) {
  const original = holder[name];
  holder[name] = Object.assign(adapted(original, name), original);
  if (original.native !== undefined) holder[name].native = adapted(original.native, name);
}

for (const holder of [fs, fs.promises]) {
  for (const name of Object.keys(holder)) {
    if (typeof holder[name] === 'function' && /^[a-z]/.test(name)) adapt(holder, name);
  }
}

const { cwd } = process;
process.cwd = () => toWindows(cwd.call(process));
const { pathToFileURL, fileURLToPath } = url;
url.pathToFileURL = (path) => pathToFileURL(path, { windows: true });
url.fileURLToPath = (address) => fileURLToPath(address, { windows: true });

const { require: load } = Module.prototype;
Module.prototype.require = function (name) {
  return /^(?:node:)?path$/.test(name) ? win32 : load.call(this, name);
};
