import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import {
  type ClusterObject,
  clusterObject,
  listJson,
  listText,
  objectText,
  rolledOut,
  WINDOWS_SPEC,
} from '../cluster-objects.ts';
import { testWorkspace } from '../lint-text.ts';

const RULE = 'security-context/run-as-user';

function workspaceOf(texts: Readonly<Record<string, string>>): Workspace {
  const workspace = testWorkspace();
  for (const [name, text] of Object.entries(texts)) workspace.setOnDisk(`file:///${name}`, text);
  return workspace;
}

/** The objects in which a rule finds something. */
function objectsIn(workspace: Workspace, rule = RULE): string[] {
  return workspace
    .uris()
    .flatMap((uri) => workspace.findings(uri)?.documents ?? [])
    .flatMap(({ findings }) => findings)
    .filter((finding) => finding.rule === rule)
    .map(({ object }) => `${object?.kind} ${object?.name}`);
}

function objectsOf(objects: readonly object[], rule = RULE): string[] {
  return objectsIn(workspaceOf({ 'dump.yaml': listText(objects) }), rule);
}

describe('one mistake in a Deployment, its eleven ReplicaSets and three pods is one finding', () => {
  const dump = rolledOut('web');

  test('in a list as YAML', () => {
    expect(objectsOf(dump)).toEqual(['Deployment web']);
  });

  test('in a list as JSON', () => {
    expect(objectsIn(workspaceOf({ 'dump.json': listJson(dump) }))).toEqual(['Deployment web']);
  });

  test('in a file for each object', () => {
    const files = dump.map((object, i) => [`${i}.yaml`, objectText(object)]);
    expect(objectsIn(workspaceOf(Object.fromEntries(files)))).toEqual(['Deployment web']);
  });

  test('whatever the rule', () => {
    const findings = workspaceOf({ 'dump.yaml': listText(dump) }).findings('file:///dump.yaml');
    const objects = findings?.documents.flatMap(({ findings }) => findings.map(({ object }) => object?.kind));
    expect(new Set(objects)).toEqual(new Set(['Deployment']));
  });

  test('by names, where UIDs were removed', () => {
    const withoutUids = listText(dump).replace(/^ +uid: .*\n/gm, '');
    expect(objectsIn(workspaceOf({ 'dump.yaml': withoutUids }))).toEqual(['Deployment web']);
  });
});

test('the pods of a CronJob', () => {
  const template = { spec: WINDOWS_SPEC };
  const cronJob = clusterObject('CronJob', 'backup', { spec: { jobTemplate: { spec: { template } } } });
  const job = clusterObject('Job', 'backup-1', { controller: cronJob, spec: { template } });
  const pod = clusterObject('Pod', 'backup-1-a', { controller: job, spec: WINDOWS_SPEC });
  expect(objectsOf([pod, job, cronJob])).toEqual(['CronJob backup']);
  expect(objectsOf([pod, job])).toEqual(['Job backup-1']);
  // The Job between them is not in the list.
  expect(objectsOf([pod, cronJob])).toEqual(['Pod backup-1-a', 'CronJob backup']);
});

describe('what only a pod shows is reported', () => {
  const corrected = {
    ...WINDOWS_SPEC,
    containers: [{ image: 'registry.example/web:1.0', name: 'web' }],
  };
  const hostPid = (spec: object) => ({ ...spec, hostPID: true });

  test('once for the pods of a controller', () => {
    expect(objectsOf(rolledOut('web', corrected, WINDOWS_SPEC))).toEqual(['Pod web-new-a']);
  });

  test('in another field', () => {
    const dump = rolledOut('web', WINDOWS_SPEC, hostPid(WINDOWS_SPEC));
    expect(objectsOf(dump, 'pod/host-pid')).toEqual(['Pod web-new-a']);
    expect(objectsOf(dump)).toEqual(['Deployment web']);
  });

  test('in another container', () => {
    const [first] = WINDOWS_SPEC.containers;
    const sidecar = { ...WINDOWS_SPEC, containers: [first, { ...first, name: 'sidecar' }] };
    expect(objectsOf(rolledOut('web', WINDOWS_SPEC, sidecar))).toEqual(['Pod web-new-a', 'Deployment web']);
  });

  test('with a worse effect', () => {
    const declared = { ...WINDOWS_SPEC, os: { name: 'windows' } };
    expect(objectsOf(rolledOut('web', WINDOWS_SPEC, declared))).toEqual(['Pod web-new-a', 'Deployment web']);
    expect(objectsOf(rolledOut('web', declared, WINDOWS_SPEC))).toEqual(['Deployment web']);
  });

  test('in a ReplicaSet that still has pods', () => {
    const [, , , deployment, ...replicaSets] = rolledOut('web');
    const rolling = replicaSets.map((object) =>
      object.metadata.name === 'web-old3'
        ? { ...object, spec: { ...(object['spec'] as object), replicas: 1 } }
        : object,
    );
    const others = rolling.map((object) =>
      object.metadata.name === 'web-old3' ? object : withSpec(object, corrected),
    );
    expect(objectsOf([withSpec(deployment, corrected), ...others])).toEqual(['ReplicaSet web-old3']);
  });
});

/** A workload with another pod spec. */
function withSpec(object: ClusterObject | undefined, spec: object): ClusterObject {
  if (object === undefined) throw new Error('there is no such object');
  const { template, ...rest } = object['spec'] as { template: object };
  return { ...object, spec: { ...rest, template: { ...template, spec } } };
}

describe('ReplicaSets without pods', () => {
  const withoutPods = rolledOut('web').filter(({ kind }) => kind === 'ReplicaSet' || kind === 'Deployment');

  test('are not reported for what their Deployment had', () => {
    const [deployment, ...replicaSets] = withoutPods;
    const corrected = withSpec(deployment, { ...WINDOWS_SPEC, containers: [{ name: 'web' }] });
    const old = replicaSets.filter(({ metadata }) => metadata.name.includes('old'));
    expect(objectsOf([corrected, ...old])).toEqual([]);
  });

  test('are reported once if their Deployment is not in the input', () => {
    expect(objectsOf(withoutPods.slice(1, 11))).toEqual(['ReplicaSet web-old0']);
    // One that runs pods comes first.
    expect(objectsOf(withoutPods.slice(1))).toEqual(['ReplicaSet web-new']);
  });

  test('of a user are reported', () => {
    const spec = { replicas: 0, template: { spec: WINDOWS_SPEC } };
    const objects = ['a', 'b'].map((name) => clusterObject('ReplicaSet', name, { spec }));
    expect(objectsOf(objects)).toEqual(['ReplicaSet a', 'ReplicaSet b']);
  });
});

describe('other objects are reported', () => {
  test('of another namespace', () => {
    const [, , , deployment] = rolledOut('web');
    const pod = clusterObject('Pod', 'web-a', { controller: deployment, spec: WINDOWS_SPEC, namespace: 'other' });
    expect(objectsOf([pod, ...rolledOut('web')])).toEqual(['Pod web-a', 'Deployment web']);
  });

  test('of a controller that was created again', () => {
    const [pod, , , , ...others] = rolledOut('web');
    const current = others.at(-1);
    const again = current && { ...current, metadata: { ...current.metadata, uid: 'again' } };
    expect(objectsOf([pod ?? {}, again ?? {}])).toEqual(['Pod web-new-a', 'ReplicaSet web-new']);
  });

  test('whose owner does not control them', () => {
    const dump = listText(rolledOut('web')).replaceAll('controller: true', 'controller: false');
    expect(objectsIn(workspaceOf({ 'dump.yaml': dump }))).toHaveLength(15);
  });

  test('that claim to control themselves or each other', () => {
    const self = clusterObject('Pod', 'self', { spec: WINDOWS_SPEC });
    expect(objectsOf([clusterObject('Pod', 'self', { controller: self, spec: WINDOWS_SPEC })])).toEqual(['Pod self']);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => clusterObject('Pod', name, { spec: WINDOWS_SPEC }));
    const [underB, underA, underC] = [
      clusterObject('Pod', 'a', { controller: b, spec: WINDOWS_SPEC }),
      clusterObject('Pod', 'b', { controller: a, spec: WINDOWS_SPEC }),
      clusterObject('Pod', 'c', { controller: c, spec: WINDOWS_SPEC }),
    ];
    expect(objectsOf([underB, underA, underC])).toEqual(['Pod a', 'Pod b', 'Pod c']);
  });
});

describe('changes', () => {
  const files = rolledOut('web').map((object) => [`${object.kind}-${object.metadata.name}.yaml`, objectText(object)]);
  const texts: Readonly<Record<string, string>> = Object.fromEntries(files);
  const name = 'Deployment-web.yaml';

  test('in the controller are seen in the pods', () => {
    const workspace = workspaceOf(texts);
    expect(objectsIn(workspace)).toEqual(['Deployment web']);
    const corrected = texts[name]?.replace(/ +securityContext:\n +runAsUser.*\n/, '');
    workspace.setOnDisk(`file:///${name}`, corrected);
    expect(objectsIn(workspace)).toEqual(['ReplicaSet web-new']);
    workspace.setOnDisk(`file:///${name}`, undefined);
    expect(objectsIn(workspace)).toEqual(['ReplicaSet web-new']);
    workspace.setOnDisk(`file:///${name}`, texts[name]);
    expect(objectsIn(workspace)).toEqual(['Deployment web']);
  });

  test('in a scan, the same is found as with all facts', () => {
    const workspace = workspaceOf(texts);
    workspace.startScan();
    for (const uri of workspace.uris()) {
      workspace.report(uri);
      workspace.release(uri);
    }
    workspace.endScan();
    expect(objectsIn(workspace)).toEqual(['Deployment web']);
  });
});
