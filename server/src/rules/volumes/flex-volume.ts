import { docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';

export default volumeRule({
  id: 'volumes/flex-volume',
  title: 'FlexVolume on Windows',
  parts: ['flexVolume'],
  says: 'needs a FlexVolume driver: the kubelet runs a script on the Windows node to mount it.',
  concerns: (field) => field.isMapping,
  outcomes: [
    {
      effect: 'differs',
      result: 'The script must be installed on the node; FlexVolume is deprecated.',
    },
  ],
  why: `To mount a FlexVolume, the kubelet runs a program that you install on the node. On Windows, this is usually a
PowerShell script for SMB or iSCSI. FlexVolume is deprecated and gets no new features. For SMB, use the CSI driver
\`smb.csi.k8s.io\`, which installs everything it needs as pods.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A share mounted by the SMB script',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          volumeMounts:
            - name: share
              mountPath: C:\\share
      volumes:
        - name: share
          flexVolume:
#         ^^^^^^^^^^ differs
            driver: microsoft.com/smb.cmd
            secretRef: { name: smb }
            options: { source: '\\\\files.example.com\\web' }
`,
    },
    {
      name: 'A PersistentVolume of a Windows pod',
      bad: `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: PersistentVolume
    metadata: { name: share }
    spec:
      capacity: { storage: 5Gi }
      accessModes: [ReadWriteMany]
      claimRef: { namespace: shop, name: share }
      flexVolume: { driver: microsoft.com/smb.cmd, options: { source: '\\\\files.example.com\\web' } }
#     ^^^^^^^^^^ differs
  - apiVersion: v1
    kind: Pod
    metadata: { name: web, namespace: shop }
    spec:
      os: { name: windows }
      containers:
        - name: web
          image: registry.example/web:1.0
      volumes:
        - name: share
          persistentVolumeClaim: { claimName: share }
`,
    },
    {
      name: 'The SMB CSI driver',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
  volumes:
    - name: share
      csi:
        driver: smb.csi.k8s.io
        volumeAttributes: { source: //files.example.com/web }
`,
    },
  ],
});
