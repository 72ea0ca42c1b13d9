import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'env/path-override',
  title: 'PATH set for a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('env[*]'),
    *check(variable, { pod, settings }) {
      const name = variable.get('name');
      const value = variable.get('value')?.string ?? '';
      // What a template or the user says of the system's folders is enough.
      if (name?.string?.toLowerCase() !== 'path' || /system32|\{\{|\$\{/i.test(value)) return;
      // A HostProcess container gets the folders of its node.
      if (isInHostProcess(pod, settings.kubernetesVersion, variable)) return;
      const isLinux = /(?:^|:)\/[^:;]*:\//.test(value);
      yield {
        at: name.valueSpan,
        ...(isLinux ? { case: 'the value is a list of Linux paths' } : {}),
        message: isLinux
          ? message('`{0}` has paths of Linux with colons between them, and Windows reads them as one.', name.string)
          : message('`{0}` takes the place of the search path in the image.', name.string),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the value is a list of Linux paths',
      doubtful: true,
      result: 'No program is found by its name, so the command is likely to fail.',
    },
    { effect: 'differs', result: 'Programs in the folders of Windows, such as PowerShell, may no longer be found.' },
  ],
  why: `On Windows the search path of an image holds the folders of the system, \`C:\\Windows\\System32\` first of all. A variable \`PATH\` of
the container, however it is spelled, replaces it as a whole. Separate the folders with semicolons and repeat those of the system,
or set the path when the image is built.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
