import type { PodFact } from '../../kubernetes/facts.ts';
import { type Field, type Fix, message, type Problem, type Related, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { podsOfStatefulSet, usersOfClaim } from '../../windows/storage-links.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'persistent-volume-claim/volume-mode-block',
  code: 'KW1088',
  title: 'Raw block PersistentVolumeClaim on Windows',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolumeClaim',
      watches: ['spec.volumeMode'],
      check(field, { object, facts, report }) {
        if (field.string !== 'Block') return;
        const users = usersOfClaim(facts, object.name, object.namespace);
        const [first] = users.windows;
        if (first !== undefined) report(problem(field, first.pod, relatedUsers(users), users.shared));
      },
    },
    {
      group: 'apps',
      kind: 'StatefulSet',
      watches: ['spec.volumeClaimTemplates[*].spec.volumeMode'],
      check(field, { object, facts, report }) {
        if (field.string !== 'Block') return;
        const pods = podsOfStatefulSet(facts, object);
        const [pod] = pods;
        if (pod === undefined || !pods.every(isCertainlyWindows)) return;
        report(problem(field, pod, [], false));
      },
    },
  ],
  outcomes: [{ effect: 'fails', result: 'The device cannot be mapped, and the pod stays in ContainerCreating.' }],
  why: `Windows nodes support only volumes with a file system. Set \`volumeMode: Filesystem\`, which is the default, in
the claim, and mount the volume with \`volumeMounts\` instead of \`volumeDevices\`. You cannot change the volume mode
of an existing claim: create a new claim.`,
  sources: [docs.persistentVolumes],
} satisfies Rule;

function problem(field: Field, pod: PodFact, related: readonly Related[], isShared: boolean): Problem {
  const fix: Fix = {
    title: 'Change `volumeMode` to `Filesystem`',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: 'Filesystem' }],
  };
  return {
    at: field.valueSpan,
    message: message(
      '`volumeMode: Block` prevents Windows {0} from starting: Windows does not support raw block volumes.',
      podTitle(pod),
    ),
    related,
    fixes: isShared ? [] : [fix],
  };
}
