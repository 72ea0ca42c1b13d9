import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volume-mounts/sub-path-backslash-backsteps',
  title: 'Steps upward in a subPath with backslashes',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].subPath'),
    *check(field) {
      const path = field.string ?? '';
      // What shows without backslashes the API server refuses, for every operating system.
      if (!hasBackstep(path.split(/[\\/]/)) || hasBackstep(path.split('/'))) return;
      yield {
        at: field.valueSpan,
        message: message('`subPath: {0}` leads upward in the volume.', path),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet refuses to create the container (CreateContainerConfigError).',
      seen: "must not contain '..'",
    },
  ],
  why: `A \`subPath\` must not leave its volume, so \`..\` may not stand in it. The API server looks for it between slashes only; the
kubelet of a Windows node finds it between backslashes too.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/volume/validation/pv_validation.go ValidatePathNoBacksteps')],
} satisfies Rule;

function hasBackstep(names: readonly string[]): boolean {
  return names.includes('..');
}
