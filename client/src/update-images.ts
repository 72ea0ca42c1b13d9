import { type LogOutputChannel, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import { showWarning } from './warning.ts';

/** Runs `kubewin` in a folder. `onProgress` is called with its progress; a call of `onCancel` ends it. */
export type RunKubewin = (
  folder: Uri,
  args: readonly string[],
  onProgress: (text: string) => void,
  onCancel: (end: () => void) => void,
) => Promise<Outcome>;

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const LOCK = '.kubewin-images.yaml';

/**
 * Asks registries for the platforms of images, and records them as `kubewin images --lock` does: of all images, or of those that
 * the given lock lacks.
 */
export async function updateImages(
  kubewin: RunKubewin | undefined,
  output: LogOutputChannel,
  lock: string | undefined,
): Promise<void> {
  if (kubewin === undefined) return showWarning(l10n.t('Registries can be asked in VS Code for the desktop only.'));
  if (!workspace.isTrusted)
    return showWarning(l10n.t('Trust this workspace before you ask registries for its images.'));
  const all = lock === undefined ? await foldersToUpdate() : [Uri.joinPath(Uri.parse(lock), '..')];
  const folders = all.filter(({ scheme }) => scheme === 'file');
  if (folders.length === 0) return showWarning(l10n.t('Open a folder first: its images are recorded in {0}.', LOCK));
  const args = ['images', '--lock', ...(lock === undefined ? ['--update', '*'] : []), '.'];
  const title = l10n.t('Kubewin: Asking registries for images');
  const location = ProgressLocation.Notification;
  await window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    for (const folder of folders) {
      if (token.isCancellationRequested) return;
      const outcome = await kubewin(
        folder,
        args,
        (message) => progress.report({ message }),
        (end) => token.onCancellationRequested(end),
      );
      if (!token.isCancellationRequested) void show(outcome, Uri.joinPath(folder, LOCK), output);
    }
  });
}

/** The folders with a lock, or all workspace folders if there is none yet. */
async function foldersToUpdate(): Promise<readonly Uri[]> {
  const locks = await workspace.findFiles(`**/${LOCK}`);
  const withLock = locks.map((uri) => Uri.joinPath(uri, '..'));
  return withLock.length > 0 ? withLock : (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
}

async function show({ code, stdout, stderr }: Outcome, lock: Uri, output: LogOutputChannel): Promise<void> {
  for (const line of stderr.split('\n')) if (line !== '') output.warn(line);
  const [open, details] = [l10n.t('Open'), l10n.t('Show Output')];
  const chosen =
    code === 0
      ? await window.showInformationMessage(`Kubewin: ${stdout.trim()}`, open)
      : await window.showWarningMessage(l10n.t('Kubewin: Not all images were recorded.'), details);
  if (chosen === open) await window.showTextDocument(lock);
  else if (chosen === details) output.show();
}
