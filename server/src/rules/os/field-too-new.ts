import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'os/field-too-new',
  code: 'KW1079',
  title: 'spec.os before Kubernetes 1.24',
  gate: 'any',
  pod: {
    watches: ['spec.os'],
    check(field, { settings, report }) {
      if (!field.isMapping) return;
      report({
        at: field.span,
        message: message(
          '`os` {effect}: it requires Kubernetes 1.24, but the configured version is {0}.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field, [], true)],
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      until: '1.23',
      result: 'The API server drops the field and does not check the pod for fields of the other operating system.',
    },
  ],
  why: `\`os\` was added in Kubernetes 1.23 behind a feature gate, and you can use it in 1.24 and later. Older API
servers silently drop it, although \`kubectl\` may report an unknown field. In every release, set a node selector to
run the pod on Windows nodes.`,
  sources: [
    docs.podOs,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go 1.23 validateOS'),
    code('kubernetes/kubernetes pkg/api/pod/util.go 1.23 dropDisabledFields'),
  ],
} satisfies Rule;
