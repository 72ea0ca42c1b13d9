// Packs the bundles in dist/ as the extension, dist/kubewin.vsix.
// `npm run package`
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVSIX } from '@vscode/vsce';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

await createVSIX({
  cwd: ROOT,
  packagePath: join(ROOT, 'dist/kubewin.vsix'),
  dependencies: false,
  // The Marketplace shows the README without the files next to it, so links and pictures need the address of the repository,
  // which a release adds to package.json. A local build has no address, and keeps the relative links.
  allowMissingRepository: true,
  rewriteRelativeLinks: repository !== undefined,
});
