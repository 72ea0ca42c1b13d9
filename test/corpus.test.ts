import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../server/src/lint/settings.ts';
import type { Workspace } from '../server/src/workspace/workspace.ts';
import { testWorkspace } from './lint-text.ts';
import { compared, jsonLines, sharedFolder, sharedManifests, sharedText } from './shared.ts';

/** The rules that must speak where a label stands, as the README of the corpus has it; the line does not matter for `anywhere`. */
const RULES_FOR: Readonly<Record<string, { readonly rules: readonly string[]; readonly anywhere?: true }>> = {
  'beta-os-label': { rules: ['scheduling/beta-os-label'] },
  'dnsPolicy-ClusterFirstWithHostNet': { rules: ['dns/cluster-first-with-host-net'] },
  'eol-base-image': { rules: ['image/base-image-end-of-support'] },
  'hostProcess-mixed': {
    rules: ['host-process/mixed-containers', 'host-process/pod-container-mismatch'],
    anywhere: true,
  },
  'hostProcess-requires-hostNetwork': { rules: ['host-process/host-network-required'], anywhere: true },
  'linux-command': { rules: ['command/linux-shell', 'command/linux-utility'] },
  'missing-os-selector': {
    rules: ['scheduling/missing-os-constraint', 'os/windows-options-on-linux-node'],
    anywhere: true,
  },
  mountPropagation: { rules: ['volume-mounts/mount-propagation'] },
  'removed-annotation': { rules: ['annotations/hyperv-isolation', 'gmsa/alpha-annotations'] },
  subPath: { rules: ['volume-mounts/sub-path', 'volume-mounts/multiple-sub-paths'] },
  'volume.defaultMode': { rules: ['volumes/default-mode'] },
  hostIPC: { rules: ['pod/host-ipc'] },
  hostNetwork: { rules: ['pod/host-network'] },
  hostPID: { rules: ['pod/host-pid'] },
};

interface Labels {
  readonly path: string;
  readonly findings: readonly { readonly line: number; readonly code: string; readonly optional?: boolean }[];
}

interface Found {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
}

/** Reads every folder of an area as a workspace of its own, as it was in its repository. */
function findingsIn(area: string): Found[] {
  return sharedFolder(`corpus/${area}`).flatMap((repository) => {
    const workspace = testWorkspace();
    workspace.setFolders(['file:///repository']);
    workspace.setSettings('file:///repository', DEFAULT_SETTINGS);
    const files = sharedManifests(`corpus/${area}/${repository}`);
    for (const file of files) workspace.setOnDisk(uriOf(file), sharedText(file));
    return files.flatMap((file) => foundIn(workspace, file));
  });
}

function foundIn(workspace: Workspace, file: string): Found[] {
  const report = workspace.report(uriOf(file));
  return (report?.documents ?? []).flatMap(({ start, findings }) =>
    findings.map((finding) => ({
      path: file.slice('corpus/'.length),
      line: (report?.file.lines.positionAt(start + finding.at.start).line ?? 0) + 1,
      rule: finding.rule,
      severity: finding.severity,
    })),
  );
}

function uriOf(file: string): string {
  return `file:///repository/${file}`;
}

function rulesFor(code: string): { readonly rules: readonly string[]; readonly anywhere?: true } {
  const field = /^(?:container\.)?securityContext\.(\w+)$/.exec(code)?.[1];
  if (field === undefined) return RULES_FOR[code] ?? { rules: [] };
  return {
    rules: [
      `security-context/${field.replace(/SELinux|seLinux/, 'se-linux').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    ],
  };
}

test.each(['linux', 'nonk8s'])(
  'nothing is wrong in the files of %s',
  (area) => {
    const found = findingsIn(area);
    compared(`files of ${area}`, sharedManifests(`corpus/${area}`).length);
    expect(found.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([]);
  },
  300_000,
);

test('every labeled finding in the files of windows is found', () => {
  const found = findingsIn('windows');
  const labels = jsonLines<Labels>('corpus/LABELS.jsonl').filter(({ path }) => path.startsWith('windows/'));
  const wanted = labels.flatMap(({ path, findings }) =>
    findings.filter((one) => !one.optional).map((one) => ({ ...one, path, ...rulesFor(one.code) })),
  );
  const missed = wanted.filter(
    ({ path, line, rules, anywhere }) =>
      !found.some((one) => one.path === path && rules.includes(one.rule) && (anywhere || one.line === line)),
  );
  compared('labeled findings', wanted.length);
  expect(missed.map(({ path, line, code }) => `${path}:${line} ${code}`)).toEqual([]);
}, 300_000);
