import { expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';

const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]
  containers: [{ name: web, image: "mcr.microsoft.com/windows/nanoserver:ltsc2022" }]
`;
const claim = (spec = 'storageClassName: local', size = '5Gi') => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: ${size} } }, ${spec} }
`;
const volume = (spec = 'storageClassName: local, local: { path: /data }', label = 'agentpool', name = 'data') => `
apiVersion: v1
kind: PersistentVolume
metadata: { name: ${name} }
spec:
  { accessModes: [ReadWriteOnce], capacity: { storage: 5Gi }, ${spec},
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: ${label}, operator: In, values: [win] }] }] } } }
`;
const storageClass = (provisioner: string) => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: local }
provisioner: ${provisioner}
`;
const severity = (...objects: string[]) =>
  lintText([...objects, pod].join('---\n'))
    .filter(({ rule }) => rule === 'scheduling/missing-os-constraint')
    .map((finding) => finding.severity)
    .join();

const CSI = 'storageClassName: local, csi: { driver: example.com, volumeHandle: a }';

test.each([
  ['its only volume', [claim(), volume()], 'hint'],
  ['a label of your own', [claim(), volume(undefined, 'example.com/pool')], 'hint'],
  ['a node by name', [claim(), volume(undefined, 'kubernetes.io/hostname')], ''],
  ['its only volume beside one without a class', [claim(), volume(), volume('local: {}', undefined, 'other')], 'hint'],
  ['a class without provisioner', [claim(), volume(CSI), storageClass('kubernetes.io/no-provisioner')], 'hint'],
  ['a volume by name', [claim('volumeName: data'), volume(CSI)], 'hint'],
  ['a volume for the claim', [claim(), volume(`${CSI}, claimRef: { name: data }`)], 'hint'],
  ['no class at all', [claim('storageClassName: ""'), volume('csi: { driver: example.com }')], 'hint'],
])('the claim has %s', (_, objects, expected) => {
  expect(severity(...objects)).toBe(expected);
});

test.each([
  ['no claim in the workspace', [volume()]],
  ['no claim in the workspace, and a volume for it', [volume(`${CSI}, claimRef: { name: data }`)]],
  ['several volumes', [claim(), volume(), volume(undefined, undefined, 'other')]],
  ['the default class', [claim('volumeMode: Filesystem'), volume()]],
  ['a provisioner', [claim(), volume(), storageClass('example.com/disks')]],
  ['an unknown class', [claim(), volume(CSI)]],
  ['a selector', [claim('storageClassName: local, selector: { matchLabels: { a: b } }'), volume()]],
  ['a template in the volume', [claim(), volume('storageClassName: {{ .Values.class }}, local: {}')]],
  ['a template in the claim', [claim('storageClassName: {{ .Values.class }}'), volume()]],
  ['a template in the volume by name', [claim('volumeName: data'), volume('storageClassName: {{ .Values.class }}')]],
])('it is not certain: %s', (_, objects) => {
  expect(severity(...objects)).toBe('');
});

test.each([
  ['no volume', [claim()]],
  ['a volume for another claim', [claim(), volume('storageClassName: local, local: {}, claimRef: { name: other }')]],
  ['only a volume for another claim', [volume('storageClassName: local, local: {}, claimRef: { name: other }')]],
  ['another volume by name', [claim('volumeName: other'), volume()]],
  ['another class', [claim('storageClassName: disks'), volume()]],
  ['another size', [claim(undefined, '6Gi'), volume()]],
  ['another volume mode', [claim('storageClassName: local, volumeMode: Block'), volume()]],
])('it is another volume: %s', (_, objects) => {
  expect(severity(...objects)).toBe('warning');
});

test('a volume with another access mode is another volume', () => {
  expect(severity(claim().replace('ReadWriteOnce', 'ReadWriteMany'), volume())).toBe('warning');
});
