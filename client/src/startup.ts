import { type Disposable, type TextDocument, type Uri, workspace } from 'vscode';

/** The language IDs of documents that are checked. */
export const LANGUAGES: readonly string[] = ['yaml', 'helm', 'json', 'jsonc'];

/** Maximum number of files that are searched for a manifest when a window opens. */
const MAX_FILES = 2000;

/**
 * Resolves when there is something to check: an open YAML document, an open JSON document that looks like a manifest, or a
 * file of the workspace that does. The server does not run before, so that windows without manifests cost nothing.
 */
export async function manifestFound(subscriptions: Disposable[]): Promise<void> {
  if (workspace.textDocuments.some(isCandidate)) return;
  await new Promise<void>((resolve) => {
    const listener = workspace.onDidOpenTextDocument((document) => {
      if (isCandidate(document)) resolve();
    });
    subscriptions.push(listener);
    workspaceHasManifest().then((found) => found && resolve());
  });
}

function isCandidate(document: TextDocument): boolean {
  if (!LANGUAGES.includes(document.languageId)) return false;
  return !document.languageId.startsWith('json') || looksLikeManifest(document.getText());
}

async function workspaceHasManifest(): Promise<boolean> {
  for (const uri of await workspace.findFiles('**/*.{yaml,yml}', '**/node_modules/**', MAX_FILES)) {
    if (looksLikeManifest(await textOf(uri))) return true;
  }
  return false;
}

async function textOf(uri: Uri): Promise<string> {
  try {
    // In UTF-16, each ASCII letter is followed or preceded by a NUL.
    return new TextDecoder().decode(await workspace.fs.readFile(uri)).replaceAll('\0', '');
  } catch {
    return '';
  }
}

function looksLikeManifest(text: string): boolean {
  return /\bapiVersion\b/.test(text) && /\bkind\b/.test(text);
}
