import { called, type PodFact } from '../../kubernetes/facts.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Field, type Fix, message, type Problem, type Related, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClaim } from '../../windows/storage-links.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'persistent-volume-claim/volume-mode-block',
  title: 'Claim of a raw device by a Windows pod',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'PersistentVolumeClaim',
      watches: ['spec.volumeMode'],
      *check(field, { object, facts }) {
        if (field.string !== 'Block') return;
        const users = usersOfClaim(facts, object.name, object.namespace);
        const [first] = users.windows;
        if (first !== undefined) yield problem(field, first.pod, relatedUsers(users), users.shared);
      },
    },
    {
      group: 'apps',
      kind: 'StatefulSet',
      watches: ['spec.volumeClaimTemplates[*].spec.volumeMode'],
      *check(field, { object, facts }) {
        // Names of which only an outline is known may be those of several.
        if (field.string !== 'Block' || isPlaceholder(object.name ?? '')) return;
        const [own, ...others] = facts.where(
          'Pod',
          object.namespace,
          `StatefulSet ${object.name}`,
          ({ workload, name }) => workload === 'StatefulSet' && name === object.name,
          [called(object.name ?? '')],
        );
        if (own === undefined || ![own, ...others].every(isCertainlyWindows)) return;
        yield problem(field, own, [], false);
      },
    },
  ],
  outcomes: [
    { effect: 'fails', result: 'Windows nodes cannot give a raw device to a container, so the pod does not start.' },
  ],
  why: `Volumes of Windows pods have a file system. Claim them with \`volumeMode: Filesystem\`, which is the default, and mount them by
\`volumeMounts\` in place of \`volumeDevices\`. The mode of a claim that exists already cannot be changed: it has to be made anew.`,
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
    message: message('A raw device is claimed for the Windows {0}.', podTitle(pod)),
    related,
    fixes: isShared ? [] : [fix],
  };
}
