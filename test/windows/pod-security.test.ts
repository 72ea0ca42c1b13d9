import { expect, test } from 'vitest';
import type { KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import { linuxReasons, mayRunAsRoot, podSecurityPolicies, reasonsIn } from '../../server/src/windows/pod-security.ts';
import { containers, podWith } from './pods.ts';

/** The policies of labels, whose keys are without the prefix. */
test.each<[labels: Record<string, string>, cluster: KubernetesVersion, policies: string[]]>([
  [{}, '1.30', []],
  [{ enforce: 'restricted' }, '1.30', ['enforce restricted:latest 1.30']],
  [{ enforce: 'restricted', 'enforce-version': 'latest' }, '1.24', ['enforce restricted:latest 1.24']],
  [{ enforce: 'restricted', 'enforce-version': 'v1.24' }, '1.30', ['enforce restricted:v1.24 1.24']],
  [{ enforce: 'restricted', 'enforce-version': 'v1.99' }, '1.30', ['enforce restricted:v1.99 1.30']],
  [{ enforce: 'baseline', 'enforce-version': 'v1.0' }, '1.30', ['enforce baseline:v1.0 1.0']],
  [{ enforce: 'privileged', warn: 'baseline' }, '1.30', ['warn baseline:latest 1.30']],
  [
    { audit: 'restricted', warn: 'restricted', enforce: 'baseline', 'warn-version': 'v1.25' },
    '1.30',
    ['enforce baseline:latest 1.30', 'warn restricted:v1.25 1.25', 'audit restricted:latest 1.30'],
  ],
  [{ enforce: 'Restricted' }, '1.30', []],
  [{ enforce: 'restricted', 'enforce-version': '1.24' }, '1.30', []],
  [{ enforce: 'restricted', 'enforce-version': '$VERSION' }, '1.30', []],
  [{ 'enforce-version': 'v1.24' }, '1.30', []],
])('%j at %s', (labels, cluster, policies) => {
  const full = Object.fromEntries(
    Object.entries(labels).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]),
  );
  const found = podSecurityPolicies(full, cluster).map(({ mode, text, version }) => `${mode} ${text} ${version}`);
  expect(found).toEqual(policies);
});

const context = (text: string) => containers(`image: i, securityContext: {${text}}`);
const ESCALATION = 'allowPrivilegeEscalation != false';
const CAPABILITIES = 'unrestricted capabilities';
const SECCOMP = 'seccompProfile';

/** Cases that the recordings do not cover: values of the wrong type, template expressions, and several capabilities. */
test.each<[spec: string, reasons: string[]]>([
  [context(''), [ESCALATION, CAPABILITIES, SECCOMP]],
  [context('allowPrivilegeEscalation: $ALLOW'), [CAPABILITIES, SECCOMP]],
  [context('allowPrivilegeEscalation: false, capabilities: $CAPABILITIES'), [SECCOMP]],
  [context('allowPrivilegeEscalation: false, capabilities: {drop: $DROP}'), [SECCOMP]],
  [context('allowPrivilegeEscalation: false, capabilities: {drop: [{}]}'), [SECCOMP]],
  [context('allowPrivilegeEscalation: false, capabilities: {drop: [all]}'), [CAPABILITIES, SECCOMP]],
  [context('allowPrivilegeEscalation: false, capabilities: {drop: [ALL], add: [NET_BIND_SERVICE]}'), [SECCOMP]],
  [context('allowPrivilegeEscalation: false, capabilities: {drop: [NET_RAW, ALL]}'), [SECCOMP]],
  [context('seccompProfile: {type: Localhost}'), [ESCALATION, CAPABILITIES]],
  [context('seccompProfile: {type: [RuntimeDefault]}'), [ESCALATION, CAPABILITIES]],
  [context('seccompProfile: {}'), [ESCALATION, CAPABILITIES, SECCOMP]],
])('%s', (spec, reasons) => {
  expect(linuxReasons(podWith(spec))).toEqual(reasons);
});

test('older policy versions have fewer checks', () => {
  const all = [ESCALATION, CAPABILITIES, SECCOMP];
  const versions = ['1.7', '1.8', '1.18', '1.19', '1.21', '1.22'] as const;
  expect(versions.map((version) => reasonsIn(version, all).length)).toEqual([0, 1, 1, 2, 2, 3]);
});

test('a user namespace replaces runAsNonRoot from policy version 1.35 on', () => {
  const pod = podWith('hostUsers: false');
  expect(mayRunAsRoot(pod, '1.34')).toBeDefined();
  expect(mayRunAsRoot(pod, '1.35')).toBeUndefined();
});
