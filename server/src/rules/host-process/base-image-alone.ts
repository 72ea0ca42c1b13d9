import { containerAround } from '../../kubernetes/pod.ts';
import { type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { convertToHostProcess } from '../../rule-kit/convert-to-host-process.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { parseImage } from '../../windows/images.ts';

export default {
  id: 'host-process/base-image-alone',
  code: 'KW1043',
  title: 'HostProcess base image in an ordinary container',
  since: '0.1',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: inContainers('image'),
    check(field, context) {
      const { pod, once } = context;
      const { repository = '' } = parseImage(field.string ?? '');
      if (!/(?:^|\/)windows-host-process-containers-base-image$/.test(repository) || pod.partial) return;
      const { extent } = once(pod.spec, hostProcessOf);
      const current = once(pod.spec, byContainer).get(containerAround(pod, field));
      if (
        current === undefined ||
        current.isHostProcess ||
        (current.field !== undefined && current.field.boolean === undefined)
      )
        return;
      context.report({
        at: field.valueSpan,
        message: message(
          'Container `{0}` cannot start: its image is only for HostProcess containers.',
          current.container.name ?? '?',
        ),
        fixes: () => (extent === 'none' ? once(pod.spec, conversion) : []),
      });
    },
  },
  outcomes: [{ effect: 'fails', result: '' }],
  why: `The image \`windows-host-process-containers-base-image\` contains no files of Windows. A HostProcess container
uses those of the node, but an ordinary container has only its image. Set \`hostProcess: true\` and \`hostNetwork: true\`,
or use an image that is based on Nano Server or Server Core.`,
  sources: [
    {
      title: 'microsoft/windows-host-process-containers-base-image',
      url: 'https://github.com/microsoft/windows-host-process-containers-base-image#readme',
    },
    docs.hostProcess,
  ],
} satisfies Rule;

function byContainer(_: Field, { pod, once }: PodContext) {
  return new Map(once(pod.spec, hostProcessOf).containers.map((each) => [each.container as unknown, each]));
}

function conversion(_: Field, context: PodContext): Fix[] {
  return convertToHostProcess(context.pod, context);
}
