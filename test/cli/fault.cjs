// Loaded before the command line: does something to a file, or ends the process, when a step of a file's work begins.
// KUBEWIN_FAULT is { step, file, action, text }; `file` ends the path that the step is called with.
const fs = require('node:fs');
const promises = require('node:fs/promises');

const { step, file, action, text = '' } = JSON.parse(process.env.KUBEWIN_FAULT);
let isDone = false;

function act(path) {
  if (isDone) return;
  isDone = true;
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  if (action === 'delete') fs.unlinkSync(path);
  if (action === 'protect') fs.chmodSync(path, 0o444);
  if (action === 'replace') fs.writeFileSync(path, text);
  if (action === 'append') fs.appendFileSync(path, text);
  if (action === 'link') {
    fs.unlinkSync(path);
    fs.symlinkSync(text, path);
  }
}

/** Calls a function after the fault, where it is called for the file and the step. */
function before(holder, name, isMeant, path = (given) => given) {
  const original = holder[name];
  holder[name] = function (...args) {
    if (step === name && isMeant(args[0])) act(path(args[0]));
    return original.apply(this, args);
  };
}

const isFile = (path) => String(path).endsWith(file);

before(promises, 'realpath', isFile);
before(fs, 'openSync', isFile);

const opened = new Map();
const { openSync } = fs;
fs.openSync = (path, ...more) => {
  const descriptor = openSync(path, ...more);
  opened.set(descriptor, path);
  return descriptor;
};
before(
  fs,
  'readSync',
  (descriptor) => isFile(opened.get(descriptor)),
  (descriptor) => opened.get(descriptor),
);

// What follows belongs to the file whose path was resolved last.
let current = '';
const { realpath, open, rename } = promises;
const resolve = realpath;
promises.realpath = (path, ...more) => {
  current = String(path);
  return resolve(path, ...more);
};

promises.open = async (path, ...more) => {
  if (step === 'open' && isFile(current)) act(current);
  const handle = await open(path, ...more);
  if (!isFile(current)) return handle;
  for (const name of ['writeFile', 'chmod', 'sync', 'close']) {
    const method = handle[name].bind(handle);
    handle[name] = async (...args) => {
      if (step === name) {
        if (name === 'writeFile') await method(args[0].slice(0, args[0].length / 2));
        act(current);
      }
      return method(...args);
    };
  }
  return handle;
};

promises.rename = async (...args) => {
  if (step === 'rename' && isFile(current)) act(current);
  await rename(...args);
  if (step === 'renamed' && isFile(current)) act(current);
};
