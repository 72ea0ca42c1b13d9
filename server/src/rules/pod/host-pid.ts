import { convertToHostProcess } from '../../rule-kit/convert-to-host-process.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/host-pid',
  code: 'KW1103',
  title: 'hostPID on a Windows pod',
  fields: ['spec.hostPID'],
  message: "`{0}` {effect}: Windows containers cannot share the host's process namespace.",
  messageInHostProcess: '`{0}` {effect}: HostProcess containers already see the processes of the node.',
  accepted: (field) => field.boolean !== true,
  alternatives: (_, context) => convertToHostProcess(context.pod, context),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `A HostProcess container sees the processes of its node without this field. Any other Windows container sees only
its own processes, because Windows does not have a host process namespace that it could join. Remove \`hostPID\`.

If an ordinary pod has to see the processes of the node, convert it to a HostProcess pod.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows'),
  ],
});
