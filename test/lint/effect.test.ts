import { describe, expect, test } from 'vitest';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { lintText } from '../lint-text.ts';

function hostPid(kind: string, selector: string, kubernetesVersion: Settings['kubernetesVersion'] = NEWEST_VERSION) {
  const text = `apiVersion: apps/v1
kind: ${kind}
metadata: { name: web }
spec:
  selector: ${selector}
  template:
    metadata: { labels: { app: web } }
    spec:
      os: { name: windows }
      nodeSelector: { kubernetes.io/os: windows }
      hostPID: true
      containers: [{ name: web, image: registry.example/web:1.0 }]
`;
  const findings = lintText(text, { ...DEFAULT_SETTINGS, kubernetesVersion });
  const found = findings.find(({ rule }) => rule === 'pod/host-pid');
  return [found?.effect, found?.message.split(': ')[0]];
}

const REJECTED = (kind: string) => ['rejected', `\`hostPID\` is rejected on this ${kind}`];
const LATER = (kind: string) => ['fails', `\`hostPID\` is rejected once the selector of this ${kind} is valid`];
const POD_BY_POD = ['fails', '`hostPID` is rejected in the pods of this StatefulSet'];

describe('validation of a pod template', () => {
  test.each([
    ['Deployment', '{ matchLabels: { app: web } }', REJECTED('Deployment')],
    ['Deployment', '{ matchLabels: { app: "" } }', REJECTED('Deployment')],
    ['Deployment', '{ matchLabels: { example.com/app: web } }', REJECTED('Deployment')],
    ['Deployment', '{ matchExpressions: [{ key: app, operator: Exists }] }', REJECTED('Deployment')],
    ['Deployment', '{ matchExpressions: [{ key: app }] }', REJECTED('Deployment')],
    ['DaemonSet', '{ matchLabels: { app: "a b" } }', REJECTED('DaemonSet')],
    ['StatefulSet', '{ matchLabels: { app: web } }', REJECTED('StatefulSet')],
  ])('rejects a %s with the selector %s', (kind, selector, expected) => {
    expect(hostPid(kind, selector)).toEqual(expected);
  });

  test.each([
    '{ matchLabels: { app: "a b" } }',
    `{ matchLabels: { app: ${'a'.repeat(64)} } }`,
    '{ matchLabels: { "$NAME": web } }',
    '{ matchLabels: { Example.com/app: web } }',
    '{ matchLabels: { a/b/c: web } }',
    '{ matchExpressions: [{ key: app, operator: Gt, values: ["1"] }] }',
    '{ matchExpressions: [{ key: app, operator: In }] }',
    '{ matchExpressions: [{ key: app, operator: Exists, values: [web] }] }',
  ])('happens only after the invalid selector %s is fixed', (selector) => {
    expect(hostPid('Deployment', selector)).toEqual(LATER('Deployment'));
    expect(hostPid('ReplicaSet', selector)).toEqual(LATER('ReplicaSet'));
    expect(hostPid('StatefulSet', selector)).toEqual(LATER('StatefulSet'));
  });

  test('includes StatefulSets from 1.34 on', () => {
    expect(hostPid('StatefulSet', '{ matchLabels: { app: web } }', '1.33')).toEqual(POD_BY_POD);
    expect(hostPid('StatefulSet', '{ matchLabels: { app: "a b" } }', '1.33')).toEqual(POD_BY_POD);
    expect(hostPid('StatefulSet', '{ matchLabels: { app: web } }', '1.34')).toEqual(REJECTED('StatefulSet'));
  });
});

test('checks a workload without images if it has a selector and labels', () => {
  const text = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      securityContext: { windowsOptions: { hostProcess: true } }
      containers: [{ name: web }]
`;
  const rules = (text: string) => lintText(text).map(({ rule }) => rule);
  expect(rules(text)).toContain('host-process/host-network-required');
  expect(rules(text.replace(/ {2}selector: .*\n/, ''))).not.toContain('host-process/host-network-required');
});

describe('a pod that is one for Windows by its image', () => {
  const IMAGE = 'mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022';
  const pod = (spec: string, image = IMAGE) =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  hostPID: true\n${spec}  containers: [{ name: web, image: "${image}" }]\n`;
  const foundIn = (text: string, settings: Partial<Settings> = {}) =>
    lintText(text, { ...DEFAULT_SETTINGS, ...settings }).find(({ rule }) => rule === 'pod/host-pid');

  test('has findings one severity lower than with a selector, and the image beside them', () => {
    expect(foundIn(pod('  nodeSelector: { kubernetes.io/os: windows }\n'))?.severity).toBe('warning');
    const found = foundIn(pod(''));
    expect(found).toMatchObject({ severity: 'information', effect: 'ignored', certainty: 'image' });
    expect(found?.related.map(({ message }) => message)).toEqual([`Windows pod (image ${IMAGE})`]);
  });

  test('has findings of the configured severity', () => {
    expect(foundIn(pod(''), { rules: { 'pod/host-pid': 'error' } })?.severity).toBe('error');
  });

  test.each([
    ['another image is for Linux', pod('  initContainers: [{ name: copy, image: "nginx:1.27" }]\n')],
    ['the name of the image only resembles one', pod('', 'registry.example/iis-exporter:nanoserver')],
  ])('has no findings if %s', (_, text) => {
    expect(foundIn(text)).toBeUndefined();
  });
});
