import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/host-ipc',
  code: 'KW1100',
  title: 'hostIPC on a Windows pod',
  fields: ['spec.hostIPC'],
  message: "`{0}` {effect}: Windows containers cannot share the host's IPC namespace.",
  accepted: (field) => field.boolean !== true,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `On Linux, \`hostIPC\` gives a pod access to the shared memory and semaphores of its node. Windows does not
have IPC namespaces to share. Use the network or a named pipe for communication between processes.

With \`os.name: windows\`, the API server rejects the field, even on HostProcess pods.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
