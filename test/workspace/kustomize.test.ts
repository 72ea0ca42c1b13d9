import { describe, expect, test } from 'vitest';
import type { Place } from '../../server/src/kubernetes/facts.ts';
import type { Span } from '../../server/src/text/span.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';

type Files = Readonly<Record<string, string>>;

const LABEL = 'kubernetes.io/os';

interface Case {
  readonly name: string;
  readonly files: Files;
  /** By file: verdict and certainty of its one pod, and the first evidence as `text (file:line)`. */
  readonly verdicts?: Readonly<Record<string, string>>;
  /** `file:line rule`. */
  readonly found?: readonly string[];
}

const base = (...spec: string[]) => deployment('web', ...spec);
const windows = patch('web', 'nodeSelector:', `  ${LABEL}: windows`);
const linux = patch('web', 'nodeSelector:', `  ${LABEL}: linux`);
const HOST_PID = base('hostPID: true', 'containers:', '- name: web', '  image: example.com/web:1');

const CASES: readonly Case[] = [
  {
    name: 'a patch of an overlay makes the base a Windows pod',
    files: {
      'base/kustomization.yaml': 'resources: [web.yaml]',
      'base/web.yaml': HOST_PID,
      'overlay/kustomization.yaml': 'resources:\n- ../base\npatches:\n- path: windows.yaml',
      'overlay/windows.yaml': windows,
    },
    verdicts: {
      'base/web.yaml': 'windows scheduled: kubernetes.io/os: windows (overlay/windows.yaml:9)',
      'overlay/windows.yaml': 'windows scheduled: kubernetes.io/os: windows (overlay/windows.yaml:9)',
    },
    found: ['base/web.yaml:8 pod/host-pid'],
  },
];

describe('Kustomize', () => {
  test.each(CASES)('$name', ({ files, verdicts = {}, found = [] }) => {
    const workspace = workspaceOf(files);
    const read = Object.keys(verdicts).map((file) => [file, verdictIn(workspace, file)]);
    expect(Object.fromEntries(read)).toEqual(verdicts);
    expect(findings(workspace)).toEqual(found);
  });
});

function workspaceOf(files: Files): Workspace {
  const workspace = testWorkspace();
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(uriOf(path), text);
  return workspace;
}

function uriOf(path: string): string {
  return `file:///repository/${path}`;
}

function deployment(name: string, ...spec: string[]): string {
  const lines = ['apiVersion: apps/v1', 'kind: Deployment', 'metadata:', `  name: ${name}`, 'spec:', '  template:'];
  return [...lines, '    spec:', ...spec.map((line) => `      ${line}`), ''].join('\n');
}

function patch(name: string, ...spec: string[]): string {
  return deployment(name, ...spec);
}

/** `os certainty: evidence (file:line)` of the one pod in a file. */
function verdictIn(workspace: Workspace, path: string): string {
  const [document] = workspace.report(uriOf(path), true)?.documents ?? [];
  const [workload] = document?.report.workloads ?? [];
  if (document === undefined || workload === undefined) return 'no pod';
  const { os, certainty, evidence } = workload.verdict;
  const [first] = evidence;
  const because = first === undefined ? '' : `: ${first.text} (${placeOf(workspace, path, document.start, first.at)})`;
  return `${os}${certainty === null ? '' : ` ${certainty}`}${because}`;
}

function placeOf(workspace: Workspace, path: string, start: number, at: Span | Place): string {
  const uri = 'uri' in at ? at.uri : uriOf(path);
  const offset = 'uri' in at ? (workspace.locate(at)?.span.start ?? -1) : start + at.start;
  return `${uri.slice(uriOf('').length)}:${(workspace.file(uri)?.lines.positionAt(offset).line ?? -2) + 1}`;
}

/** Errors, warnings and information in all files, as `file:line rule`. */
function findings(workspace: Workspace): string[] {
  return workspace.uris().flatMap((uri) => {
    const report = workspace.report(uri);
    return (report?.documents ?? []).flatMap(({ start, findings }) =>
      findings
        .filter(({ severity }) => severity !== 'hint')
        .map(({ at, rule }) => `${placeOf(workspace, uri.slice(uriOf('').length), start, at)} ${rule}`),
    );
  });
}
