import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'os/field-too-new',
  title: 'spec.os on a release that does not have it',
  gate: 'any',
  pod: {
    watches: ['spec.os'],
    *check(field, { settings }) {
      if (!field.isMapping) return;
      yield {
        at: field.span,
        message: message('`os` needs Kubernetes 1.24, and these manifests are for {0}.', settings.kubernetesVersion),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      until: '1.23',
      result: 'The API server drops it, so nothing checks whether the pod fits its operating system.',
    },
  ],
  why: `\`os\` came with Kubernetes 1.23, switched off, and can be used from 1.24 on. Older servers drop it without a word,
though \`kubectl\` may complain about an unknown field. What keeps the pod on Windows nodes is the node selector, in every
release.`,
  sources: [
    docs.podOs,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go 1.23 validateOS'),
    code('kubernetes/kubernetes pkg/api/pod/util.go 1.23 dropDisabledFields'),
  ],
} satisfies Rule;
