import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isWithin, type KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import type { DocumentReport } from '../../server/src/lint/engine/report.ts';
import { editsOf, selectedFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import type { Fix } from '../../server/src/lint/rule.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { mayPassRestricted } from '../../server/src/windows/pod-security.ts';
import { isCertainlyWindows } from '../../server/src/windows/verdict.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';
import { pageOf } from '../rules/page.ts';
import { everyNth } from '../seed.ts';
import { compared, sharedFolder, sharedManifests, sharedText } from '../shared.ts';
import { at, changed, type Data, read } from '../yaml/data.ts';
import { podSources, type Range, type RecordedVerdict, recordedFor } from './recordings.ts';
import { STYLES, type Style } from './styles.ts';

// Applies the fixes of `--fix-ineffective` to all manifests that there are, and compares everything before and after.

type Files = ReadonlyMap<string, string>;

interface Counts {
  files: number;
  changed: number;
  fixes: number;
}

const FIX_ORDERS = readFileSync(new URL('../rules/fix-order.txt', import.meta.url), 'utf8').split('\n');
const NOTHING: Readonly<Counts> = { files: 0, changed: 0, fixes: 0 };

test('on real manifests, only fields without an effect are removed', () => {
  const counts = { ...NOTHING };
  for (const area of ['windows', 'helm', 'linux', 'nonk8s']) {
    for (const repository of sharedFolder(`corpus/${area}`)) {
      const names = sharedManifests(`corpus/${area}/${repository}`);
      const files = new Map(names.map((name) => [`file:///repository/${name}`, sharedText(name)]));
      expectHarmless(files, DEFAULT_SETTINGS, counts);
    }
  }
  compared(`real manifests (${counts.changed} changed by ${counts.fixes} fixes)`, counts.files);
});

test.each(RULES.map((rule) => [rule.id, rule] as const))(
  'in the examples of %s, only fields without an effect are removed',
  (id) => {
    const counts = { ...NOTHING };
    for (const { text, settings } of pageOf(id).examples) {
      expectHarmless(new Map([['file:///example.yaml', text]]), settings, counts);
    }
    const hasOwn = FIX_ORDERS.some((line) => line.startsWith(`${id}: `) && line.includes('(ineffective)'));
    if (hasOwn) expect(counts.fixes).toBeGreaterThan(0);
  },
);

interface Recording {
  readonly id: string;
  readonly object: Data;
  readonly verdicts: readonly RecordedVerdict[];
  readonly podSecurity: readonly (Range & { readonly restricted: readonly string[] })[];
}

const SOURCES = podSources<Recording>();

test.each(SOURCES)('the API server accepts the recorded pods $name as before', ({ recordings, releases }) => {
  const counts = { ...NOTHING };
  let admitted = 0;
  for (const [i, recording] of everyNth([...recordings.entries()], 3)) {
    const style = STYLES[i % STYLES.length] as Style;
    const version = releases[i % releases.length] as KubernetesVersion;
    const text = style.write(recording.object);
    const settings = { ...DEFAULT_SETTINGS, kubernetesVersion: version };
    const { fixes } = counts;
    expectHarmless(new Map([['file:///pod.yaml', text]]), settings, counts);
    // What Pod Security admitted, does not depend on a field that is removed.
    if (counts.fixes === fixes || recordedFor(version, recording.podSecurity)?.restricted.length !== 0) continue;
    admitted++;
    const workspace = workspaceOf(new Map([['file:///pod.yaml', text]]), settings);
    for (const { report, findings } of documentsOf(workspace, 'file:///pod.yaml')) {
      const keys = selectedFixes(report.document, findings, { safeties: ['ineffective'] }).flatMap(removedKeys);
      const certainties = report.workloads.map(({ verdict }) => verdict.certainty);
      if (certainties.includes('declared')) continue;
      const required = ['allowPrivilegeEscalation', 'capabilities', 'seccompProfile'];
      expect(
        keys.filter((key) => required.includes(key)),
        `${recording.id} in ${version}`,
      ).toEqual([]);
    }
  }
  compared(
    `recorded pods (${counts.changed} changed by ${counts.fixes} fixes, ${admitted} of them admitted as restricted)`,
    counts.files,
  );
});

test.each(SOURCES)('the requirements between fields are those of the API server: $name', ({ recordings, releases }) => {
  let found = 0;
  for (const { id, object, verdicts } of recordings) {
    const version = releases.at(-1) as KubernetesVersion;
    const { causes = [], others = [] } = recordedFor(version, verdicts) ?? {};
    const recorded = others.filter((field) => /\.(?:procMount|mountPropagation)$/.test(field));
    // Of a field that is rejected on Windows pods anyway, only that is recorded.
    const fields = [...recorded, ...causes.map(({ field }) => field)];
    const ours = unmet(object, version);
    found += recorded.length;
    expect(without(recorded, ours), `${id} in ${version}`).toEqual([]);
    expect(
      ours.filter((field) => !fields.includes(field)),
      `${id} in ${version}`,
    ).toEqual([]);
  }
  compared('fields that are rejected because of others', found);
});

/** Applies the fixes to all files of a workspace, and compares everything before and after. */
function expectHarmless(files: Files, settings: Settings, counts: Counts): void {
  const before = workspaceOf(files, settings);
  const after = new Map(files);
  const solved: string[] = [];
  for (const [uri, text] of files) {
    counts.files++;
    const documents = documentsOf(before, uri);
    let result = text;
    for (const { start, report, findings } of documents.toReversed()) {
      const { document } = report;
      const fixes = selectedFixes(document, findings, { safeties: ['ineffective'] });
      if (fixes.length === 0) continue;
      counts.fixes += fixes.length;
      const fixed = findings.filter((finding) => finding.fixes.some((fix) => fixes.includes(fix)));
      for (const finding of fixed) {
        solved.push(nameOf(uri, finding));
        expect([finding.effect, finding.outcome?.doubtful], finding.message).toEqual(['ignored', undefined]);
        expect(['declared', 'scheduled'], finding.message).toContain(finding.certainty);
      }
      const edits = editsOf(document, fixes);
      expect(
        edits.every(({ text }) => text === ''),
        `${uri}: only removes`,
      ).toBe(true);
      const mended = applyEdits(document.text, edits);
      const removed = fixes.flatMap(({ changes }) => changes);
      if (document.template === undefined) {
        const data = removed
          .toSorted((a, b) => comparePaths(b.path, a.path))
          .reduce(
            (data, change) => (at(data, change.path) === undefined ? data : changed(data, change)),
            read(document.text),
          );
        expect(read(mended), uri).toEqual(data);
      }
      // Only pods that certainly run on Windows are changed.
      for (const { path } of removed) {
        const owners = report.workloads.filter(({ pod }) => startsWith(path, pod.object.field.path));
        const own = owners.filter(
          ({ pod }) => startsWith(path, pod.spec.path) || (pod.metadata && startsWith(path, pod.metadata.path)),
        );
        expect(
          (own.length > 0 ? own : owners).every(({ verdict }) => isCertainlyWindows(verdict)),
          `${uri} ${path.join('.')}`,
        ).toBe(true);
      }
      result = result.slice(0, start) + mended + result.slice(start + document.text.length);
    }
    if (result === text) continue;
    counts.changed++;
    after.set(uri, result);
  }
  if (solved.length === 0) return;
  const left = workspaceOf(after, settings);
  const known = [...files.keys()].flatMap((uri) => namesIn(before, uri));
  const remaining = [...files.keys()].flatMap((uri) => namesIn(left, uri));
  expect(without(remaining, known), 'no new finding').toEqual([]);
  expect(
    remaining.filter((name) => solved.includes(name)),
    'the findings are solved',
  ).toEqual([]);
  for (const uri of files.keys()) {
    const [own, others] = [documentsOf(before, uri), documentsOf(left, uri)];
    const again = others.flatMap(({ report, findings }) =>
      selectedFixes(report.document, findings, { safeties: ['ineffective'] }),
    );
    expect(again, `${uri}: a second run changes nothing`).toEqual([]);
    expect(
      others.flatMap(({ report }) => report.document.errors.map(({ message }) => message)),
      uri,
    ).toEqual(own.flatMap(({ report }) => report.document.errors.map(({ message }) => message)));
    const [pods, podsAfter] = [own, others].map((documents) => documents.flatMap(({ report }) => report.workloads));
    expect(
      podsAfter?.map(({ verdict }) => [verdict.os, verdict.certainty]),
      uri,
    ).toEqual(pods?.map(({ verdict }) => [verdict.os, verdict.certainty]));
    for (const [i, { pod, verdict }] of (pods ?? []).entries()) {
      const other = podsAfter?.[i]?.pod;
      if (other === undefined || verdict.certainty === 'declared') continue;
      // What Pod Security admits as restricted is still admitted.
      const isAdmitted = mayPassRestricted(pod, settings.kubernetesVersion);
      if (isAdmitted) expect(mayPassRestricted(other, settings.kubernetesVersion), uri).toBe(true);
    }
    if (own.some(({ report }) => report.document.template !== undefined)) continue;
    const [requirements, requirementsAfter] = [own, others].map((documents) =>
      documents.flatMap(({ report }) => unmet(read(report.document.text), settings.kubernetesVersion)),
    );
    expect(without(requirementsAfter ?? [], requirements ?? []), uri).toEqual([]);
  }
}

type ReportedDocument = {
  readonly start: number;
  readonly report: DocumentReport;
  readonly findings: DocumentReport['findings'];
};

function workspaceOf(files: Files, settings: Settings): Workspace {
  const workspace = testWorkspace();
  workspace.setFolders(['file:///repository']);
  workspace.setSettings('', settings);
  workspace.setSettings('file:///repository', settings);
  for (const [uri, text] of files) workspace.setOnDisk(uri, text);
  return workspace;
}

function documentsOf(workspace: Workspace, uri: string): readonly ReportedDocument[] {
  return workspace.report(uri)?.documents ?? [];
}

function namesIn(workspace: Workspace, uri: string): string[] {
  return documentsOf(workspace, uri).flatMap(({ findings }) => findings.map((finding) => nameOf(uri, finding)));
}

function nameOf(uri: string, { rule, object, namedField, effect }: DocumentReport['findings'][number]): string {
  return `${uri} ${object?.kind} ${object?.namespace} ${object?.name} ${rule} ${namedField} ${effect}`;
}

function removedKeys({ changes }: Fix): string[] {
  return changes.map(({ path }) => String(path.at(-1)));
}

/** The fields that the API server rejects because of other fields, as its recordings show. */
function unmet(object: Data, version: KubernetesVersion): string[] {
  const found: string[] = [];
  const visit = (value: Data | undefined, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    const spec = value as { readonly hostUsers?: Data; readonly containers?: Data };
    if (Array.isArray(spec.containers)) {
      for (const list of ['containers', 'initContainers', 'ephemeralContainers']) {
        for (const [i, container] of ((at(value, [list]) ?? []) as Data[]).entries()) {
          const context = `${path}${list}[${i}]`;
          const isUnmasked = at(container, ['securityContext', 'procMount']) === 'Unmasked';
          if (isUnmasked && spec.hostUsers !== false && isWithin(version, '1.33')) {
            found.push(`${context}.securityContext.procMount`);
          }
          for (const mount of (at(container, ['volumeMounts']) ?? []) as Data[]) {
            const isShared = at(mount, ['mountPropagation']) === 'Bidirectional';
            if (isShared && at(container, ['securityContext', 'privileged']) !== true) {
              found.push(`${context}.volumeMounts.mountPropagation`);
            }
          }
        }
      }
    }
    for (const [key, child] of Object.entries(value)) {
      visit(child as Data, `${path}${Array.isArray(value) ? `[${key}]` : key}.`);
    }
  };
  visit(object, '');
  return found;
}

/** The difference of two lists, with multiplicity. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function startsWith(path: readonly unknown[], prefix: readonly unknown[]): boolean {
  return prefix.every((key, i) => path[i] === key);
}

/** The order of paths in which later list items come first if it is reversed. */
function comparePaths(a: readonly unknown[], b: readonly unknown[]): number {
  return JSON.stringify(a).localeCompare(JSON.stringify(b), 'en', { numeric: true });
}
