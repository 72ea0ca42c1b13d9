import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'dns/multiple-searches',
  title: 'More DNS search suffixes than Windows uses',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsConfig.searches'],
    *check(field, { pod }) {
      const suffixes = field.items().filter((suffix) => suffix.string !== undefined);
      const policy = pod.spec.get('dnsPolicy')?.string ?? 'ClusterFirst';
      // With these the cluster brings a suffix along, that of the pod's namespace, and it comes first.
      const fromCluster = policy.startsWith('ClusterFirst');
      const [first, ...others] = suffixes;
      if (first === undefined || (!fromCluster && others.length === 0)) return;
      yield {
        at: field.span,
        message: fromCluster
          ? message('With `{0}` the suffix of the namespace comes first, before those in `searches`.', policy)
          : message('`searches` has {0} suffixes.', String(suffixes.length)),
        fixes: fromCluster
          ? [removal(field)]
          : [
              {
                title: `Keep \`${first.string ?? ''}\` alone`,
                safety: 'review',
                changes: others.map(({ path }) => ({ kind: 'remove', path })),
              },
            ],
      };
    },
  },
  outcomes: [{ effect: 'ignored', result: 'Windows tries the first one only.' }],
  why: `A Linux pod tries a short name with every suffix of a list. A Windows pod has one suffix, with \`ClusterFirst\` that of
its namespace (\`<namespace>.svc.cluster.local\`); what does not resolve with it has to be written as a full name.`,
  sources: [docs.windowsNetworkingDns, docs.dns],
} satisfies Rule;
