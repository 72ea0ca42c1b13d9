import { DEFAULT_SETTINGS } from '../server/src/lint/settings/settings.ts';
import type { Workspace } from '../server/src/workspace/workspace.ts';
import { testWorkspace } from './lint-text.ts';
import { jsonLines, sharedFolder, sharedText, sharedTree } from './shared.ts';

/** A finding in a real manifest. */
export interface Found {
  /** Relative to the root of the corpus. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly rule: string;
  readonly severity: string;
}

/** A problem that a reader found, and the rules that must report it. */
export interface Label {
  readonly path: string;
  readonly line: number;
  readonly code: string;
  /** Neither required nor wrong. */
  readonly optional: boolean;
  readonly rules: readonly string[];
  /** Whether the rule reports it once for each pod, in any line. */
  readonly anywhere: boolean;
}

interface LabeledFile {
  readonly path: string;
  readonly findings: readonly { readonly line: number; readonly code: string; readonly optional?: boolean }[];
}

/** The rules for each code of a label, according to the README of the corpus. */
const RULES_FOR: Readonly<Record<string, readonly string[]>> = {
  'beta-os-label': ['scheduling/beta-os-label'],
  'dnsPolicy-ClusterFirstWithHostNet': ['dns/cluster-first-with-host-net'],
  'eol-base-image': ['image/base-image-end-of-support'],
  'hostProcess-mixed': ['host-process/mixed-containers', 'host-process/pod-container-mismatch'],
  'hostProcess-requires-hostNetwork': ['host-process/host-network-required'],
  'linux-command': ['command/linux-shell', 'command/linux-utility'],
  'missing-os-selector': ['scheduling/missing-os-constraint', 'os/windows-options-on-linux-node'],
  mountPropagation: ['volume-mounts/mount-propagation'],
  'removed-annotation': ['annotations/hyperv-isolation', 'gmsa/alpha-annotations'],
  subPath: ['volume-mounts/sub-path', 'volume-mounts/multiple-sub-paths'],
  'volume.defaultMode': ['volumes/default-mode'],
  hostIPC: ['pod/host-ipc'],
  hostNetwork: ['pod/host-network'],
  hostPID: ['pod/host-pid'],
};

/** Codes that no longer count: the labeled `defaultMode` is 420, the default that the API server sets. */
const SUPERSEDED = ['volume.defaultMode'];

const ANYWHERE = ['hostProcess-mixed', 'hostProcess-requires-hostNetwork', 'missing-os-selector'];

const found = new Map<string, readonly Found[]>();

/** The findings in an area. Each of its folders is a separate workspace, like the original repository. Areas are read once. */
export function findingsIn(area: string): readonly Found[] {
  const known = found.get(area) ?? read(area);
  found.set(area, known);
  return known;
}

function read(area: string): Found[] {
  return sharedFolder(`corpus/${area}`).flatMap((repository) => {
    const workspace = testWorkspace();
    workspace.setFolders(['file:///repository']);
    workspace.setSettings('file:///repository', DEFAULT_SETTINGS);
    // Templates of charts include others from files that are no manifests.
    const files = sharedTree(`corpus/${area}/${repository}`).filter((name) => /\.(?:ya?ml|json|tpl)$/.test(name));
    for (const file of files) workspace.setOnDisk(uriOf(file), sharedText(file));
    return files.flatMap((file) => foundIn(workspace, file));
  });
}

/** The labeled files of an area, including those without problems. */
export function labeledFiles(area: string): string[] {
  return labeled(area).map(({ path }) => path);
}

export function labelsIn(area: string): Label[] {
  return labeled(area).flatMap(({ path, findings }) =>
    findings.map(({ line, code, optional = false }) => ({
      path,
      line,
      code,
      optional: optional || SUPERSEDED.includes(code),
      rules: rulesFor(code),
      anywhere: ANYWHERE.includes(code),
    })),
  );
}

/** Whether a finding matches a label. */
export function meets(found: Found, { path, line, rules, anywhere }: Label): boolean {
  return found.path === path && rules.includes(found.rule) && (anywhere || found.line === line);
}

function labeled(area: string): LabeledFile[] {
  return jsonLines<LabeledFile>('corpus/LABELS.jsonl').filter(({ path }) => path.startsWith(`${area}/`));
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

function rulesFor(code: string): readonly string[] {
  const field = /^(?:container\.)?securityContext\.(\w+)$/.exec(code)?.[1];
  if (field === undefined) return RULES_FOR[code] ?? [];
  const kebab = field.replace(/seLinux/, 'se-linux').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [`security-context/${kebab}`];
}
