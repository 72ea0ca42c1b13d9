import { containerAround } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { unpublishedRelease } from '../../windows/image-releases.ts';
import { baseImage, imageOf } from '../../windows/images.ts';

const COMPLETES = '`restartPolicy` is `Never` or `OnFailure`';

export default {
  id: 'container/base-image-without-command',
  code: 'KW1016',
  title: 'Base image without a command',
  since: '0.2',
  gate: 'guessed',
  pod: {
    watches: ['spec.containers[*].image'],
    check(field, { pod, report }) {
      const container = containerAround(pod, field);
      if (container === undefined || pod.partial) return;
      const image = imageOf(container);
      const base = baseImage(image);
      if (base === undefined) return;
      // Without an image, it does not start at all.
      if (unpublishedRelease(image) !== undefined) return;
      if (['command', 'args'].some((key) => container.field.get(key) !== undefined)) return;
      // `cmd` waits for input.
      if (['stdin', 'tty'].some((key) => container.field.get(key)?.boolean)) return;
      const restartPolicy = pod.spec.get('restartPolicy')?.string ?? 'Always';
      report({
        at: field.valueSpan,
        ...(restartPolicy === 'Always' ? {} : { case: COMPLETES }),
        message: message(
          'Container `{0}` ends at once: base image `{1}` only starts `cmd.exe`, which has no input.',
          container.name ?? '?',
          base.repository,
        ),
      });
    },
  },
  outcomes: [
    { effect: 'ignored', case: COMPLETES, doubtful: true, result: 'It completes without doing anything.' },
    {
      effect: 'fails',
      result: 'The pod ends in CrashLoopBackOff.',
      seen: 'Back-off restarting failed container',
    },
  ],
  why: `The default command of the base images is \`cmd.exe\`. Without \`stdin\` or \`tty\`, it has no input and exits
immediately. Use the image of your application, or set \`command\`.

To keep a container running for tests, use \`command: [ping, -t, localhost]\`.`,
  sources: [
    {
      title: 'microsoft/Windows-Containers issue 332: cmd.exe exits immediately',
      url: 'https://github.com/microsoft/Windows-Containers/issues/332',
    },
    docs.baseImages,
  ],
} satisfies Rule;
