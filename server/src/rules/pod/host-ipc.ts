import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'pod/host-ipc',
  title: 'hostIPC on a Windows pod',
  fields: ['spec.hostIPC'],
  says: 'Windows has no IPC namespaces, so `{0}` has nothing to share with the node.',
  accepted: (field) => field.boolean !== true,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored' }),
  why: `On Linux \`hostIPC\` lets a pod use the shared memory and semaphores of its node. Windows has no such namespace, and
its containers keep their objects to themselves. Let processes talk over the network or a named pipe instead. A pod that
declares \`os.name: windows\` may not switch the field on, HostProcess pods included.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
