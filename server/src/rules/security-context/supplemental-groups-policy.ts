import { forbiddenField, isUnfilled, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups-policy',
  title: 'supplementalGroupsPolicy on a Windows pod',
  fields: ['spec.securityContext.supplementalGroupsPolicy'],
  says: 'Windows groups have names and no numbers, so `{0}: {1}` has none to choose from.',
  accepted: isUnfilled,
  harmless: (field) => field.string === 'Merge',
  caseOf: (field) => (field.string === 'Strict' ? 'the policy is `Strict`' : undefined),
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'its value changes nothing', since: '1.31' },
    {
      effect: 'fails',
      case: 'the policy is `Strict`',
      since: '1.33',
      doubtful: true,
      result: 'A node whose container runtime does not report the feature refuses the pod.',
      seen: 'SupplementalGroupsPolicyNotSupported',
    },
    { effect: 'ignored', since: '1.31' },
  ),
  why: `The policy says whether the groups that a Linux image gives its user count besides those of the pod. Windows has no
such list of groups. \`Merge\` is what happens without the field; with \`Strict\` a kubelet from 1.33 on refuses the pod if
the container runtime of its node does not report the feature. A pod that declares \`os.name: windows\` may have neither.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS, code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go')],
});
