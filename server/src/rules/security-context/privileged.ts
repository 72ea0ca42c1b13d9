import { bidirectional, convertToHostProcess } from '../../lint/convert-to-host-process.ts';
import { forbiddenField, inContainers, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { code, docs } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/privileged',
  title: 'Privileged container on Windows',
  fields: inContainers('securityContext.privileged'),
  says: 'Windows has no privileged containers, so `{0}` gives this one nothing.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  // The API server allows Bidirectional mounts to privileged containers only: without `privileged` it would refuse them.
  alsoRemove: ({ parent: securityContext }) =>
    (securityContext?.parent ? bidirectional(securityContext.parent) : []).map(({ path }) => ({
      kind: 'remove',
      path,
    })),
  // Once for the pod, however many containers it has.
  alternatives: (field, context) => {
    const first = context.pod.containers.find((one) => one.field.at('securityContext', 'privileged')?.boolean === true);
    const isFirst = first?.field.at('securityContext', 'privileged') === field;
    return isFirst ? convertToHostProcess(context.pod, context) : [];
  },
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `Windows has no notion of a privileged container. What needs the host runs as a HostProcess container
(\`windowsOptions.hostProcess: true\` together with \`hostNetwork: true\`), and that replaces \`privileged\`: a pod that
declares \`os.name: windows\` may not have the field at all, not even \`false\`, and HostProcess pods are no exception.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows'),
  ],
});
