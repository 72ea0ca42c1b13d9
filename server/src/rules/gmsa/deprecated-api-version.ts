import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'gmsa/deprecated-api-version',
  code: 'KW1037',
  title: 'Deprecated GMSACredentialSpec v1alpha1',
  gate: 'object',
  objects: [
    {
      kind: 'GMSACredentialSpec',
      group: 'windows.k8s.io',
      watches: ['apiVersion'],
      check(field, { object, report }) {
        if (object.version !== 'v1alpha1') return;
        report({
          at: field.valueSpan,
          message: message('`windows.k8s.io/v1alpha1` is deprecated.'),
          fixes: [
            {
              title: 'Change `apiVersion` to `windows.k8s.io/v1`',
              safety: 'review',
              changes: [{ kind: 'replace', path: field.path, value: 'windows.k8s.io/v1' }],
            },
          ],
        });
      },
    },
  ],
  outcomes: [{ effect: 'advice', result: 'Use `windows.k8s.io/v1`, which has the same fields.' }],
  why: `The CustomResourceDefinition of GMSACredentialSpec serves both versions with the same schema. It stores \`v1\`
and marks \`v1alpha1\` as deprecated.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/deploy/gmsa-crd.yml')],
} satisfies Rule;
