import { objectSpan } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { OS_LABEL } from '../../windows/node-constraint.ts';
import { classNodeSelector, handlerOf, isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/scheduling-missing',
  title: 'RuntimeClass for Windows that selects no nodes',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['handler', 'spec.runtimeHandler'],
      *check(field, { object }) {
        const isFirst = field === handlerOf(object);
        if (!isFirst || !isForWindows(object) || Object.keys(classNodeSelector(object)).length > 0) return;
        const path = [...object.field.path, ...(field.key === 'handler' ? [] : ['spec']), 'scheduling', 'nodeSelector'];
        yield {
          at: objectSpan(object),
          field: path,
          message: message('This RuntimeClass is for Windows, but selects no nodes.'),
          fixes: [
            {
              title: `Insert nodeSelector \`${OS_LABEL}: windows\``,
              safety: 'review',
              changes: [{ kind: 'insert', path: [...path, OS_LABEL], value: 'windows' }],
            },
          ],
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'Pods that use it can be placed on Linux nodes, unless they select Windows nodes themselves.',
    },
  ],
  why: `A RuntimeClass may bring node selector and tolerations for all pods that name it. With them it keeps its pods on the nodes
that have its handler, and the pods need no selector of their own.`,
  sources: [docs.windowsGuide, docs.runtimeClass],
  examples: [
    {
      name: 'A handler alone',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: ltsc2022
#       ^^^^^^^^ differs
handler: runhcs-wcow-process
`,
      fixed: {
        'Insert nodeSelector `kubernetes.io/os: windows`': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: ltsc2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
`,
      },
    },
    {
      name: 'Tolerations alone, in the layout of the alpha version',
      version: '1.19',
      bad: `apiVersion: node.k8s.io/v1alpha1
kind: RuntimeClass
metadata:
  name: windows-2019
#       ^^^^^^^^^^^^ differs
spec:
  runtimeHandler: docker
  scheduling:
    tolerations:
      - { key: os, value: windows, effect: NoSchedule }
`,
    },
    {
      name: 'A selector is there, or the class is not for Windows',
      good: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2022 }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { pool: win22 } }
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: sandboxed }
handler: runsc
`,
    },
  ],
} satisfies Rule;
