import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWEST_VERSION } from '../server/src/kubernetes/version.ts';
import { findingsIn, labeledFiles, labelsIn, meets } from './corpus.ts';
import { compared, HAS_SHARED, sharedManifests } from './shared.ts';

test.each(['linux', 'nonk8s'])(
  'the files of %s have no errors or warnings',
  (area) => {
    const found = findingsIn(area);
    compared(`files of ${area}`, sharedManifests(`corpus/${area}`).length);
    expect(found.filter(({ severity }) => severity === 'error' || severity === 'warning')).toEqual([]);
  },
  300_000,
);

test.each(['windows', 'helm'])(
  'every labeled finding in the files of %s is found',
  (area) => {
    const found = findingsIn(area);
    const wanted = labelsIn(area).filter(({ optional }) => !optional);
    const missed = wanted.filter((label) => !found.some((finding) => meets(finding, label)));
    compared('labeled findings', wanted.length);
    expect(missed.map(({ path, line, code }) => `${path}:${line} ${code}`)).toEqual([]);
  },
  300_000,
);

test('the number of findings in all areas is as recorded, by rule', async () => {
  const counts = new Map<string, number>();
  for (const area of ['windows', 'helm', 'linux', 'nonk8s']) {
    for (const { rule, severity } of findingsIn(area)) {
      const line = `${area} ${rule} ${severity}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  compared('rules and severities', counts.size);
  const lines = [...counts].sort().map(([line, count]) => `${line} ${count}\n`);
  if (HAS_SHARED) {
    await expect(lines.join(''), 'read each difference, then npm run accuracy -- --update').toMatchFileSnapshot(
      join(import.meta.dirname, 'corpus-counts.txt'),
    );
  }
});

/**
 * Rules with findings in labeled files where there is no label, and why these findings are correct. Each of them was
 * reviewed in its manifest; the labels do not cover all subjects.
 */
const TRUE_WITHOUT_LABEL: Readonly<Record<string, string>> = {
  'container/base-image-without-command':
    'Policy fixtures with a Server Core image, neither `command` nor `args`, and no `stdin`.',
  'host-process/user-account-missing':
    'Policy fixtures with `hostProcess: true` and no account, which the documentation lists among what has to be set.',
  'image/base-image-end-of-support':
    'Windows Server 2019 images, which left the list of Kubernetes 1.35; the labels know the semi-annual releases only.',
  'image/latest-tag': 'An image of IIS with the tag `latest`.',
  'image/legacy-docker-hub-repository': 'Images of `microsoft/…` on Docker Hub, which moved to another registry.',
  'os/windows-options-on-linux-node': 'A manifest with `windowsOptions` and a node selector for Linux.',
  'persistent-volume/mount-options':
    'A class of Azure Files with mount options of Linux, which a Windows pod claims from.',
  'resources/memory-in-millibytes': 'Limits and requests of `800m` and `300m`, which are less than one byte.',
  'run-as-non-root/host-process': 'HostProcess containers with `runAsNonRoot: true`, which the documentation excludes.',
  'run-as-non-root/user-not-set': 'A Server Core image of Microsoft with `runAsNonRoot` and no user name.',
  'scheduling/os-sku-unavailable': `\`Windows2019\` and \`Windows2022\`, which AKS does not offer with Kubernetes ${NEWEST_VERSION}.`,
  'storage-class/in-tree-provisioner': 'A class of `kubernetes.io/azure-file` that a Windows pod claims from.',
  'volume-mounts/linux-system-path':
    'Mounts below `/etc` and `/usr/lib` in a Windows container, where no program of Windows looks for them.',
  'volumes/host-path-linux-path': 'The folder `/var/log/antrea`, which is created on drive C of a Windows node.',
  'yaml/backslash-in-double-quotes': '`"C:\\inetpub\\wwwroot"` in double quotes, where `\\i` is no escape.',
};

test('the findings agree with the labels', () => {
  const areas = ['windows', 'helm'];
  const found = areas.flatMap(findingsIn);
  const files = new Set(areas.flatMap(labeledFiles));
  const labels = areas.flatMap(labelsIn);
  const inLabeled = found.filter(({ path, severity }) => files.has(path) && severity !== 'hint');
  const rules = [...new Set([...labels.flatMap((label) => label.rules), ...inLabeled.map(({ rule }) => rule)])].sort();
  const rows = rules.flatMap((rule) => {
    const wanted = labels.filter((label) => !label.optional && label.rules.includes(rule));
    const met = wanted.filter((label) => found.some((finding) => meets(finding, label)));
    const reported = inLabeled.filter((finding) => finding.rule === rule);
    const labeled = reported.filter((finding) => labels.some((label) => meets(finding, label)));
    if (wanted.length === 0 && reported.length === 0) return [];
    return [{ rule, wanted: wanted.length, met: met.length, reported: reported.length, labeled: labeled.length }];
  });
  compared('labeled files', files.size);
  if (files.size > 0) console.info(table(rows));
  expect(rows.filter(({ wanted, met }) => met < wanted).map(({ rule }) => rule)).toEqual([]);
  const unexplained = rows.filter(
    ({ rule, reported, labeled }) => reported > labeled && TRUE_WITHOUT_LABEL[rule] === undefined,
  );
  expect(unexplained.map(({ rule }) => rule)).toEqual([]);
});

interface Row {
  readonly rule: string;
  readonly wanted: number;
  readonly met: number;
  readonly reported: number;
  readonly labeled: number;
}

/** Recall and precision of each rule, in columns. Correct findings without a label count as correct, and are shown. */
function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ rule }) => rule.length));
  const lines = rows.map(({ rule, wanted, met, reported, labeled }) => {
    const recall = wanted === 0 ? '    –' : percent(met, wanted);
    const others = reported - labeled;
    const right = TRUE_WITHOUT_LABEL[rule] === undefined ? labeled : reported;
    const precision = reported === 0 ? '    –' : percent(right, reported);
    const note = others === 0 ? '' : `  ${others} without a label: ${TRUE_WITHOUT_LABEL[rule] ?? 'not looked at'}`;
    return `${rule.padEnd(width)}  recall ${recall} (${met}/${wanted})  precision ${precision} (${right}/${reported})${note}`;
  });
  return lines.join('\n');
}

function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / whole)} %`.padStart(5);
}
