import { defineDerivation, derived, ofKind } from '../../kubernetes/questions.ts';
import { message, type ObjectCheck, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedPods } from '../../rule-kit/windows-selectors.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'pod-security/pod-security-policy',
  code: 'KW1094',
  title: 'PodSecurityPolicy with Windows pods',
  gate: 'object',
  objects: ['policy', 'extensions'].map(
    (group): ObjectCheck => ({
      kind: 'PodSecurityPolicy',
      group,
      watches: ['kind'],
      check(field, { facts, report }) {
        // A template that checks the release or the API versions writes the object only for clusters that support it.
        if (
          field.conditions.some(
            (condition) => condition === undefined || /semverCompare|\.Capabilities\b/.test(condition),
          )
        )
          return;
        const pod = facts.ask(derived(firstWindowsPod, null));
        if (pod === undefined) return;
        report({
          at: field.valueSpan,
          message: message(
            '`PodSecurityPolicy` was removed in Kubernetes 1.25, and most of its rules apply only to Linux.',
          ),
          related: relatedPods([pod], 'A Windows pod in this workspace'),
        });
      },
    }),
  ),
  outcomes: [{ effect: 'advice', result: 'In 1.23 and later, use the Pod Security labels of namespaces.' }],
  why: `The rules of a PodSecurityPolicy for users, groups, SELinux and capabilities do not apply to Windows pods. A
policy with defaults can also set Linux fields in Windows pods, such as \`runAsUser\`. Use Pod Security admission
instead: it does not change pods, and its level \`restricted\` respects \`os.name: windows\`.`,
  sources: [docs.podSecurity],
} satisfies Rule;

const firstWindowsPod = defineDerivation('rules/pod-security/pod-security-policy firstWindowsPod', (facts) =>
  facts.ask(ofKind('Pod')).find(isCertainlyWindows),
);
