import { type Disposable, type TextDocument, type Uri, workspace } from 'vscode';

/** The language ids whose documents the server is asked about. */
export const LANGUAGES: readonly string[] = ['yaml', 'helm', 'json', 'jsonc'];

/** Enough to find a manifest where there are some; more would be a burden where there are none. */
const MOST_FILES = 2000;

/**
 * When there is something to check: a YAML document is open, a JSON document that looks like a manifest, or a file of
 * the workspace that does. Until then there is no server, so that windows without manifests cost nothing.
 */
export async function somethingToCheck(subscriptions: Disposable[]): Promise<void> {
  if (workspace.textDocuments.some(isToCheck)) return;
  await new Promise<void>((resolve) => {
    const listener = workspace.onDidOpenTextDocument((document) => {
      if (isToCheck(document)) resolve();
    });
    subscriptions.push(listener);
    holdsManifest().then((found) => found && resolve());
  });
}

function isToCheck(document: TextDocument): boolean {
  if (!LANGUAGES.includes(document.languageId)) return false;
  return !document.languageId.startsWith('json') || looksLikeManifest(document.getText());
}

async function holdsManifest(): Promise<boolean> {
  for (const uri of await workspace.findFiles('**/*.{yaml,yml}', '**/node_modules/**', MOST_FILES)) {
    if (looksLikeManifest(await textOf(uri))) return true;
  }
  return false;
}

async function textOf(uri: Uri): Promise<string> {
  try {
    // In UTF-16, each letter of the words that are looked for has a NUL beside it.
    return new TextDecoder().decode(await workspace.fs.readFile(uri)).replaceAll('\0', '');
  } catch {
    return '';
  }
}

function looksLikeManifest(text: string): boolean {
  return /\bapiVersion\b/.test(text) && /\bkind\b/.test(text);
}
