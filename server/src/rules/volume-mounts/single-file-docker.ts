import type { Pod } from '../../kubernetes/pod.ts';
import { volumeNamed, volumeNameOf } from '../../kubernetes/volume.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isFileIn } from '../../windows/volume-files.ts';

export default {
  id: 'volume-mounts/single-file-docker',
  code: 'KW1210',
  title: 'Single-file mount with Docker',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), 'spec.volumes[*].hostPath.type'],
    check(field, { pod, report }) {
      const volume = field.key === 'type' ? fileOfNode(field) : volumeOfFile(field, pod);
      if (volume === undefined) return;
      report({
        at: field.valueSpan,
        message: message('Volume `{0}` {effect}: Docker on Windows cannot mount a single file.', volume),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      runtime: 'docker',
      doubtful: true,
    },
  ],
  why: `In Windows containers, Docker can mount only folders, while containerd can also mount single files. Mount the
folder that contains the file, or move the nodes to containerd.

Kubernetes 1.24 removed its built-in support for Docker.`,
  sources: [docs.windowsIntro, docs.windowsStorage],
} satisfies Rule;

/** The name of the volume, if its `hostPath.type` is a file. */
function fileOfNode(type: Field): string | undefined {
  return type.string === 'File' || type.string === 'FileOrCreate' ? volumeNameOf(type) : undefined;
}

/** The name of the volume, if `subPath` mounts a single file of it. */
function volumeOfFile(subPath: Field, pod: Pod): string | undefined {
  const name = subPath.parent?.get('name')?.string;
  const volume = volumeNamed(pod, name);
  return subPath.string && volume !== undefined && isFileIn(volume, subPath.string) ? name : undefined;
}
