import { objectSpan } from '../../kubernetes/pod.ts';
import { declareWindows } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { enforcedRestricted, looksAtOsName } from '../../windows/pod-security.ts';

export default {
  id: 'os/name-recommended',
  title: 'Windows pod without spec.os.name',
  gate: 'windows',
  pod: {
    watches: ['spec'],
    *check(spec, { object, pod, verdict, settings, facts, refusedOnceDeclared }) {
      if (pod.partial || verdict.certainty === 'declared' || spec.get('os') !== undefined) return;
      // It would be refused: such a policy asks for fields that a declared pod must not have.
      const policy = enforcedRestricted(object, settings.kubernetesVersion, facts);
      if (policy !== undefined && !looksAtOsName(policy.version)) return;
      yield {
        at: objectSpan(object),
        field: [...spec.path, 'os'],
        message: message('This pod is for Windows, but does not declare it with `os.name`.'),
        fixes: declareWindows(pod, facts, refusedOnceDeclared()),
      };
    },
  },
  outcomes: [{ effect: 'advice', since: '1.25' }],
  why: `With \`os.name: windows\` the API server refuses fields that only Linux understands when the manifest is applied,
Pod Security \`restricted\` no longer asks for Linux settings, and a Linux node that gets the pod refuses it at once. The
node selector is still needed, for the scheduler does not look at \`os.name\`. Fields for Linux have to go at the same time:
the server accepts them as long as the name is missing.`,
  sources: [docs.podOs, docs.windowsGuide, code('k8s.io/pod-security-admission policy/*.go')],
} satisfies Rule;
