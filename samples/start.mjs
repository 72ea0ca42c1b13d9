// The second half of `npm start`: the samples as a user of the command line sees them, then the way to VS Code.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { status } = spawnSync(process.execPath, ['dist/cli.js', 'check', 'samples'], { cwd: root, stdio: 'inherit' });

console.log(`
To see the same in VS Code, with hovers and quick fixes: npm run vscode
It packs the extension and opens samples/ with it: in your VS Code if \`code\` is on the PATH, else in the browser.
Your own manifests: node dist/cli.js check path/to/manifests`);

// Findings (1) are what the samples are for; only a run that could not be (2, or none at all) is a failure.
process.exitCode = status === 0 || status === 1 ? 0 : 2;
