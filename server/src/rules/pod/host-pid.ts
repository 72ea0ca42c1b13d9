import { convertToHostProcess } from '../../lint/convert-to-host-process.ts';
import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { code, docs } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'pod/host-pid',
  title: 'hostPID on a Windows pod',
  fields: ['spec.hostPID'],
  says: 'Windows has no process namespaces, so `{0}` has nothing to share with the node.',
  accepted: (field) => field.boolean !== true,
  alternatives: (_, context) => convertToHostProcess(context.pod, context),
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `Windows gives each ordinary container its own view of processes and has no namespace of the host to join. A
HostProcess container sees the processes of its node without being asked.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows'),
  ],
});
