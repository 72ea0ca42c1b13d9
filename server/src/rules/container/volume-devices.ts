import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'container/volume-devices',
  code: 'KW1022',
  title: 'Raw block volume in a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeDevices'),
    check(field, { report }) {
      if (field.items().length === 0) return;
      report({
        at: field.span,
        message: message('`volumeDevices` {effect}: Windows nodes do not support raw block volumes.'),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [{ effect: 'fails', result: 'The pod stays in ContainerCreating.', seen: 'not supported for this build' }],
  why: `The API server accepts raw block volumes, but the kubelet does not support them on Windows. Use a claim with
\`volumeMode: Filesystem\` and mount it with \`volumeMounts\`. A HostProcess container can open the disks of its node
without a volume.`,
  sources: [
    docs.windowsIntro,
    docs.windowsStorage,
    code('kubernetes/kubernetes pkg/volume/util/volumepathhandler/volume_path_handler_unsupported.go'),
  ],
} satisfies Rule;
