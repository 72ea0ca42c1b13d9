import { expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { reportOf } from '../lint-text.ts';
import { everyNth } from '../seed.ts';
import { allExamples } from './page.ts';
import { asReturned, type Data } from './server-values.ts';

/** The objects of a manifest; undefined for a template or a syntax error. */
function objectsOf(text: string): Data[] | undefined {
  if (text.includes('{{')) return undefined;
  const documents = parseAllDocuments(text, { version: '1.1', uniqueKeys: false });
  if (documents.some((document) => document.errors.length > 0)) return undefined;
  return documents.map((value) => value.toJS()).filter((value): value is Data => typeof value?.kind === 'string');
}

/** The findings in the objects, and the verdicts of their pods. */
function findingsAndVerdicts(objects: readonly Data[], settings: Settings): string[] {
  // The comment contains a relevant word, so that every document is read.
  const text = objects.map((object) => `# windows\n${stringify(object, { version: '1.1' })}`).join('---\n');
  return reportOf(text, settings).documents.flatMap(({ findings, report }) => [
    ...findings.map(
      ({ rule, effect, object, field }) => `${rule} (${effect}) on ${field} of ${object?.kind} ${object?.name}`,
    ),
    ...report.workloads.map(
      ({ pod, verdict }) =>
        `${verdict.os} (${verdict.certainty}), ${verdict.evidence.length} pieces of evidence: ${pod.object.kind} ${pod.object.name}`,
    ),
  ]);
}

function differences(objects: readonly Data[], settings: Settings): string[] {
  const before = findingsAndVerdicts(objects, settings);
  const after = findingsAndVerdicts(objects.map(asReturned), settings);
  return [
    ...after.filter((line) => !before.includes(line)).map((line) => `added: ${line}`),
    ...before.filter((line) => !after.includes(line)).map((line) => `lost: ${line}`),
  ];
}

test('values that the API server sets neither add nor remove findings and evidence in the examples', () => {
  let count = 0;
  const wrong = everyNth(allExamples(), 3).flatMap(({ text, settings, place }) => {
    const objects = objectsOf(text);
    if (objects !== undefined) count++;
    return differences(objects ?? [], settings).map((difference) => `${place}: ${difference}`);
  });
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(230);
});

/** A pod in which the API server fills in as much as it can, with a few findings. */
const SPEC = `
nodeSelector: { kubernetes.io/os: windows }
hostPID: true
serviceAccountName: web
initContainers:
  - { name: prepare, image: registry.example/prepare }
containers:
  - name: web
    image: registry.example/web:1.0
    ports: [{ containerPort: 80 }]
    env:
      - { name: NODE, valueFrom: { fieldRef: { fieldPath: spec.nodeName } } }
    resources: { limits: { memory: 1Gi } }
    livenessProbe: { httpGet: { port: 80 } }
    readinessProbe: { grpc: { port: 81 } }
    startupProbe: { exec: { command: [cmd, /c, dir] } }
    lifecycle: { preStop: { httpGet: { port: 80 } } }
    volumeMounts:
      - { name: scratch, mountPath: 'C:\\scratch' }
    securityContext: { runAsUser: 101 }
volumes:
  - { name: scratch }
  - { name: key, secret: { secretName: key } }
  - { name: settings, configMap: { name: settings } }
  - name: labels
    downwardAPI: { items: [{ path: labels, fieldRef: { fieldPath: metadata.labels } }] }
  - { name: token, projected: { sources: [{ serviceAccountToken: { path: token } }] } }
  - { name: logs, hostPath: { path: 'C:\\logs' } }
  - { name: disk, azureDisk: { diskName: disk, diskURI: /disks/disk } }
  - { name: data, ephemeral: { volumeClaimTemplate: { spec: { accessModes: [ReadWriteOnce] } } } }
`;

const labels = { app: 'web' };
const template = { metadata: { labels }, spec: parse(SPEC) };
const selector = { matchLabels: labels };
const WORKLOADS: Readonly<Record<string, Data>> = {
  Pod: { apiVersion: 'v1', spec: template.spec },
  PodTemplate: { apiVersion: 'v1', template },
  ReplicationController: { apiVersion: 'v1', spec: { template } },
  ReplicaSet: { apiVersion: 'apps/v1', spec: { selector, template } },
  Deployment: { apiVersion: 'apps/v1', spec: { selector, template } },
  StatefulSet: {
    apiVersion: 'apps/v1',
    spec: { selector, template, volumeClaimTemplates: [{ metadata: { name: 'store' }, spec: {} }] },
  },
  DaemonSet: { apiVersion: 'apps/v1', spec: { selector, template } },
  Job: { apiVersion: 'batch/v1', spec: { template } },
  CronJob: { apiVersion: 'batch/v1', spec: { schedule: '@daily', jobTemplate: { spec: { template } } } },
};

/** Settings with all rules, for each runtime. */
const SETTINGS = (['containerd-1.7', 'containerd-1.6', 'docker'] as const).map((containerRuntime): Settings => {
  const rules = Object.fromEntries(RULES.filter((rule) => rule.offByDefault).map(({ id }) => [id, 'hint' as const]));
  return { ...DEFAULT_SETTINGS, containerRuntime, mixedCluster: true, taint: 'upstream', rules };
});

test.each(Object.keys(WORKLOADS))('a %s from a cluster has the findings of its manifest', (kind) => {
  const workload = { kind, metadata: { name: 'web', labels }, ...WORKLOADS[kind] };
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { selector: labels } };
  for (const type of ['ClusterIP', 'LoadBalancer', 'ExternalName']) {
    const ports = [{ port: 80 }];
    const objects = [
      workload,
      { ...service, spec: { ...service.spec, type, ports } },
      { ...service, metadata: { name: 'sticky' }, spec: { ...service.spec, type, ports, sessionAffinity: 'ClientIP' } },
    ];
    for (const settings of SETTINGS) {
      expect(findingsAndVerdicts(objects, settings).join()).toContain('security-context/run-as-user');
      expect(differences(objects, settings)).toEqual([]);
    }
  }
});
