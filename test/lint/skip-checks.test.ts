import { describe, expect, test } from 'vitest';
import { applicableFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { ASKED_FIELDS, type AskedField, OTHER_LINTERS } from '../../server/src/lint/other-linters/linters.ts';
import { skipChecks } from '../../server/src/lint/other-linters/skip-checks.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { applyEdits, shiftEdit } from '../../server/src/text/edit.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { lintText } from '../lint-text.ts';
import { wholeReport, workspaceOf } from './refactored.ts';

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web # of the shop
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
`;
const ANNOTATED = (annotations: string) =>
  POD.replace('  name: web # of the shop\n', `  annotations:\n${annotations.replace(/^/gm, '    ')}\n  name: web\n`);

/** The text after each offered fix, by title; `inUse` are the linters that the workspace configures. */
function skips(text: string, ...inUse: string[]): Record<string, string> {
  return Object.fromEntries(
    wholeReport(workspaceOf(text)).documents.flatMap(({ start, report: { document, workloads } }) =>
      workloads.flatMap((workload) => {
        const fixes = skipChecks(workload, ({ name }) => inUse.includes(name));
        return applicableFixes(document, { fixes }).applicable.map(({ fix, edits }) => [
          fix.title,
          applyEdits(
            text,
            edits.map((edit) => shiftEdit(edit, start)),
          ),
        ]);
      }),
    ),
  );
}

/** The text after the fix for a linter, the only one in use; undefined if there is none. */
function skipped(text: string, linter: string): string | undefined {
  const { [`Skip the ${linter} checks that Windows pods cannot pass`]: result, ...others } = skips(text, linter);
  expect(others).toEqual({});
  return result;
}

/** The added annotations. */
function added(text: string, linter: string): unknown {
  const result = skipped(text, linter);
  return result === undefined ? undefined : parse(result).root?.at('metadata', 'annotations')?.stringMap();
}

test('offers nothing for a linter that is not in use', () => {
  expect(skips(POD)).toEqual({});
});

test('offers a fix for each linter that can skip checks for an object', () => {
  const names = OTHER_LINTERS.map(({ name }) => name);
  expect(Object.keys(skips(POD, ...names))).toEqual([
    'Skip the Checkov checks that Windows pods cannot pass',
    'Skip the kube-linter checks that Windows pods cannot pass',
    'Skip the kube-score checks that Windows pods cannot pass',
    'Skip the Kubescape checks that Windows pods cannot pass',
    'Skip the Polaris checks that Windows pods cannot pass',
  ]);
});

test('adds annotations and keeps the rest', () => {
  expect(skipped(POD, 'Polaris')).toBe(
    POD.replace(
      'spec:',
      `  annotations:
    polaris.fairwinds.com/insecureCapabilities-exempt: 'true'
    polaris.fairwinds.com/linuxHardening-exempt: 'true'
    polaris.fairwinds.com/notReadOnlyRootFilesystem-exempt: 'true'
    polaris.fairwinds.com/privilegeEscalationAllowed-exempt: 'true'
spec:`,
    ),
  );
  const text = ANNOTATED('owner: shop # the team\n# why\nb: c');
  expect(skipped(text, 'kube-linter')).toBe(
    text.replace(
      'b: c\n',
      'b: c\n    ignore-check.kube-linter.io/no-read-only-root-fs: The API server rejects readOnlyRootFilesystem on Windows pods\n',
    ),
  );
});

test('adds annotations to the object and not to its template', () => {
  const text = `apiVersion: batch/v1
kind: CronJob
metadata: { name: web }
spec:
  schedule: "0 0 * * *"
  jobTemplate:
    spec:
      template:
        metadata: { annotations: { a: b } }
        spec:
          os: { name: windows }
          restartPolicy: Never
          containers: [{ name: web, image: registry.example/web:1.0 }]
`;
  expect(skipped(text, 'kube-score')).toBe(
    text.replace(
      '{ name: web }',
      "{ name: web, annotations: { kube-score/ignore: 'container-security-context-readonlyrootfilesystem,container-security-context-user-group-id,container-seccomp-profile' } }",
    ),
  );
});

test('adds annotations to each item of a List', () => {
  const item = `  - ${POD.trimEnd().replaceAll('\n', '\n    ')}\n`;
  const result = skipped(`apiVersion: v1\nkind: List\nitems:\n${item}`, 'kube-linter');
  expect(result).toContain('\n        ignore-check.kube-linter.io/no-read-only-root-fs: ');
});

describe('Checkov', () => {
  const ids = ['CKV_K8S_20', 'CKV_K8S_22', 'CKV_K8S_28', 'CKV_K8S_31', 'CKV_K8S_37', 'CKV_K8S_40'];

  test('writes a number for each check and a single `=`', () => {
    const values = added(POD, 'Checkov') as Record<string, string>;
    expect(Object.keys(values)).toEqual(ids.map((_, i) => `checkov.io/skip${i + 1}`));
    expect(Object.values(values).map((value) => value.split('=')[0])).toEqual(ids);
    for (const value of Object.values(values)) expect(value.split('=').length).toBe(2);
    expect(values['checkov.io/skip3']).toBe('CKV_K8S_28=The API server rejects capabilities on Windows pods');
  });

  test('continues existing numbers and skips no check twice', () => {
    const text = ANNOTATED(
      'checkov.io/skip4: CKV_K8S_20=known\nmy.checkov.io/skip: CKV_K8S_8\nbridgecrew.io/skip7: CKV_K8S_22',
    );
    expect(Object.keys(added(text, 'Checkov') as object)).toEqual([
      'checkov.io/skip4',
      'my.checkov.io/skip',
      'bridgecrew.io/skip7',
      ...[8, 9, 10, 11].map((n) => `checkov.io/skip${n}`),
    ]);
  });

  test('offers nothing a second time', () => {
    expect(skipped(skipped(POD, 'Checkov') ?? '', 'Checkov')).toBeUndefined();
  });

  test('offers nothing if the value of a skip is unknown', () => {
    expect(skipped(ANNOTATED('checkov.io/skip1: <SKIPPED>'), 'Checkov')).toBeUndefined();
    expect(skipped(ANNOTATED('checkov.io/skip1: {{ .Values.skipped }}'), 'Checkov')).toBeUndefined();
  });
});

describe('kube-linter', () => {
  test.each([
    'kube-linter.io/ignore-all: "for now"',
    'ignore-check.kube-linter.io/no-read-only-root-fs: ""',
    'ignore-check.kube-linter.io/no-read-only-root-fs: <REASON>',
  ])('offers nothing next to %s', (annotation) => {
    expect(skipped(ANNOTATED(annotation), 'kube-linter')).toBeUndefined();
  });
});

describe('Polaris', () => {
  const others = ['insecureCapabilities', 'linuxHardening', 'notReadOnlyRootFilesystem', 'privilegeEscalationAllowed'];

  test('offers nothing next to an exemption from all checks', () => {
    expect(skipped(ANNOTATED('polaris.fairwinds.com/exempt: "True"'), 'Polaris')).toBeUndefined();
    expect(skipped(ANNOTATED('polaris.fairwinds.com/exempt: "false"'), 'Polaris')).toBeDefined();
  });

  test('replaces values other than true and keeps unknown ones', () => {
    const text = ANNOTATED(
      'polaris.fairwinds.com/linuxHardening-exempt: "no"\npolaris.fairwinds.com/insecureCapabilities-exempt: <YES>',
    );
    expect(skipped(text, 'Polaris')).toContain(
      '    polaris.fairwinds.com/linuxHardening-exempt: "true"\n    polaris.fairwinds.com/insecureCapabilities-exempt: <YES>\n',
    );
    expect(Object.keys(added(text, 'Polaris') as object).sort()).toEqual(
      others.map((id) => `polaris.fairwinds.com/${id}-exempt`),
    );
  });
});

describe('lists', () => {
  test('writes the reason of Kubescape once', () => {
    expect(added(POD, 'Kubescape')).toEqual({
      'kubescape.io/skip-controls': 'C-0013,C-0016,C-0017,C-0055',
      'kubescape.io/skip-reason':
        'The API server rejects allowPrivilegeEscalation, capabilities, readOnlyRootFilesystem, runAsGroup, seLinuxOptions, seccompProfile on Windows pods',
    });
    const text = ANNOTATED('kubescape.io/skip-controls: C-0016, C-0057\nkubescape.io/skip-reason: ours');
    expect(added(text, 'Kubescape')).toEqual({
      'kubescape.io/skip-controls': 'C-0016, C-0057,C-0013,C-0017,C-0055',
      'kubescape.io/skip-reason': 'ours',
    });
  });

  test('considers a linter in use if the object has its annotation', () => {
    expect(skips(ANNOTATED('kube-score/ignore: pod-networkpolicy'))).toEqual({
      'Skip the kube-score checks that Windows pods cannot pass': ANNOTATED(
        "kube-score/ignore: 'pod-networkpolicy,container-security-context-readonlyrootfilesystem,container-security-context-user-group-id,container-seccomp-profile'",
      ),
    });
    expect(Object.keys(skips(ANNOTATED('ignore-check.kube-linter.io/latest-tag: ours')))).toEqual([
      'Skip the kube-linter checks that Windows pods cannot pass',
    ]);
    expect(Object.keys(skips(ANNOTATED('checkov.io/skip1: CKV_K8S_8')))).toEqual([
      'Skip the Checkov checks that Windows pods cannot pass',
    ]);
  });

  test('keeps a list with an unknown value', () => {
    expect(skips(ANNOTATED('kube-score/ignore: <TESTS>'), 'kube-score')).toEqual({});
  });
});

describe('not offered', () => {
  const ALL = OTHER_LINTERS.map(({ name }) => name);

  test.each([
    [
      'for a pod that does not declare Windows',
      POD.replace('os: { name: windows }', 'nodeSelector: { kubernetes.io/os: windows }'),
    ],
    ['for a Linux pod', POD.replace('windows }', 'linux }')],
    [
      'for a custom resource, which other linters do not check',
      POD.replace('v1\nkind: Pod', 'argoproj.io/v1alpha1\nkind: Rollout').replace(
        /spec:\n.*/s,
        (spec) => `spec:\n  template:\n    ${spec.trimEnd().replaceAll('\n', '\n    ')}\n`,
      ),
    ],
    [
      'if the annotations are an alias',
      `x: &a { b: c }\n${POD.replace('name: web #', 'annotations: *a\n  name: web #')}`,
    ],
    ['in a template that writes annotations', ANNOTATED('{{- toYaml .Values.annotations | nindent 4 }}\na: b')],
  ])('%s', (_, text) => {
    expect(skips(text, ...ALL)).toEqual({});
  });

  test('before pods can declare Windows', () => {
    const workspace = workspaceOf(POD, { kubernetesVersion: '1.23' });
    const workloads = wholeReport(workspace).documents.flatMap(({ report }) => report.workloads);
    expect(workloads.flatMap((workload) => skipChecks(workload, () => true))).toEqual([]);
  });
});

describe('the table', () => {
  test('contains only fields that the API server rejects', () => {
    for (const [field, value] of Object.entries(ASKED_FIELDS)) {
      const context = `      securityContext: { ${field}: ${JSON.stringify(value)} }\n`;
      const found = lintText(POD + context).filter(({ effect }) => effect === 'rejected');
      expect(
        found.map(({ field }) => field),
        field,
      ).toEqual([`spec.containers[0].securityContext.${field}`]);
      const rule = RULES.find(({ id }) => id === found[0]?.rule);
      expect(rule?.outcomes[0]).toMatchObject({ effect: 'rejected', seen: 'cannot be set for a windows pod' });
    }
  });

  test('uses every field, and each check has a unique ID and a file', () => {
    const checks = OTHER_LINTERS.flatMap((linter) => linter.checks);
    const asked = new Set<AskedField>(checks.flatMap(({ asks }) => asks));
    expect([...asked].sort()).toEqual(Object.keys(ASKED_FIELDS).sort());
    for (const linter of OTHER_LINTERS) {
      expect(new Set(linter.checks.map(({ id }) => id)).size).toBe(linter.checks.length);
    }
    for (const { file } of checks) expect(file).toMatch(/^[\w/]+\/[\w-]+\.\w+$|^[\w/-]+\.\w+$/);
  });
});
