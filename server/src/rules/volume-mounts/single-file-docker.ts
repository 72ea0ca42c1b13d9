import type { Pod } from '../../kubernetes/pod.ts';
import { volumeNamed, volumeNameOf } from '../../kubernetes/volume.ts';
import { inContainers } from '../../lint/forbidden-field.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isFileIn } from '../../windows/volume-files.ts';

export default {
  id: 'volume-mounts/single-file-docker',
  title: 'Mount of a single file with Docker',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), 'spec.volumes[*].hostPath.type'],
    *check(field, { pod }) {
      const volume = field.key === 'type' ? fileOfNode(field) : volumeOfFile(field, pod);
      if (volume === undefined) return;
      yield {
        at: field.valueSpan,
        message: message('A single file is mounted from volume `{0}`.', volume),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      runtime: 'docker',
      doubtful: true,
      result: 'Docker on Windows mounts folders only, so the container may not start.',
    },
  ],
  why: `Docker cannot bind one file into a Windows container, containerd can. Mount the folder that the file is in, or move the nodes
to containerd, as Kubernetes itself did in 1.24.`,
  sources: [docs.windowsIntro, docs.windowsStorage],
} satisfies Rule;

/** The name of the volume whose `type` says that it is a file of the node. */
function fileOfNode(type: Field): string | undefined {
  return type.string === 'File' || type.string === 'FileOrCreate' ? volumeNameOf(type) : undefined;
}

/** The name of the volume of which `subPath` mounts a single file. */
function volumeOfFile(subPath: Field, pod: Pod): string | undefined {
  const name = subPath.parent?.get('name')?.string;
  const volume = volumeNamed(pod, name);
  return subPath.string && volume !== undefined && isFileIn(volume, subPath.string) ? name : undefined;
}
