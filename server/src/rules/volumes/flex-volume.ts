import { docs } from '../../rule-kit/sources.ts';
import { volumeRule } from '../../rule-kit/volume-rule.ts';

export default volumeRule({
  id: 'volumes/flex-volume',
  title: 'FlexVolume on Windows',
  parts: ['flexVolume'],
  says: 'is a FlexVolume, which a script on the Windows node has to mount.',
  concerns: (field) => field.isMapping,
  outcomes: [
    {
      effect: 'differs',
      result: 'It works only where that script is installed; CSI drivers have taken the place of FlexVolumes.',
    },
  ],
  why: `For a FlexVolume the kubelet starts a program that somebody has put on the node, on Windows usually a PowerShell script for SMB
or iSCSI. FlexVolumes are deprecated and get no new features. For SMB there is the CSI driver \`smb.csi.k8s.io\`, which needs
nothing on the node but its own pods.`,
  sources: [docs.windowsStorage],
  examples: [
    {
      name: 'A share by the script for SMB',
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
      name: 'The CSI driver for SMB',
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
