import { changeOsName } from '../../lint/operating-system.ts';
import { declareOs } from '../../lint/pod-fixes.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'os/name-required',
  title: 'spec.os without a name',
  gate: 'any',
  pod: {
    watches: ['spec.os', 'spec.os.name'],
    *check(field, { pod, verdict }) {
      const os = pod.spec.get('os');
      const name = os?.get('name');
      if (os === undefined || field !== (name ?? os)) return;
      const isMissing = name === undefined ? os.isMapping && !pod.partial : name.string === '';
      if (!isMissing) return;
      const fit = verdict.os === 'windows' || verdict.os === 'linux' ? [verdict.os] : (['windows', 'linux'] as const);
      yield {
        at: name?.valueSpan ?? os.span,
        field: [...os.path, 'name'],
        message: message(name === undefined ? '`os` has no `name`.' : '`os.name` is empty.'),
        fixes: fit.map((one) => (name === undefined ? declareOs(pod, one) : changeOsName(pod, one))),
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.24', seen: 'os.name: Required value' }],
  why: `\`os\` has a single member, \`name\`, and once \`os\` is there the name is mandatory: \`windows\` or \`linux\`. Without it
the API server looks no further and checks the pod's fields for neither system, so that more may come to light
afterwards. The name does not choose a node; that is what the node selector is for.`,
  sources: [docs.podOs, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateOS')],
} satisfies Rule;
