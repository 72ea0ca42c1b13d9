import type { Connection } from 'vscode-languageserver';
import { t } from '../text/localize.ts';
import type { Client } from './client.ts';
import type { Progress } from './folders.ts';
import { type Log, reasonOf } from './handler.ts';

/** Shows the progress of a scan in the editor if the client supports it. `cancel` is called when the user cancels it. */
export function showProgress(connection: Connection, client: Client, log: Log, cancel: () => void): Progress {
  if (!client.supportsProgress) return { report: () => {}, end: () => {} };
  const progress = connection.window.createWorkDoneProgress().then((reporter) => {
    reporter.token.onCancellationRequested(cancel);
    reporter.begin('Kubewin', 0, t('Checking manifests'), true);
    return reporter;
  });
  const send = (sent: Promise<void>) => sent.catch((error) => log(reasonOf(error)));
  let shown = 0;
  return {
    report: (done, of) => {
      const percentage = Math.floor((100 * done) / of);
      if (percentage === shown) return;
      shown = percentage;
      void send(progress.then((reporter) => reporter.report(percentage, t`${done} of ${of} files`)));
    },
    end: () => void send(progress.then((reporter) => reporter.done())),
  };
}
