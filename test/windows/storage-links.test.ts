import { describe, expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';

const WINDOWS = 'nodeSelector: { kubernetes.io/os: windows }';
const CONTAINERS = 'containers: [{ name: web, image: "registry.example/web:1.0" }]';

/** A Windows pod with volumes, in flow style. */
const pod = (volumes: string, namespace = 'default') =>
  `{ apiVersion: v1, kind: Pod, metadata: { name: web, namespace: ${namespace} }, spec: { ${WINDOWS}, ${CONTAINERS}, volumes: [${volumes}] } }`;
const using = (claim: string) => `{ name: v, persistentVolumeClaim: { claimName: ${claim} } }`;
const bringing = (name: string, spec = '{}') =>
  `{ name: ${name}, ephemeral: { volumeClaimTemplate: { spec: ${spec} } } }`;
/** A StatefulSet for Windows with one claim template, and volumes. */
const stateful = (name: string, spec = '{}', volumes = '') =>
  `{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: web, namespace: default }, spec: { volumeClaimTemplates: [{ metadata: { name: ${name} }, spec: ${spec} }], template: { spec: { ${WINDOWS}, ${CONTAINERS}, volumes: [${volumes}] } } } }`;
const claim = (name: string, spec: string, namespace = 'default') =>
  `{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: ${name}, namespace: ${namespace} }, spec: ${spec} }`;
const volume = (more = '') =>
  `{ apiVersion: v1, kind: PersistentVolume, metadata: { name: share }, spec: { azureFile: { secretName: a, shareName: a }${more} } }`;
const bound = (name: string, namespace = 'default') => volume(`, claimRef: { name: ${name}, namespace: ${namespace} }`);
const CLASS =
  '{ apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: disks }, provisioner: kubernetes.io/azure-disk }';

const isFound = (rule: string, ...documents: string[]) =>
  lintText(documents.join('\n---\n')).some((finding) => finding.rule === rule);

describe('finds the pods that use a claim by name or by a template', () => {
  test.each<[name: string, user: string, isUsed: boolean]>([
    ['data', pod(using('data')), true],
    ['data', pod(using('other')), false],
    ['data', pod(using('data'), 'shop'), false],
    ['web-cache', pod(bringing('cache')), true],
    ['web-0-cache', pod(bringing('cache')), false],
    ['data-web-0', stateful('data'), true],
    ['data-web-12', stateful('data'), true],
    ['data-web-', stateful('data'), false],
    ['data-web-x', stateful('data'), false],
    ['data-web', stateful('data'), false],
    ['logs-web-0', stateful('data'), false],
    ['web-0-cache', stateful('data', '{}', bringing('cache')), true],
    ['web-0-store', stateful('data', '{}', bringing('cache')), false],
    ['api-0-cache', stateful('data', '{}', bringing('cache')), false],
    ['web-cache', stateful('data', '{}', bringing('cache')), false],
  ])('%s: %s', (name, user, isUsed) => {
    const found = isFound('persistent-volume-claim/volume-mode-block', claim(name, '{ volumeMode: Block }'), user);
    expect(found).toBe(isUsed);
  });
});

describe('finds the pods of the claim to which a volume is bound', () => {
  test.each<[what: string, documents: string[], isUsed: boolean]>([
    ['that nobody names', [volume(), claim('data', '{}'), pod(using('data'))], false],
    ['that a claim names', [volume(), claim('data', '{ volumeName: share }'), pod(using('data'))], true],
    ['that no pod uses', [volume(), claim('data', '{ volumeName: share }')], false],
    [
      'that two claims name',
      [volume(), claim('data', '{ volumeName: share }'), claim('logs', '{ volumeName: share }'), pod(using('data'))],
      false,
    ],
    ['that a template names', [volume(), stateful('data', '{ volumeName: share }')], true],
    ['that another template names', [volume(), stateful('data', '{ volumeName: other }')], false],
    [
      'that a claim and a template name',
      [volume(), claim('data', '{ volumeName: share }'), pod(using('data')), stateful('data', '{ volumeName: share }')],
      false,
    ],
    ['that names a claim', [bound('data'), claim('data', '{}'), pod(using('data'))], true],
    ['that names a claim of another file', [bound('data'), pod(using('data'))], true],
    ['that names a claim elsewhere', [bound('data', 'shop'), claim('data', '{}'), pod(using('data'))], false],
    [
      'that names a claim for another',
      [bound('data'), claim('data', '{ volumeName: other }'), pod(using('data'))],
      false,
    ],
    ['both', [bound('data'), claim('data', '{ volumeName: share }'), pod(using('data'))], true],
    ['that names one of two', [bound('data'), claim('data', '{}'), claim('data', '{}'), pod(using('data'))], false],
    ['that names the claim of a template', [bound('data-web-0'), stateful('data')], true],
    ['that names it, which names it', [bound('data-web-0'), stateful('data', '{ volumeName: share }')], true],
    ['that names it, which names another', [bound('data-web-0'), stateful('data', '{ volumeName: other }')], false],
  ])('%s', (_, documents, isUsed) => {
    expect(isFound('volumes/azure-file', ...documents)).toBe(isUsed);
  });
});

describe('finds the pods whose claims have volumes of a StorageClass', () => {
  test.each<[what: string, documents: string[], isUsed: boolean]>([
    ['of a claim', [claim('data', '{ storageClassName: disks }'), pod(using('data'))], true],
    ['of a claim that no pod uses', [claim('data', '{ storageClassName: disks }')], false],
    ['of another class', [claim('data', '{ storageClassName: other }'), pod(using('data'))], false],
    [
      'of a claim of a volume that is there',
      [claim('data', '{ storageClassName: disks, volumeName: share }'), pod(using('data'))],
      false,
    ],
    [
      'of one of two claims of a name',
      [claim('data', '{ storageClassName: disks }'), claim('data', '{}'), pod(using('data'))],
      false,
    ],
    ['of a template', [stateful('data', '{ storageClassName: disks }')], true],
    ['of a template of another class', [stateful('data', '{ storageClassName: other }')], false],
    [
      'of a template of a volume that is there',
      [stateful('data', '{ storageClassName: disks, volumeName: a }')],
      false,
    ],
    ['of a pod', [pod(bringing('cache', '{ storageClassName: disks }'))], true],
  ])('%s', (_, documents, isUsed) => {
    expect(isFound('storage-class/in-tree-provisioner', CLASS, ...documents)).toBe(isUsed);
  });
});
