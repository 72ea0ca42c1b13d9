import { quantityOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { builtOn, parseImage } from '../../windows/images.ts';

const MEBIBYTE = 2 ** 20;

export default {
  id: 'resources/memory-limit-too-small',
  title: 'Memory limit too small for a Windows container',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resources.limits.memory', 'spec.initContainers[*].resources.limits.memory'],
    *check(field, { pod, settings }) {
      const limit = quantityOf(field);
      const container = field.parent?.parent?.parent;
      const base = builtOn(parseImage(container?.get('image')?.string ?? ''));
      // Zero means no limit.
      if (limit === undefined || limit <= 0 || base === undefined) return;
      const needed = base.id === 'nanoserver' ? 50 : 100;
      // A HostProcess container does not have its own system processes.
      if (limit >= needed * MEBIBYTE || isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      yield {
        at: field.valueSpan,
        message: message(
          'Memory limit `{1}` of container `{0}` is too low: an image based on `{2}` needs at least `{3}Mi`.',
          container?.get('name')?.string ?? '?',
          field.source ?? '',
          base.repository,
          String(needed),
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      result: 'The container may not start, or may run out of memory immediately.',
    },
  ],
  why: `Every Windows container runs system processes in addition to the application, and the limit applies to all of
them together. They use a few dozen MiB before the application starts. Set at least 50Mi with Nano Server and 100Mi with
Server Core, and measure how much your image needs.`,
  sources: [docs.containerRequirements, docs.windowsResources],
  examples: [
    {
      name: 'Limits copied from Linux pods',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  initContainers:
    - name: prepare
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
      resources: { limits: { memory: 32Mi } }
#                                    ^^^^ differs
  containers:
    - name: web
      image: registry.example/web:1.0-windowsservercore-ltsc2022
      resources:
        limits:
          memory: "64Mi"
#                 ^^^^^^ differs
`,
    },
    {
      name: 'Sufficient limit, unknown base image, and HostProcess container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
      resources: { limits: { memory: 64Mi } }
    - name: store
      image: mcr.microsoft.com/windows/servercore:ltsc2022
      resources: { limits: { memory: 104857600 } }
    - name: log
      image: registry.example/log:1.0
      resources: { limits: { memory: 20Mi } }
---
apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true }
  containers:
    - name: agent
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
      resources: { limits: { memory: 20Mi } }
`,
    },
  ],
} satisfies Rule;
