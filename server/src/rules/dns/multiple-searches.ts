import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'dns/multiple-searches',
  code: 'KW1025',
  title: 'Multiple DNS search suffixes on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsConfig.searches'],
    check(field, { pod, report }) {
      const suffixes = field.items().filter((suffix) => suffix.string !== undefined);
      const policy = pod.spec.get('dnsPolicy')?.string ?? 'ClusterFirst';
      // With these policies, the suffix of the pod's namespace comes first.
      const fromCluster = policy.startsWith('ClusterFirst');
      const [first, ...others] = suffixes;
      if (first === undefined || (!fromCluster && others.length === 0)) return;
      report({
        at: field.span,
        message: fromCluster
          ? message('`searches` has no effect: with `{0}`, the suffix of the namespace comes first.', policy)
          : message('`searches` contains {0} suffixes.', String(suffixes.length)),
        fixes: fromCluster
          ? // Some network plug-ins give Windows containers all suffixes.
            [removal(field, [], true)]
          : [
              {
                title: t`Keep only \`${first.string ?? ''}\``,
                safety: 'review',
                changes: others.map(({ path }) => ({ kind: 'remove', path })),
              },
            ],
      });
    },
  },
  outcomes: [{ effect: 'ignored', result: 'Windows uses only the first suffix.' }],
  why: `A Linux pod tries a short name with every suffix in the list. A Windows pod uses only one suffix: with
\`ClusterFirst\`, that of its namespace (\`<namespace>.svc.cluster.local\`). Use full names for hosts that do not
resolve with this suffix.`,
  sources: [docs.windowsNetworkingDns, docs.dns],
} satisfies Rule;
