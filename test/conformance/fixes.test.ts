import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { objects } from '../../server/src/kubernetes/object.ts';
import { podOf } from '../../server/src/kubernetes/pod.ts';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { isWithin, type KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import type { Workload } from '../../server/src/lint/engine/report.ts';
import type { Finding } from '../../server/src/lint/finding.ts';
import { fixAll } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { applyEdits, shiftEdit } from '../../server/src/text/edit.ts';
import { nodeConstraint } from '../../server/src/windows/node-constraint.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import type { Change } from '../../server/src/yaml/edit/change.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { FieldPath } from '../../server/src/yaml/read/path.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { kubewin } from '../cli/kubewin.ts';
import { reportOf } from '../lint-text.ts';
import { everyNth } from '../seed.ts';
import { compared, jsonLines, sharedText } from '../shared.ts';
import { at, changed, type Data, read } from '../yaml/data.ts';
import { material, NEWEST_RECORDED, podSources, type RecordedVerdict, recordedFor } from './recordings.ts';
import { STYLES, type Style } from './styles.ts';

interface Recording {
  readonly id: string;
  readonly object: Data;
  readonly verdicts: readonly RecordedVerdict[];
}

interface RealRecording {
  readonly id: string;
  readonly declared: boolean;
  readonly verdicts: readonly RecordedVerdict[];
}

// The API server names the field that it copies a seccomp annotation to. Other tests cover these annotations.
const SECCOMP_ANNOTATION = /seccomp\.security/;
const PODS = podSources<Recording>().flatMap(({ recordings, releases }) =>
  recordings
    .filter(({ object }) => !SECCOMP_ANNOTATION.test(JSON.stringify(object)))
    .map((recording) => ({ ...recording, releases })),
);
const OF_WINDOWS_PODS = /(?:cannot|may not) be set for a windows pod/;

test('fixes remove exactly the fields that are rejected on Windows pods, in any YAML style', () => {
  const counts = { texts: 0, mended: 0, fields: 0, closed: 0 };
  for (const [i, recording] of everyNth([...PODS.entries()], 11)) {
    const style = STYLES[i % STYLES.length] as Style;
    const version = versionFor(recording.object, recording.releases, i);
    const text = style.write(recording.object);
    const report = reportIn(text, version);
    const name = `${recording.id} in ${version}: ${style.name}`;
    counts.texts++;
    if (style.closed) {
      counts.closed++;
      expect(mended(report), name).toBe(text);
      continue;
    }
    const [workload] = report.documents.flatMap((document) => document.report.workloads);
    const fields = isContradicted(workload) ? [] : forbidden(recording.object, recording.verdicts, version);
    expectMended(
      name,
      report,
      version,
      fields.map((path) => [...style.at, ...path]),
    );
    if (fields.length > 0) counts.mended++;
    counts.fields += fields.length;
  }
  compared(
    `generated pods (${counts.mended} mended, ${counts.fields} fields removed, ${counts.closed} not to be edited)`,
    counts.texts,
  );
});

test('fixes do the same in real manifests whose pods are made to declare Windows', () => {
  const documents = new Map<string, RealRecording[]>();
  const { recordings: all, releases } = material(jsonLines<RealRecording>('conformance/real.jsonl'));
  for (const recording of all) {
    const id = recording.id.replace(/\/\d+$/, '');
    if (recording.declared) documents.set(id, [...(documents.get(id) ?? []), recording]);
  }
  const counts = { texts: 0, mended: 0, fields: 0, left: 0 };
  for (const [id, recordings] of everyNth([...documents], 8)) {
    const [, file = '', index] = /^(.*)#(\d+)$/.exec(id) ?? [];
    const whole = sharedText(`corpus/${file}`);
    const span = slice(whole)[Number(index)];
    const text = declaring(whole.slice(span?.start, span?.end));
    const version = releases[counts.texts % releases.length] ?? NEWEST_RECORDED;
    // Fixes do not change lines with variables, or values of aliases.
    const isLeft = /[$]\{|\{\{|[ [][&*]\w/;
    if (text === undefined || isLeft.test(text) || SECCOMP_ANNOTATION.test(text) || isUnchecked(text, version)) {
      counts.left++;
      continue;
    }
    const report = reportIn(text, version);
    const document = parse(text);
    const fields = recordings.flatMap(({ id: itemId, verdicts }) => {
      const item = Number(/\/(\d+)$/.exec(itemId)?.[1] ?? 0);
      const path = objects(document)[item]?.field.path ?? [];
      const workload = report.documents
        .flatMap((document) => document.report.workloads)
        .find(({ pod }) => JSON.stringify(pod.object.field.path) === JSON.stringify(path));
      if (workload === undefined || isContradicted(workload)) return [];
      return forbidden(at(read(text), path) ?? null, verdicts, version).map((field) => [0, ...path, ...field]);
    });
    expectMended(`${id} in ${version}`, report, version, fields);
    counts.texts++;
    if (fields.length > 0) counts.mended++;
    counts.fields += fields.length;
  }
  compared(
    `real manifests (${counts.mended} mended, ${counts.fields} fields removed; ${counts.left} left out)`,
    counts.texts,
  );
});

test('the command line applies the same fixes', async () => {
  const sample = PODS.filter((pod) => forbidden(pod.object, pod.verdicts, NEWEST_RECORDED).length > 0).slice(
    0,
    STYLES.length,
  );
  const texts = sample.map(({ object }, i) => (STYLES[i % STYLES.length] as Style).write(object));
  compared('generated pods mended by the command line', texts.length);
  if (texts.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-fixes-'));
  texts.forEach((text, i) => {
    writeFileSync(join(folder, `${i}.yaml`), text);
  });
  const args = ['check', '--fix', '--format=json', `--kubernetes-version=${NEWEST_RECORDED}`];
  const { stdout: patch } = await kubewin(['check', '--fix-dry-run', `--kubernetes-version=${NEWEST_RECORDED}`], {
    cwd: folder,
  });
  await kubewin(args, { cwd: folder });
  for (const [i, text] of texts.entries()) {
    expect(written(folder, i), (STYLES[i % STYLES.length] as Style).name).toBe(mended(reportIn(text, NEWEST_RECORDED)));
  }
  // The diff of the dry run leads to the same files.
  texts.forEach((text, i) => {
    writeFileSync(join(folder, `${i}.yaml`), text);
  });
  execFileSync('git', ['apply'], { cwd: folder, input: patch });
  for (const [i, text] of texts.entries()) expect(written(folder, i)).toBe(mended(reportIn(text, NEWEST_RECORDED)));
  rmSync(folder, { recursive: true });
});

/**
 * Expects that all safe fixes together remove exactly these fields, and parents that would be empty. One pass is enough,
 * the order of the findings does not matter, and there are no new findings afterwards.
 */
function expectMended(
  name: string,
  before: FileReport,
  version: KubernetesVersion,
  fields: readonly FieldPath[],
): void {
  const { text } = before.file;
  const after = mended(before);
  const data = docsOf(text);
  expect(after === text ? data : docsOf(after), name).toEqual(without(data, fields));
  expect(
    mended(before, (findings) => findings.toReversed()),
    name,
  ).toBe(after);
  expect(
    mended(before, (findings) => shuffled(findings, text.length)),
    name,
  ).toBe(after);
  if (after === text) return;
  const names = new Set([...fields.flat().map(String), ...fields.flatMap((path) => wordsIn(at(data, path)))]);
  expect(lost(ownComments(after), ownComments(text)), name).toEqual([]);
  expect(lost(lost(ownComments(text), ownComments(after)), commentsAbove(text, names)), name).toEqual([]);
  expect(lineEnds(after), name).toEqual(lineEnds(text));
  const again = reportIn(after, version);
  expect(mended(again), name).toBe(after);
  const known = findingsIn(before);
  const left = findingsIn(again);
  // Another test compares our rejections with those of the API server. Here, none is new, and these are solved.
  expect(
    left.filter((item) => !known.includes(item)),
    name,
  ).toEqual([]);
  expect(left.length, name).toBeLessThan(known.length);
}

function written(folder: string, index: number): string {
  return readFileSync(join(folder, `${index}.yaml`), 'utf8');
}

function reportIn(text: string, kubernetesVersion: KubernetesVersion): FileReport {
  return reportOf(text, { ...DEFAULT_SETTINGS, kubernetesVersion });
}

/** The text with all safe fixes applied, optionally with another order of the findings. */
function mended({ file, documents }: FileReport, order = (findings: readonly Finding[]) => findings): string {
  const edits = documents.flatMap(({ start, report, findings }) =>
    fixAll(report.document, order(findings)).map((edit) => shiftEdit(edit, start)),
  );
  return applyEdits(file.text, edits);
}

/** Each release in turn. */
function versionFor(object: Data, releases: readonly KubernetesVersion[], index: number): KubernetesVersion {
  const version = releases[index % releases.length] ?? NEWEST_RECORDED;
  return isUnchecked(JSON.stringify(object), version) ? (releases.at(-1) ?? NEWEST_RECORDED) : version;
}

/** Whether the API server does not validate a StatefulSet's pods, as up to 1.33, although they never run. */
function isUnchecked(text: string, version: KubernetesVersion): boolean {
  return /StatefulSet/.test(text) && isWithin(version, undefined, '1.33');
}

/** The text with `os.name: windows` in all its pods; undefined if it cannot be inserted. */
function declaring(text: string): string | undefined {
  const document = parse(text);
  const changes = objects(document).flatMap((object): Change[] => {
    const spec = podOf(object)?.spec;
    if (spec === undefined) return [];
    const path = [...spec.path, 'os'];
    return spec.get('os') !== undefined
      ? [{ kind: 'replace', path, value: { name: 'windows' } }]
      : [{ kind: 'insert', path: [...path, 'name'], value: 'windows', place: 'first' }];
  });
  const plan = editsFor(document, changes);
  return plan.ok ? plan.text : undefined;
}

/** The fields that the API server of a release says cannot be set on this pod, and those that their removal would make invalid. */
function forbidden(object: Data, verdicts: readonly RecordedVerdict[], version: KubernetesVersion): FieldPath[] {
  const recorded = recordedFor(version, verdicts);
  const fields = (recorded?.causes ?? []).flatMap(({ message, field }) =>
    OF_WINDOWS_PODS.test(message) ? [pathOf(field)] : [],
  );
  const mounts = fields
    .filter((path) => path.at(-1) === 'privileged')
    .flatMap((path) => {
      const list = [...path.slice(0, -2), 'volumeMounts'];
      const all = (at(object, list) ?? []) as { mountPropagation?: string }[];
      return all.flatMap(({ mountPropagation }, i) =>
        mountPropagation === 'Bidirectional' ? [[...list, i, 'mountPropagation']] : [],
      );
    });
  const isReviewed = (path: FieldPath) =>
    (path.at(-1) === 'runAsUser' && !isNamed(object, path)) || (path.at(-1) === 'resources' && hasLimits(object, path));
  return [...fields.filter((path) => !isReviewed(path)), ...mounts];
}

/** Whether the pod would lose limits or requests with its `resources`. */
function hasLimits(object: Data, path: FieldPath): boolean {
  return ['requests', 'limits', 'claims'].some((key) => Object.keys(at(object, [...path, key]) ?? {}).length > 0);
}

/** Whether all containers that a `runAsUser` applies to have a user name, so that the user ID can be removed. */
function isNamed(object: Data, path: FieldPath): boolean {
  const isOfContainer = typeof path.at(-3) === 'number';
  const spec = path.slice(0, isOfContainer ? -4 : -2);
  const own = (container: FieldPath, field: FieldPath) => at(object, [...container, 'securityContext', ...field]);
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((list) =>
    ((at(object, [...spec, list]) ?? []) as Data[]).map((_, i) => [...spec, list, i]),
  );
  const concerned = isOfContainer
    ? [path.slice(0, -2)]
    : containers.filter((container) => (own(container, ['runAsUser']) ?? null) === null);
  const userName = ['windowsOptions', 'runAsUserName'];
  return concerned.every((container) => (own(container, userName) ?? own(spec, userName) ?? null) !== null);
}

function pathOf(field: string): FieldPath {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function without(object: Data, paths: readonly FieldPath[]): Data {
  return paths.reduce(
    (data, path) => (at(data, path) === undefined ? data : changed(data, { kind: 'remove', path })),
    object,
  );
}

/** Whether a pod can never be scheduled on a Windows node: its `os.name` may be wrong. */
function isContradicted(workload: Workload | undefined): boolean {
  return workload !== undefined && ['linux', 'none'].includes(nodeConstraint(workload.pod, NO_FACTS).nodes);
}

function docsOf(text: string): Data[] {
  return slice(text).map(({ start, end }) => read(text.slice(start, end)));
}

function findingsIn({ documents }: FileReport): string[] {
  return documents.flatMap(({ findings }) =>
    findings.map((finding) => `${finding.rule} ${finding.field} ${finding.effect}`),
  );
}

function ownComments(text: string): string[] {
  return text.match(/^[ \t]*#.*$/gm)?.map((line) => line.trim()) ?? [];
}

/** The difference of two lists, with multiplicity. */
function lost(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** All keys and scalars of a value. */
function wordsIn(value: Data | undefined): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([key, child]) => [key, ...wordsIn(child as Data)]);
}

/** The comments directly above lines with one of these words, in flow style anywhere in the line. */
function commentsAbove(text: string, names: ReadonlySet<string>): string[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, i) => {
    if (!line.match(/[\w.]+/g)?.some((word) => names.has(word))) return [];
    const above = lines.slice(0, i).toReversed();
    const end = above.findIndex((line) => !/^[ \t]*#/.test(line));
    return above.slice(0, end < 0 ? undefined : end).map((line) => line.trim());
  });
}

/** The kinds of line ends, and whether the text begins with a byte order mark and ends with a line break. */
function lineEnds(text: string): readonly boolean[] {
  return [text.includes('\r\n'), /(?<!\r)\n/.test(text), text.startsWith('\uFEFF'), text.endsWith('\n')];
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((item, i) => ({ item, key: ((i + 1) * seed * 48_271) % 2_147_483_647 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
