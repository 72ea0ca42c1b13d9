import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

/** The path at which admission mounts the service account token in every container. */
const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

export default {
  id: 'host-process/mount-path-base',
  code: 'KW1051',
  title: 'HostProcess mount paths with containerd 1.6',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { pod, settings, report }) {
      if (!isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      if (!field.string || field.string === TOKEN_PATH) return;
      report({
        at: field.valueSpan,
        message: message('`mountPath: {0}` is not the actual path in a HostProcess container.', field.string),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      since: '1.22',
      runtime: 'containerd-1.6',
      result: 'With containerd 1.6, the volume is mounted at this path below `%CONTAINER_SANDBOX_MOUNT_POINT%`.',
    },
  ],
  why: `A HostProcess container does not have a file system of its own. With containerd 1.6, its volumes are mounted
below a directory of the node, and the variable \`CONTAINER_SANDBOX_MOUNT_POINT\` contains the path of this directory.
Start paths in commands and arguments with this variable.

With containerd 1.7 and later, volumes are mounted at their \`mountPath\`.`,
  sources: [docs.hostProcess, code('kubernetes/kubernetes plugin/pkg/admission/serviceaccount/admission.go')],
} satisfies Rule;
