import { expect, test } from 'vitest';
import { testWorkspace } from '../lint-text.ts';

const POD = 'file:///pod.yaml';
const NODE = 'file:///node.yaml';
const pod = (node: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  nodeName: ${node}\n  hostPID: true\n  containers: [{ name: web, image: web }]\n`;
const node = (os: string) =>
  `apiVersion: v1\nkind: Node\nmetadata: { name: n1, labels: { kubernetes.io/os: ${os} } }\n`;

test('a pod that names a Node is read only if that is a Windows Node', () => {
  const workspace = testWorkspace();
  const rules = () => workspace.findings(POD)?.documents.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  workspace.setOnDisk(POD, pod('n1'));
  workspace.setOnDisk(NODE, node('linux'));
  expect(rules()).toEqual([]);
  expect(workspace.lintCount).toBe(0);
  workspace.setOnDisk(NODE, node('windows'));
  expect(rules()).toContain('pod/host-pid');
  workspace.setOnDisk(POD, pod('n2'));
  expect(rules()).toEqual([]);
  workspace.setOnDisk(POD, pod('&n n1'));
  expect(rules()).toContain('pod/host-pid');
});

test('a chart is rendered for a pod that names a Node', () => {
  const workspace = testWorkspace();
  workspace.setOnDisk('file:///chart/Chart.yaml', 'apiVersion: v2\nname: chart\nversion: 1.0.0\n');
  workspace.setOnDisk('file:///chart/values.yaml', 'node: n1\n');
  workspace.setOnDisk(NODE, node('windows'));
  const template = 'file:///chart/templates/pod.yaml';
  workspace.setOnDisk(template, pod('{{ .Values.node }}'));
  const found = workspace.findings(template)?.documents.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  expect(found).toContain('pod/host-pid');
});
