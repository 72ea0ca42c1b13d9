import { bidirectional, convertToHostProcess, isNodeAgent } from '../../rule-kit/convert-to-host-process.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/privileged',
  code: 'KW1171',
  title: 'Privileged container on Windows',
  fields: inContainers('securityContext.privileged'),
  message: '`{0}` {effect}: Windows does not support privileged containers.',
  messageInHostProcess: '`{0}` {effect}: HostProcess containers already have full access to the node.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  // The API server allows Bidirectional mounts only in privileged containers, so they are removed with `privileged`.
  alsoRemove: ({ parent: securityContext }) =>
    (securityContext?.parent ? bidirectional(securityContext.parent) : []).map(({ path }) => ({
      kind: 'remove',
      path,
    })),
  // Offered once for each pod, not for each container. A HostProcess container has all rights on its node.
  alternatives: (field, context) => {
    if (!isNodeAgent(context.pod)) return [];
    const first = context.pod.containers.find(
      (container) => container.field.at('securityContext', 'privileged')?.boolean === true,
    );
    const isFirst = first?.field.at('securityContext', 'privileged') === field;
    return isFirst ? convertToHostProcess(context.pod, context) : [];
  },
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `Windows does not support privileged containers. Only HostProcess containers have access to the node, and they do
not need this field. Remove \`privileged\`.

A node agent that needs access to the host can be a HostProcess container: set \`windowsOptions.hostProcess: true\` and
\`hostNetwork: true\`.

With \`os.name: windows\`, the API server rejects \`privileged\` with either value, even in HostProcess pods.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows'),
  ],
});
