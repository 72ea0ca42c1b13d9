// The baseline of a language server: it parses the changed document of a file, or the whole file with PARSE=whole, and reports
// no diagnostics.
import { createConnection, ProposedFeatures, TextDocumentSyncKind, TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parseDocument } from 'yaml';

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
const documents = new TextDocuments(TextDocument);
const before = new Map();

connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  },
}));
connection.languages.diagnostics.on(({ textDocument: { uri } }) => {
  const text = documents.get(uri)?.getText() ?? '';
  parseDocument(process.env.PARSE === 'whole' ? text : changedDocument(before.get(uri) ?? '', text));
  before.set(uri, text);
  return { kind: 'full', items: [] };
});
documents.listen(connection);
connection.listen();

/** The document that contains the first difference. */
function changedDocument(old, text) {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) === old.charCodeAt(at)) at++;
  const start = text.lastIndexOf('\n---\n', at);
  const end = text.indexOf('\n---\n', at);
  return text.slice(start === -1 ? 0 : start + 5, end === -1 ? text.length : end + 1);
}
