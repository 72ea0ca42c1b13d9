import { expect, test, vi } from 'vitest';
import { Composer } from 'yaml';
import type { PodCheck, Rule } from '../../server/src/lint/rule.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { ALL_RULES, testWorkspace } from '../lint-text.ts';

/** How many texts with an anchor are parsed meanwhile: the package `yaml` reads them. */
function parsesIn(work: () => void): number {
  const compose = vi.spyOn(Composer.prototype, 'compose');
  try {
    work();
    return compose.mock.calls.length;
  } finally {
    compose.mockRestore();
  }
}

const deployment = (name: string) => `apiVersion: apps/v1
kind: Deployment
metadata: &metadata { name: ${name} }
spec:
  template:
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      hostPID: true
      containers: [{ name: web, image: example.com/web:1 }]
`;

const uriOf = (path: string) => `file:///${path}`;

/** A base with Deployments, and overlays of it with some lines. */
function put(workspace: Workspace, objects: number, overlays: number, line: (i: number) => string): void {
  const names = Array.from({ length: objects }, (_, i) => `web-${i}`);
  workspace.setOnDisk(uriOf('base/kustomization.yaml'), `resources: [${names.map((name) => `${name}.yaml`).join()}]`);
  for (const name of names) workspace.setOnDisk(uriOf(`base/${name}.yaml`), deployment(name));
  for (let i = 0; i < overlays; i++) {
    workspace.setOnDisk(uriOf(`overlay-${i}/kustomization.yaml`), `resources: [../base]\n${line(i)}\n`);
  }
}

function findings(workspace: Workspace): string[] {
  return workspace
    .uris()
    .flatMap((uri) => workspace.findings(uri)?.documents.flatMap((document) => document.findings) ?? [])
    .map(({ object, rule }) => `${object?.name} ${rule}`);
}

test('parses and checks a manifest once that several overlays do not change', () => {
  const counts = [4, 8].map((overlays) => {
    let checks = 0;
    const rules = RULES.filter(({ id }) => id === 'pod/host-pid').map(({ pod, ...rule }): Rule => {
      const check: PodCheck['check'] = (field, context) => {
        checks++;
        pod?.check(field, context);
      };
      return { ...rule, pod: { watches: pod?.watches ?? [], check } };
    });
    const workspace = testWorkspace(ruleSet(rules));
    put(workspace, 3, overlays, (i) => `namePrefix: p${i}-`);
    let found: string[] = [];
    const parses = parsesIn(() => {
      found = findings(workspace);
    });
    expect(parses).toBeGreaterThan(0);
    return { found, checks, parses };
  });
  expect(counts[0]?.found).toEqual(['web-0 pod/host-pid', 'web-1 pod/host-pid', 'web-2 pod/host-pid']);
  // By itself, and as each overlay leaves it.
  expect(counts[0]?.checks).toBe(6);
  expect(counts[1]).toEqual(counts[0]);
});

test('parses a manifest once that overlays put into namespaces', () => {
  const [few, many] = [4, 8].map((overlays) => {
    const workspace = testWorkspace();
    put(workspace, 3, overlays, (i) => `namespace: n${i}`);
    const parses = parsesIn(() => expect(findings(workspace)).toContain('web-0 pod/host-pid'));
    expect(parses).toBeGreaterThan(0);
    return parses;
  });
  expect(many).toBe(few);
});

test('does not build what exceeds the steps of a folder', () => {
  const notes: string[] = [];
  const workspace = new Workspace(
    ALL_RULES,
    (_, error) => {
      throw error;
    },
    { onNote: (uri, message) => void notes.push(`${uri}: ${message}`) },
  );
  const linux = `patches: [{ target: { kind: Deployment }, patch: "${[
    'kind: Deployment',
    'metadata: { name: x }',
    'spec: { template: { spec: { nodeSelector: { kubernetes.io/os: linux } } } }',
  ].join('\\n')}" }]`;
  const last = uriOf('overlay-z/kustomization.yaml');
  put(workspace, 1, 1, () => '');
  workspace.setOnDisk(uriOf('z/web.yaml'), deployment('web'));
  workspace.setOnDisk(last, `resources: [../z/web.yaml]\n${linux}`);
  expect(findings(workspace)).not.toContain('web pod/host-pid');
  expect(notes).toEqual([]);
  // Each overlay of 2,000 objects takes 26,000 steps: what it builds, and what it takes to check that.
  const MANY = 2000;
  workspace.setOnDisk(uriOf('base/web-0.yaml'), Array.from({ length: MANY }, (_, i) => service(i)).join('---\n'));
  for (let i = 0; i < 20; i++) {
    workspace.setOnDisk(uriOf(`overlay-${String(i).padStart(2, '0')}/kustomization.yaml`), 'resources: [../base]');
  }
  expect(findings(workspace)).toContain('web pod/host-pid');
  expect(notes).toEqual([
    'file:///overlay-12/kustomization.yaml: The Kustomize files build too many objects. From this file on, manifests are checked without Kustomize.',
  ]);
});

const service = (i: number) => `apiVersion: v1\nkind: Service\nmetadata: { name: s${i} }\n`;
