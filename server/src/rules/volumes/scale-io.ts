import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/scale-io',
  title: 'ScaleIO volume on a Windows node',
  source: 'scaleIO',
  name: 'ScaleIO',
  why: `The in-tree plug-in mapped ScaleIO volumes with a Linux kernel module, and Kubernetes 1.22 removed it. Ask the
vendor of the storage, now called PowerFlex, for a CSI driver with a node plug-in for Windows, or use an SMB share.`,
  examples: [
    {
      name: 'An inline volume',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: billing
spec:
  serviceName: billing
  selector:
    matchLabels: { app: billing }
  template:
    metadata:
      labels: { app: billing }
    spec:
      os: { name: windows }
      containers:
        - name: billing
          image: registry.example/billing:1.0
          volumeMounts:
            - name: data
              mountPath: C:\\data
      volumes:
        - name: data
          scaleIO:
#         ^^^^^^^ fails
            gateway: https://scaleio.example.com/api
            system: scaleio
            volumeName: billing
            secretRef: { name: scaleio }
`,
    },
    {
      name: 'A PersistentVolume bound by `claimRef`',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  namespace: finance
  name: billing
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          containers:
            - name: billing
              image: registry.example/billing:1.0
              volumeMounts:
                - name: data
                  mountPath: C:\\data
          volumes:
            - name: data
              persistentVolumeClaim:
                claimName: billing-data
          restartPolicy: Never
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: billing-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: finance, name: billing-data }
  scaleIO:
# ^^^^^^^ fails
    gateway: https://scaleio.example.com/api
    system: scaleio
    volumeName: billing
    secretRef: { name: scaleio, namespace: finance }
`,
    },
    {
      name: 'A Linux pod and a PersistentVolume that no Windows pod uses',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: billing
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: billing
      image: registry.example/billing:1.0
      volumeMounts:
        - name: data
          mountPath: /data
  volumes:
    - name: data
      scaleIO:
        gateway: https://scaleio.example.com/api
        system: scaleio
        volumeName: billing
        secretRef: { name: scaleio }
---
apiVersion: v1
kind: PersistentVolume
metadata:
  name: billing-volume
spec:
  capacity: { storage: 20Gi }
  accessModes: [ReadWriteMany]
  claimRef: { namespace: default, name: billing-data }
  scaleIO:
    gateway: https://scaleio.example.com/api
    system: scaleio
    volumeName: billing
    secretRef: { name: scaleio, namespace: finance }
`,
    },
  ],
});
