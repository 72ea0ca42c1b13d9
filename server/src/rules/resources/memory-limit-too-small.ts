import { containerAround } from '../../kubernetes/pod.ts';
import { memoryOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { builtOn, parseImage } from '../../windows/images.ts';

const MEBIBYTE = 2 ** 20;

export default {
  id: 'resources/memory-limit-too-small',
  code: 'KW1113',
  title: 'Memory limit too small for a Windows container',
  gate: 'windows',
  pod: {
    watches: ['spec.containers[*].resources.limits.memory', 'spec.initContainers[*].resources.limits.memory'],
    check(field, { pod, settings, report }) {
      const limit = memoryOf(field);
      const container = containerAround(pod, field);
      const base = builtOn(parseImage(container?.field.get('image')?.string ?? ''));
      // Zero means no limit.
      if (limit === undefined || limit <= 0 || base === undefined) return;
      const needed = base.id === 'nanoserver' ? 50 : 100;
      // A HostProcess container does not have its own system processes.
      if (limit >= needed * MEBIBYTE || isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      report({
        at: field.valueSpan,
        message: message(
          'Memory limit `{1}` of container `{0}` is too low: `{2}` needs at least `{3}Mi`.',
          container?.name ?? '?',
          field.source ?? '',
          base.repository,
          String(needed),
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      result: 'The container may not start, or may run out of memory immediately.',
    },
  ],
  why: `Every Windows container runs system processes in addition to the application, and the limit applies to all of
them together. They use a few dozen MiB before the application starts. Set at least 50Mi with Nano Server and 100Mi with
Server Core, and measure how much your image needs.`,
  sources: [docs.containerRequirements, docs.windowsResources],
} satisfies Rule;
