import { expect, test } from 'vitest';
import type { Workload } from '../../server/src/lint/engine/report.ts';
import { contains } from '../../server/src/text/span.ts';
import { nodeConstraint } from '../../server/src/windows/node-constraint.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { lexedComments } from '../../server/src/yaml/read/comments.ts';
import { samePath } from '../../server/src/yaml/read/path.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { allExamples } from '../rules/page.ts';
import { everyNth } from '../seed.ts';
import { compared, jsonLines, sharedManifests, sharedText } from '../shared.ts';
import { type Offered, offered, URI, wholeReport, workspaceOf } from './refactored.ts';

const EVERY = { pods: 25, windows: 20, linux: 75, examples: 16 } as const;

test('every refactoring keeps its promise on generated pods', () => {
  const pods = everyNth(jsonLines<{ object: unknown }>('conformance/pods.jsonl'), EVERY.pods);
  const texts = pods.map(({ object }) => JSON.stringify(object, null, 2));
  check('refactorings of generated pods', texts);
});

test.each(['windows', 'linux'] as const)(
  'every refactoring keeps its promise on real manifests of %s',
  (area) => {
    const paths = everyNth(sharedManifests(`corpus/${area}`), EVERY[area]);
    check(`refactorings of manifests of ${area}`, paths.map(sharedText));
  },
  120_000,
);

test('every refactoring keeps its promise on the examples of rules', () => {
  const examples = new Set(
    allExamples().flatMap(({ text }) => slice(text).map(({ start, end }) => text.slice(start, end))),
  );
  check('refactorings of examples', everyNth([...examples], EVERY.examples));
});

/**
 * What a refactoring promises, by the start of its title:
 *
 * - `windows`, `linux`: the pod declares this system, and nothing else is reported or rejected than before.
 * - `another workload`: one workload is new, and it declares Windows.
 * - `the same nodes`: the pod matches the same nodes as before, with the same verdict.
 */
const PROMISES = {
  'Make ready for Windows': 'windows',
  'Pin to Linux': 'linux',
  'Add a Windows twin': 'another workload',
  'Use RuntimeClass': 'the same nodes',
  'Extract RuntimeClass': 'the same nodes',
} as const;
type Promised = (typeof PROMISES)[keyof typeof PROMISES];

function promiseOf(title: string): Promised {
  const found = Object.entries(PROMISES).find(([start]) => title.startsWith(start));
  if (found === undefined) throw new Error(`PROMISES in this file does not say what "${title}" promises`);
  return found[1];
}

function check(what: string, texts: readonly string[]): void {
  const counts: Record<string, number> = {};
  const refusals: Record<string, number> = {};
  let count = 0;
  for (const text of texts) {
    const workspace = workspaceOf(text);
    for (const offer of offered(workspace)) {
      const { title } = offer.refactoring;
      const kind = title.replace(/ (?:\(|`).*$/, '');
      if (!offer.refactoring.ok) {
        const reason = `${kind}: ${offer.refactoring.reason.replace(/:.*$/, '')}`;
        refusals[reason] = (refusals[reason] ?? 0) + 1;
        continue;
      }
      counts[kind] = (counts[kind] ?? 0) + 1;
      count++;
      checkOffer(workspace, text, offer);
    }
  }
  compared(`${what}: ${JSON.stringify(counts)}, not made: ${JSON.stringify(refusals)}`, count);
}

function checkOffer(before: Workspace, text: string, { workload, refactoring, text: result = '' }: Offered): void {
  const { title } = refactoring;
  const after = workspaceOf(result);
  const report = wholeReport(after);
  const about = `${title}\n${text}\n=======\n${result}`;
  expect(
    report.documents.flatMap((document) => document.report.document.errors),
    about,
  ).toEqual([]);
  const left = new Set(ownLines(result));
  const lines = new Set(result.split('\n').map((line) => line.trim()));
  expect(
    ownLines(text).filter((comment) => !left.has(comment) && lines.has(explainedBy(text, comment))),
    about,
  ).toEqual([]);
  const promise = promiseOf(title);
  if (promise === 'another workload') {
    const added = workloads(after).filter(
      (workload) => !workloads(before).some((other) => nameOf(other) === nameOf(workload)),
    );
    expect(
      added.map(({ verdict }) => verdict),
      about,
    ).toMatchObject([{ os: 'windows', certainty: 'declared' }]);
  } else {
    const now = workloads(after)[workloads(before).indexOf(workload)];
    expect(now && nameOf(now), about).toBe(nameOf(workload));
    if (now !== undefined) checkSame(before, after, workload, now, promise, about);
  }
  const again = offered(after, (other) => nameOf(other) === nameOf(workload)).filter(
    ({ refactoring }) => refactoring.ok,
  );
  const titles = again.map(({ refactoring }) => refactoring.title.replace(/ \(.*$/, ''));
  expect(titles, about).not.toContain(title.replace(/ \(.*$/, ''));
}

function checkSame(
  before: Workspace,
  after: Workspace,
  workload: Workload,
  now: Workload,
  promise: Exclude<Promised, 'another workload'>,
  about: string,
) {
  const facts = (workspace: Workspace) => workspace.factsFor(URI);
  if (promise === 'the same nodes') {
    const [old, changed] = [nodeConstraint(workload.pod, facts(before)), nodeConstraint(now.pod, facts(after))];
    expect([changed.nodes, changed.builds], about).toEqual([old.nodes, old.builds]);
    expect([now.verdict.os, now.verdict.certainty], about).toEqual([workload.verdict.os, workload.verdict.certainty]);
    return;
  }
  expect(now.verdict, about).toMatchObject({ os: promise, certainty: 'declared' });
  if (promise === 'windows') {
    const old = [...found(before, workload), ...foundOnWindows(workload)];
    // A Linux image has to be changed by hand; with `os.name`, another rule reports it.
    const all = found(after, now).filter((finding) => !finding.startsWith('os/conflicts-with-image '));
    expect(
      all.filter((finding) => !old.includes(finding)),
      about,
    ).toEqual([]);
  }
  const known = rejections(before, workload).map(({ what }) => what);
  expect(
    rejections(after, now).filter(({ what, declared }) => declared || !known.includes(what)),
    about,
  ).toEqual([]);
}

/** The findings in a workload, except hints. */
function found(workspace: Workspace, { pod }: Workload): string[] {
  const document = wholeReport(workspace).documents.find(({ report }) => report.document === pod.spec.document);
  return (document?.findings ?? [])
    .filter(({ at, severity }) => severity !== 'hint' && contains(pod.object.field.valueSpan, at))
    .map(({ rule, field }) => `${rule} ${field}`);
}

/** The findings in a workload with an `os` directive: they are not caused by making it ready. */
function foundOnWindows({ pod }: Workload): string[] {
  const os = pod.spec.get('os');
  const plan = editsFor(pod.spec.document, os === undefined ? [] : [{ kind: 'remove', path: os.path }]);
  const workspace = workspaceOf(`# kubewin: os=windows\n${plan.ok ? plan.text : pod.spec.document.text}`);
  const same = workloads(workspace).find((workload) => samePath(workload.pod.spec.path, pod.spec.path));
  return same === undefined ? [] : found(workspace, same);
}

/** What the API server rejects in a workload; `declared` if only because of `os.name`. */
function rejections(workspace: Workspace, { pod }: Workload): { what: string; declared: boolean }[] {
  const document = wholeReport(workspace).documents.find(({ report }) => report.document === pod.spec.document);
  return (document?.report.findings ?? [])
    .filter(({ at, effect }) => effect === 'rejected' && contains(pod.object.field.valueSpan, at))
    .map(({ rule, field, outcome }) => ({ what: `${rule} ${field}`, declared: outcome?.certainty === 'declared' }));
}

function workloads(workspace: Workspace): Workload[] {
  return wholeReport(workspace).documents.flatMap(({ report }) => report.workloads);
}

function nameOf({ pod: { object, spec } }: Workload): string {
  return `${object.kind} ${object.namespace} ${object.name} ${spec.path.join('.')}`;
}

/** The line that a comment explains: the first one below it that is not a comment. */
function explainedBy(text: string, comment: string): string {
  const below = text.slice(text.indexOf(comment)).split('\n').slice(1);
  return below.find((line) => !/^\s*#/.test(line))?.trim() ?? '';
}

function ownLines(text: string): string[] {
  return lexedComments(text).flatMap(({ alone, start, end }) => (alone ? [text.slice(start, end)] : []));
}
