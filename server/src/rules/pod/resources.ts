import type { Pod } from '../../kubernetes/pod.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { valueToCopy } from '../../rule-kit/value-to-copy.ts';

export default {
  id: 'pod/resources',
  code: 'KW1106',
  title: 'Pod-level resources on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.resources'],
    check(field, { pod, report }) {
      if (!field.isMapping) return;
      const isSet = ['requests', 'limits', 'claims'].some((key) => {
        const part = field.get(key);
        return part !== undefined && part.entries().length + part.items().length > 0;
      });
      report({
        at: field.span,
        ...(isSet ? { case: 'the field is not empty' } : {}),
        message: message('Pod-level `resources` {effect}: Windows enforces resources per container.'),
        // Without it, the pod loses its limits.
        fixes: [() => (isSet ? moveToContainer(field, pod) : []), removal(field, [], isSet)],
      });
    },
  },
  outcomes: [
    { effect: 'rejected', since: '1.34', certainty: 'declared', seen: 'may not be set for a windows pod' },
    {
      effect: 'fails',
      case: 'the field is not empty',
      since: '1.34',
      result: 'The kubelet on a Windows node does not admit the pod.',
      seen: 'pod-level resources are not supported on Windows',
    },
    {
      effect: 'ignored',
      case: 'the field is not empty',
      since: '1.32',
      until: '1.33',
      result: 'The API server drops the field, because the feature is off by default in this release.',
    },
  ],
  why: `On Linux, a cgroup that contains all containers of a pod enforces the resources of the pod. On Windows, each
container has its own job object, but the pod does not have one. Set \`resources\` on each container; with a single
container, you can move them there unchanged.

In Kubernetes 1.34 and later, the API server rejects the field with \`os.name: windows\`, even if it is empty.`,
  sources: [
    docs.windowsResources,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validatePodResources'),
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/features_windows.go isPodLevelResourcesSupported'),
  ],
} satisfies Rule;

/** Moves the resources to the only container, unless the container has its own. */
function moveToContainer(field: Field, pod: Pod): Fix[] {
  const [container] = pod.containers;
  const own = container?.field.get('resources');
  const value = valueToCopy(field);
  const hasOwn = own !== undefined && own.entries().length > 0;
  if (container === undefined || pod.containers.length > 1 || hasOwn || value === undefined) return [];
  return [
    {
      title: 'Move `resources` to the container',
      safety: 'review',
      changes: [
        { kind: 'remove', path: field.path },
        { kind: own === undefined ? 'insert' : 'replace', path: [...container.field.path, 'resources'], value },
      ],
    },
  ];
}
