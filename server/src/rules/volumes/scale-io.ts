import { missingVolumeSource } from '../../rule-kit/volume-rule.ts';

export default missingVolumeSource({
  id: 'volumes/scale-io',
  title: 'ScaleIO volume on a Windows node',
  source: 'scaleIO',
  name: 'a ScaleIO volume',
  why: `The kubelet mapped ScaleIO volumes by a kernel module of Linux, and Kubernetes has dropped them since. Ask the maker of the
storage, today PowerFlex, for a CSI driver with a node plug-in for Windows, or use an SMB share.`,
  examples: [
    {
      name: 'A volume in the pod',
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
      name: 'A PersistentVolume that is kept for the claim of the pod',
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
      name: 'In a Linux pod, and in a PersistentVolume that no Windows pod uses',
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
