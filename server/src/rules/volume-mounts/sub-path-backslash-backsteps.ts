import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/sub-path-backslash-backsteps',
  code: 'KW1213',
  title: 'Path traversal in a subPath with backslashes',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].subPath'),
    check(field, { report }) {
      const path = field.string ?? '';
      // The API server rejects `..` between slashes, whatever the operating system.
      if (!hasBackstep(path.split(/[\\/]/)) || hasBackstep(path.split('/'))) return;
      report({
        at: field.valueSpan,
        message: message('`subPath: {0}` {effect}: it must not contain `..`.', path),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet does not create the container (`CreateContainerConfigError`).',
      seen: "must not contain '..'",
    },
  ],
  why: `A \`subPath\` must stay inside its volume, so it must not contain \`..\`. The API server looks for \`..\` only
between slashes. The kubelet on a Windows node also looks between backslashes.

Write the path without \`..\`.`,
  sources: [docs.volumes, code('kubernetes/kubernetes pkg/volume/validation/pv_validation.go ValidatePathNoBacksteps')],
} satisfies Rule;

function hasBackstep(names: readonly string[]): boolean {
  return names.includes('..');
}
