import type { Pod } from '../../kubernetes/pod.ts';
import { isWithin } from '../../kubernetes/version.ts';
import type { Change, PodContext } from '../../lint/rule.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';
import { mayPassRestricted } from '../../windows/pod-security.ts';

export default forbiddenField({
  id: 'pod/host-users',
  code: 'KW1104',
  title: 'hostUsers on a Windows pod',
  fields: ['spec.hostUsers'],
  message: '`{0}: {1}` {effect}: Windows does not support user namespaces.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === true,
  // The API server allows `Unmasked` only with `hostUsers: false`, so it is removed with it.
  alsoRemove: (field, { pod }) => (field.boolean === false ? unmasked(pod) : []),
  losesIntention: (field, context) => field.boolean === false && replacesNonRoot(context),
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'the value does not enable anything', since: '1.25' },
    { effect: 'ignored', since: '1.25' },
  ),
  why: `On Linux, \`hostUsers: false\` runs the pod in its own user namespace. Windows does not support user
namespaces, but ordinary containers have their own accounts anyway.

In Kubernetes 1.33 and later, the API server rejects the field with \`os.name: windows\`, even with the value
\`true\`. Earlier releases drop it, because the feature is off by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});

function unmasked({ containers }: Pod): Change[] {
  return containers.flatMap(({ field }): Change[] => {
    const procMount = field.at('securityContext', 'procMount');
    return procMount?.string === 'Unmasked' ? [{ kind: 'remove', path: procMount.path }] : [];
  });
}

/** Whether Pod Security `restricted` may admit the pod only because of it: with it, `runAsNonRoot` is not required. */
function replacesNonRoot({ pod, verdict, settings: { kubernetesVersion: version } }: PodContext): boolean {
  return verdict.certainty !== 'declared' && isWithin(version, '1.35') && mayPassRestricted(pod, version);
}
