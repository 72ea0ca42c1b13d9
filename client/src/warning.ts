import { window } from 'vscode';

/** Shows a warning. Text of a cluster or a file in it must not be a link. */
export function showWarning(reason: string): void {
  void window.showWarningMessage(`Kubewin: ${reason.replaceAll('](', '] (')}`);
}
