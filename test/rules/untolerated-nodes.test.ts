import { expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';

test('names at most five taints that a pod does not tolerate', () => {
  const node = (i: number) => `apiVersion: v1
kind: Node
metadata: { name: n${i}, labels: { kubernetes.io/os: windows } }
spec: { taints: [{ key: team, value: t${i}, effect: NoSchedule }] }
---
`;
  const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: registry.example/web:1.0 }]
`;
  const messageOf = (count: number) => {
    const findings = lintText(Array.from({ length: count }, (_, i) => node(i)).join('') + pod);
    return findings.find(({ rule }) => rule === 'scheduling/no-fitting-node')?.message;
  };
  expect(messageOf(5)).toMatch(/`team=t3:NoSchedule`, `team=t4:NoSchedule`:/);
  expect(messageOf(7)).toMatch(/`team=t3:NoSchedule`, `team=t4:NoSchedule` and 2 more:/);
});
