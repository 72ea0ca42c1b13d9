import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { kubewin } from '../cli/kubewin.ts';
import { TestClient } from './test-client.ts';

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url));
const FOLDER = 'file:///work';

/** A finding as all three report it. Lines and columns start at 1. */
interface ReportedFinding {
  readonly path: string;
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly range: string;
}

/** The JSON output of the command line. */
interface Output {
  readonly files: readonly {
    readonly path: string;
    readonly findings: readonly (Pick<ReportedFinding, 'rule' | 'severity' | 'message'> & {
      readonly range: Record<'start' | 'end', { readonly line: number; readonly column: number }>;
    })[];
  }[];
}

test('editor, workspace scan and command line report the same findings', async () => {
  const paths = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));
  const texts = Object.fromEntries(
    paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(`${SAMPLES}/${path}`, 'utf8')]),
  );
  const files = Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${FOLDER}/${path}`, text]));

  const { stdout } = await kubewin(['check', '--format=json'], { cwd: SAMPLES });
  const written = sortedByPath(
    (JSON.parse(stdout) as Output).files.flatMap(({ path, findings }) =>
      findings.map(({ rule, severity, message, range: { start, end } }) => ({
        path,
        rule,
        severity,
        message,
        range: `${start.line}:${start.column}-${end.line}:${end.column}`,
      })),
    ),
  );
  expect(written.length).toBeGreaterThan(20);

  const client = await TestClient.start({ files, server: {} });
  const { items } = await client.pullWorkspace();
  const scanned = items.flatMap((item) =>
    item.kind === 'full' ? item.items.map((diagnostic) => findingOf(item.uri, diagnostic)) : [],
  );
  expect(sortedByPath(scanned)).toEqual(written);

  for (const [uri, text] of Object.entries(files)) await client.open(uri, text);
  const opened: ReportedFinding[] = [];
  for (const uri of Object.keys(files))
    opened.push(...(await client.diagnostics(uri)).map((diagnostic) => findingOf(uri, diagnostic)));
  expect(sortedByPath(opened)).toEqual(written);
});

function findingOf(uri: string, { code, severity, message, range: { start, end } }: Diagnostic): ReportedFinding {
  return {
    path: uri.slice(FOLDER.length + 1),
    rule: String(code),
    severity: ['', 'error', 'warning', 'information', 'hint'][severity ?? 0] ?? '',
    message: typeof message === 'string' ? message : message.value,
    range: `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`,
  };
}

/** Sorted by path; the order within a file is kept. */
function sortedByPath(findings: readonly ReportedFinding[]): ReportedFinding[] {
  return findings.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
