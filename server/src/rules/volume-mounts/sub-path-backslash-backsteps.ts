import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/sub-path-backslash-backsteps',
  title: 'Path traversal in a subPath with backslashes',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].subPath'),
    *check(field) {
      const path = field.string ?? '';
      // The API server rejects `..` between slashes, whatever the operating system.
      if (!hasBackstep(path.split(/[\\/]/)) || hasBackstep(path.split('/'))) return;
      yield {
        at: field.valueSpan,
        message: message('`subPath: {0}` {effect}: it must not contain `..`.', path),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet does not create the container (`CreateContainerConfigError`).',
      seen: "must not contain '..'",
    },
  ],
  why: `A \`subPath\` must stay inside its volume, so it must not contain \`..\`. The API server looks for \`..\` only
between slashes. The kubelet on a Windows node also looks between backslashes. Write the path without \`..\`.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/volume/validation/pv_validation.go ValidatePathNoBacksteps')],
  examples: [
    {
      name: 'Out of one folder and into another',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      volumeMounts:
        - name: data
          mountPath: C:\\in
          subPath: ..\\in
#                  ^^^^^ fails
  containers:
    - name: database
      image: registry.example/database:1.0
      volumeMounts:
        - { name: data, mountPath: 'C:\\data', subPath: "main\\\\..\\\\old" }
#                                                      ^^^^^^^^^^^^^^^ fails
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
    {
      name: 'Dots in names, and `..` that the API server rejects',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: database
spec:
  os: { name: windows }
  containers:
    - name: database
      image: registry.example/database:1.0
      volumeMounts:
        - { name: data, mountPath: 'C:\\data', subPath: 'main\\..data' }
        - { name: data, mountPath: 'C:\\old', subPath: main/../old }
  volumes:
    - name: data
      persistentVolumeClaim: { claimName: data }
`,
    },
  ],
} satisfies Rule;

function hasBackstep(names: readonly string[]): boolean {
  return names.includes('..');
}
