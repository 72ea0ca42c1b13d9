// The second part of `npm start`: checks the samples on the command line, and says how to open them in VS Code.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { status } = spawnSync(process.execPath, ['dist/cli.js', 'check', 'samples'], { cwd: root, stdio: 'inherit' });

console.log(`
To see the same in VS Code, with hovers and quick fixes: npm run vscode
It packs the extension and opens samples/ with it: in your VS Code if \`code\` is on the PATH, else in the browser.
Your own manifests: node dist/cli.js check path/to/manifests`);

// The samples have findings, so exit code 1 is a success. Exit code 2, or none at all, is a failure.
process.exitCode = status === 0 || status === 1 ? 0 : 2;
