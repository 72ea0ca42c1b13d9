import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'env/path-override',
  code: 'KW1029',
  title: 'PATH override in a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('env[*]'),
    check(variable, { pod, settings, report }) {
      const name = variable.get('name');
      if (name?.string?.toLowerCase() !== 'path') return;
      const field = variable.get('value');
      const value = field?.string ?? '';
      if (field?.isTooLong) return;
      // The value includes the system folders, or a template may add them.
      if (/system32|\{\{|\$\{/i.test(value)) return;
      // A HostProcess container has the search path of its node.
      if (isInHostProcess(pod, settings.kubernetesVersion, variable)) return;
      const isLinux = /(?:^|:)\/[^:;]*:\//.test(value);
      report({
        at: name.valueSpan,
        ...(isLinux ? { case: 'the value is a list of Linux paths' } : {}),
        message: isLinux
          ? message('`{0}` {effect}: Windows separates folders with semicolons, not colons.', name.string)
          : message('`{0}` replaces the search path of the image.', name.string),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the value is a list of Linux paths',
      doubtful: true,
      result: 'Programs are not found by name, so the command probably fails.',
    },
    { effect: 'differs', result: 'Programs in the system folders, such as PowerShell, may not be found.' },
  ],
  why: `The search path of a Windows image contains the system folders, above all \`C:\\Windows\\System32\`. A \`PATH\`
variable of the container, in any spelling such as \`Path\`, replaces the whole search path. Separate the folders with
semicolons and include the system folders, or change the path when you build the image.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
