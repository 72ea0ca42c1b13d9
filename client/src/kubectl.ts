import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import type { Kubectl, KubectlResult } from './read-cluster.ts';

/** How long it may take, in milliseconds. A login of the cluster may ask the user in a browser. */
const MAX_TIME = 60_000;
/** In bytes. */
const MAX_OUTPUT = 64_000_000;

/** The commands for which kubectl is started. No other file and no setting names one. */
export const kubectl: Kubectl = {
  currentContext: ['config', 'current-context'],
  commandsFor: (context) => ({
    list: [`--context=${context}`, 'get', 'nodes,runtimeclasses', '-o', 'yaml'],
    version: [`--context=${context}`, 'version', '-o', 'json'],
  }),
  run: (args, signal) => runKubectl(args, signal),
  maxMilliseconds: MAX_TIME,
  maxBytes: MAX_OUTPUT,
};

/**
 * Starts the kubectl of the PATH without a shell, and in the home folder: on Windows, programs in the current folder come
 * before those of the PATH, and a workspace must not bring its own. It is ended after `timeout` milliseconds. Rejects if it
 * cannot be started.
 */
export function runKubectl(args: readonly string[], signal: AbortSignal, timeout = MAX_TIME): Promise<KubectlResult> {
  const name = process.platform === 'win32' ? 'kubectl.exe' : 'kubectl';
  const limits = { timeout, signal, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
  const options = { cwd: homedir(), encoding: 'utf8', windowsHide: true, ...limits } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(name, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ code: 0, stdout, stderr });
      if (error.name === 'AbortError') return resolve({ fault: 'canceled' });
      // `code` is the exit code, or the name of an error of Node.js.
      const { code, killed } = error;
      if (code === 'ENOENT') return resolve({ fault: 'missing' });
      if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return resolve({ fault: 'overflow' });
      if (killed === true) return resolve({ fault: 'timeout' });
      if (typeof code === 'string') return reject(error);
      resolve({ code: code ?? null, stdout, stderr });
    });
    // Nobody can answer a question of a login.
    child.stdin?.end();
  });
}
