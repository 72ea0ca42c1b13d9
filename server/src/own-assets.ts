import { createRequire } from 'node:module';
import { getAsset } from 'node:sea';
import { compileFunction } from 'node:vm';
import { Worker } from 'node:worker_threads';
import type * as files from './own-files.ts';

// Replaces own-files.ts in the executable, in which packaging/exe.mjs puts the files as assets.

export const { beside, startServer, startThread }: typeof files = {
  beside: (name) => {
    try {
      return getAsset(name, 'utf8');
    } catch {
      return undefined;
    }
  },
  startServer: () => {
    const start = compileFunction(getAsset('server.js', 'utf8'), ['require', 'module', 'exports']);
    const exports = {};
    start(createRequire(process.execPath), { exports }, exports);
  },
  // A thread cannot start from the executable itself.
  startThread: (workerData) => new Worker(getAsset('main.js', 'utf8'), { eval: true, workerData }),
};
