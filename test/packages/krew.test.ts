import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { archiveName, writeManifests } from '../../packaging/manifests.mjs';
import { pluginScript, sumsOf, writeArchive } from '../../packaging/release.mjs';
import { folderWith } from '../cli/kubewin.ts';

declare const KUBEWIN_VERSION: string;

// krew itself, which needs Go: `npm run krew:proof`.

const KREW = (program: string) => `sigs.k8s.io/krew/cmd/${program}@v0.4.3`;
/** In milliseconds: Go compiles krew. */
const COMPILING = 600_000;

test.runIf(process.env['KREW_PROOF'] !== undefined)(
  'krew accepts the manifest, and installs the plug-in from the archive',
  async () => {
    const folder = folderWith({
      kubewin: '#!/bin/sh\necho "$(basename "$0") $1"\n',
      'kubectl-kubewin': pluginScript('kubewin'),
      LICENSE: 'MIT',
      'THIRD-PARTY-NOTICES.md': 'none',
    });
    const at = (name: string) => join(folder, name);
    const archive = at(archiveName(KUBEWIN_VERSION, `${process.platform}-${process.arch}`));
    const others = ['LICENSE', 'THIRD-PARTY-NOTICES.md'].map(at);
    await writeArchive(archive, ['kubewin', 'kubectl-kubewin'].map(at), others, new Date());
    writeFileSync(at('SHA256SUMS'), sumsOf(folder));
    const manifest = writeManifests(folder, 'https://github.com/owner/kubewin').find((path) => path.includes('krew'));
    const env = { ...process.env, KREW_ROOT: at('root') };
    const krew = (program: string, ...args: readonly string[]) =>
      execFileSync('go', ['run', KREW(program), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    krew('validate-krew-manifest', `-manifest=${manifest}`, '-skip-install');
    krew('krew', 'install', `--manifest=${manifest}`, `--archive=${archive}`);
    const stdout = execFileSync(at('root/bin/kubectl-kubewin'), ['-A'], { encoding: 'utf8' });
    expect(stdout).toBe('kubectl-kubewin -A\n');
  },
  COMPILING,
);
