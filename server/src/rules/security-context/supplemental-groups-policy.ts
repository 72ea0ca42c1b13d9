import { isUnfilled } from '../../kubernetes/placeholder.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/supplemental-groups-policy',
  code: 'KW1180',
  title: 'supplementalGroupsPolicy on a Windows pod',
  fields: ['spec.securityContext.supplementalGroupsPolicy'],
  message: '`{0}: {1}` {effect}: Windows does not use numeric group IDs.',
  accepted: isUnfilled,
  harmless: (field) => field.string === 'Merge',
  caseOf: (field) => (field.string === 'Strict' ? 'the policy is `Strict`' : undefined),
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'the value does not enable anything', since: '1.31' },
    {
      effect: 'fails',
      case: 'the policy is `Strict`',
      since: '1.33',
      doubtful: true,
      result: 'The kubelet fails the pod unless the container runtime reports support for this policy.',
      seen: 'SupplementalGroupsPolicyNotSupported',
    },
    { effect: 'ignored', since: '1.31' },
  ),
  why: `The policy controls whether the groups of the user in a Linux image are added to those of the pod. Windows
does not use numeric group IDs.

\`Merge\` is the default; with \`Strict\`, kubelets of 1.33 and later fail a pod unless the container runtime reports
support for the policy. In 1.33 and later, the API server rejects both values on pods with \`os.name: windows\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS, code('kubernetes/kubernetes pkg/kubelet/lifecycle/predicate.go')],
});
