import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type MarkupContent,
  type Position,
} from 'vscode-languageserver/node';
import { BY_CLASS, DECLARED, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { TestClient, VS_CODE } from './test-client.ts';

// The editor shows the messages of diagnostics in the same pop-up as the hover of the server. Wherever the pointer is in the
// range of a diagnostic, its message must be there, and only once.

/** VS Code, but with hovers as plain text, in which messages are not escaped. */
const CAPABILITIES = { ...VS_CODE, textDocument: { ...VS_CODE.textDocument, hover: { contentFormat: [] } } };

/** VS Code marks only the start of a hint that it does not fade. It shows what it marks up to one character around that. */
function isShownByVsCode({ range: { start, end }, severity, tags }: Diagnostic, at: Position): boolean {
  const isStartOnly = severity === DiagnosticSeverity.Hint && !tags?.includes(DiagnosticTag.Unnecessary);
  const last = isStartOnly ? start.character + 2 : end.character;
  return start.line === at.line && start.character - 1 <= at.character && at.character <= last;
}

function isShownByOthers({ range: { start, end } }: Diagnostic, at: Position): boolean {
  return start.line === at.line && start.character <= at.character && at.character <= end.character;
}

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: mcr.microsoft.com/windows/servercore:ltsc2016
      command: [/bin/sh, -c, cat /etc/hosts /var/log/a.log && echo $(Get-Date)]
      securityContext: { runAsUser: 0, privileged: false }
`;

const SAMPLES = readdirSync('samples').filter((name) => name.endsWith('.yaml'));

/** By name. The guess and some samples have findings because of other files. */
const FILES: Readonly<Record<string, string>> = {
  'declared.yaml': DECLARED,
  'scheduled.yaml': SCHEDULED,
  'by-class.yaml': BY_CLASS,
  'several-findings.yaml': POD,
  'class.yaml': RUNTIME_CLASS,
  ...Object.fromEntries(SAMPLES.map((name) => [name, readFileSync(`samples/${name}`, 'utf8')])),
};
const WITHOUT_FINDINGS = ['class.yaml', 'shop-checkout.yaml', 'shop-linux.yaml'];
const inFolder = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`file:///work/${name}`, text]));

test('the examples have findings of all severities', async () => {
  const client = await TestClient.start({ server: {}, files: inFolder });
  const { items } = await client.pullWorkspace();
  const found = items.flatMap((item) => (item.kind === 'full' ? item.items : []));
  expect(new Set(found.map(({ severity }) => severity)).size).toBe(4);
});

describe.each([
  ['VS Code', { marksHintStarts: true }, isShownByVsCode],
  ['another editor', {}, isShownByOthers],
])('in %s, each message is shown once', (_, initializationOptions, isShown) => {
  test.each(Object.keys(FILES).filter((name) => !WITHOUT_FINDINGS.includes(name)))('%s', async (name) => {
    const text = FILES[name] ?? '';
    const uri = `file:///work/${name}`;
    const client = await TestClient.start({
      server: {},
      files: inFolder,
      capabilities: CAPABILITIES,
      initializationOptions,
    });
    await client.open(uri, text);
    await client.pullWorkspace();
    const diagnostics = await client.diagnostics(uri);
    expect(diagnostics).not.toEqual([]);
    const wrong: string[] = [];
    for (const { range, message, code } of diagnostics) {
      const { line } = range.start;
      expect(range.end.line).toBe(line);
      for (let { character } = range.start; character <= range.end.character; character++) {
        const byEditor = diagnostics.filter(
          (other) => other.message === message && isShown(other, { line, character }),
        );
        const hover = (await client.hover(uri, line, character))?.contents as MarkupContent | undefined;
        const inHover = (hover?.value ?? '').split(String(message).replaceAll('`', '')).length - 1;
        const count = byEditor.length + inHover;
        if (count !== 1) wrong.push(`${line + 1}:${character + 1} ${code}: ${count} times`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
