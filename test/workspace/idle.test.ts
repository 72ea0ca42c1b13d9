import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { testWorkspace } from '../lint-text.ts';
import { WINDOWS_POD } from './manifests.ts';

const FOLDER = 'file:///work';
const LINUX_POD = WINDOWS_POD.replaceAll('os: windows', 'os: linux');

/** The paths of the files that a workspace forgets as idle. */
function idleAmong(files: Readonly<Record<string, string>>): string[] {
  const workspace = testWorkspace();
  workspace.setFolders([FOLDER]);
  workspace.setSettings(FOLDER, DEFAULT_SETTINGS);
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(`${FOLDER}/${path}`, text);
  return Object.keys(files).filter((path) => workspace.forgetIdle(`${FOLDER}/${path}`));
}

test.each<[name: string, files: Record<string, string>, idle: string[]]>([
  ['a Linux pod', { 'a.yaml': LINUX_POD }, ['a.yaml']],
  ['a Windows pod', { 'a.yaml': WINDOWS_POD }, []],
  ['one of two documents with a Windows pod', { 'a.yaml': `${LINUX_POD}---\n${WINDOWS_POD}` }, []],
  [
    'a Linux pod with a claim',
    { 'a.yaml': LINUX_POD.replace('configMap: { name: settings }', 'persistentVolumeClaim: { claimName: data }') },
    [],
  ],
  ['a Namespace', { 'a.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n' }, []],
  ['a Kustomize file', { 'kustomization.yaml': 'namePrefix: a-\n' }, []],
  [
    'a Kustomize file with another name',
    { 'a.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nnamePrefix: a-\n' },
    [],
  ],
  [
    'a Linux pod that a Kustomize file uses',
    { 'kustomization.yaml': 'resources: [a.yaml]\n', 'a.yaml': LINUX_POD },
    [],
  ],
  [
    'a Linux pod that a Kustomize file uses by a path of Windows',
    { 'overlay/kustomization.yaml': 'resources: [..\\base\\a.yaml]\n', 'base/a.yaml': LINUX_POD },
    [],
  ],
  ['values of a chart for an operating system', { 'values.yaml': 'nodeSelector: { kubernetes.io/os: linux }\n' }, []],
  ['other values of a chart', { 'values.yaml': 'replicas: 1\n' }, ['values.yaml']],
])('knows whether a file is idle: %s', (_, files, idle) => {
  expect(idleAmong(files)).toEqual(idle);
});
