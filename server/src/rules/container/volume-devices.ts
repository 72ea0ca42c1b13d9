import { inContainers, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'container/volume-devices',
  title: 'Raw block devices in a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeDevices'),
    *check(field) {
      if (field.items().length === 0) return;
      yield {
        at: field.span,
        message: message('A Windows node cannot hand a raw disk to a container, and `volumeDevices` asks it to.'),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'fails', result: 'The pod stays in ContainerCreating.', seen: 'not supported for this build' }],
  why: `The API server takes raw block devices, but the kubelet has no code for them on Windows. Use a claim whose
\`volumeMode\` is \`Filesystem\` and mount it with \`volumeMounts\`. A HostProcess container can open the disks of its node
without any volume.`,
  sources: [
    docs.windowsIntro,
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/volume/util/volumepathhandler/volume_path_handler_unsupported.go'),
  ],
} satisfies Rule;
