import type { Pod } from '../../kubernetes/pod.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import type { Value } from '../../yaml/change.ts';

export default {
  id: 'pod/resources',
  title: 'Pod-level resources on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.resources'],
    *check(field, { pod }) {
      if (!field.isMapping) return;
      const isSet = ['requests', 'limits', 'claims'].some((key) => {
        const part = field.get(key);
        return part !== undefined && part.entries().length + part.items().length > 0;
      });
      yield {
        at: field.span,
        ...(isSet ? { case: 'the field is not empty' } : {}),
        message: message(
          'Windows limits containers one by one, so a Windows node cannot keep to `resources` of the whole pod.',
        ),
        fixes: [() => (isSet ? move(field, pod) : []), removal(field)],
      };
    },
  },
  outcomes: [
    { effect: 'rejected', since: '1.34', certainty: 'declared', seen: 'may not be set for a windows pod' },
    {
      effect: 'fails',
      case: 'the field is not empty',
      since: '1.34',
      result: 'The kubelet of a Windows node refuses the pod.',
      seen: 'pod-level resources are not supported on Windows',
    },
    {
      effect: 'ignored',
      case: 'the field is not empty',
      since: '1.32',
      until: '1.33',
      result: 'The API server drops the field, because its feature is off by default in this release.',
    },
  ],
  why: `Requests and limits of a whole pod are kept to with a control group of the Linux kernel that holds all its
containers. On Windows each container is a job object of its own, and nothing stands around them. Give each container its
own \`resources\`; where there is only one, they can move there as they are. A pod that declares \`os.name: windows\` may not
have the field at all, not even empty.`,
  sources: [
    docs.windowsResources,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validatePodResources'),
    code('kubernetes/kubernetes pkg/kubelet/lifecycle/features_windows.go isPodLevelResourcesSupported'),
  ],
} satisfies Rule;

/** Hands the resources to the only container, unless it has some of its own. */
function move(field: Field, pod: Pod): Fix[] {
  const [container] = pod.containers;
  const own = container?.field.get('resources');
  const value = valueToCopy(field);
  const taken = own !== undefined && own.entries().length > 0;
  if (container === undefined || pod.containers.length > 1 || taken || value === undefined) return [];
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

/** The field's value to be written elsewhere; undefined where a part of it cannot be. */
function valueToCopy(field: Field): Value | undefined {
  if (field.isScalar) return field.string ?? field.number ?? field.boolean;
  if (field.isSequence) {
    const items = field.items().map(valueToCopy);
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  const entries = field.entries().map(([key, value]) => [key, valueToCopy(value)] as const);
  return entries.every(([, value]) => value !== undefined) ? (Object.fromEntries(entries) as Value) : undefined;
}
