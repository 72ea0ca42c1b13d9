import { quantityOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { builtOn, parseImage } from '../../windows/images.ts';

const MEBIBYTE = 2 ** 20;

export default {
  id: 'resources/memory-limit-too-small',
  title: 'Memory limit too small for a Windows container',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resources.limits.memory', 'spec.initContainers[*].resources.limits.memory'],
    *check(field, { pod, settings }) {
      const limit = quantityOf(field);
      const container = field.parent?.parent?.parent;
      const base = builtOn(parseImage(container?.get('image')?.string ?? ''));
      // No memory at all stands for no limit.
      if (limit === undefined || limit <= 0 || base === undefined) return;
      const needed = base.id === 'nanoserver' ? 50 : 100;
      // A HostProcess container has no system processes of its own.
      if (limit >= needed * MEBIBYTE || isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      yield {
        at: field.valueSpan,
        message: message(
          'Container `{0}` may use `{1}` of memory, and with the system processes of `{2}` it needs `{3}Mi` at least.',
          container?.get('name')?.string ?? '?',
          field.source ?? '',
          base.repository,
          String(needed),
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      result: 'The container may not start, or its application may run out of memory at once.',
    },
  ],
  why: `Every Windows container runs services of the system beside the application, and the limit counts for all of them
together. A few dozen MiB are gone before the application begins: allow 50Mi on Nano Server and 100Mi on Server Core at
the very least. What an image really needs has to be measured.`,
  sources: [docs.containerRequirements, docs.windowsResources],
} satisfies Rule;
