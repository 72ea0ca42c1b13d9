import { message, type ObjectCheck, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { relatedPods } from '../../lint/windows-selectors.ts';
import { isCertainlyWindows } from '../../windows/verdict.ts';

export default {
  id: 'pod-security/pod-security-policy',
  title: 'PodSecurityPolicy in a workspace with Windows pods',
  gate: 'object',
  objects: ['policy', 'extensions'].map(
    (group): ObjectCheck => ({
      kind: 'PodSecurityPolicy',
      group,
      watches: ['kind'],
      *check(field, { facts }) {
        const pod = facts.derived('first Windows pod', (all) => all.all('Pod').find(isCertainlyWindows));
        if (pod === undefined) return;
        yield {
          at: field.valueSpan,
          message: message('PodSecurityPolicies are gone from Kubernetes 1.25, and their rules are for Linux.'),
          related: relatedPods([pod], 'A Windows pod of this workspace'),
        };
      },
    }),
  ),
  outcomes: [{ effect: 'advice', result: 'From 1.23 on labels of namespaces for Pod Security take their place.' }],
  why: `What a PodSecurityPolicy says of users, groups, SELinux and capabilities means nothing to Windows pods, and one with defaults
could write fields for Linux into them, such as \`runAsUser\`. Pod Security admission took its place: it changes nothing in a
pod, and its level \`restricted\` knows \`os.name: windows\`.`,
  sources: [docs.podSecurity],
} satisfies Rule;
