import { called, type ServiceFact } from '../../kubernetes/facts.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inLastingContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'dns/partially-qualified-name',
  title: 'Partially qualified Service name in a Windows pod',
  gate: 'windows',
  pod: {
    watches: inLastingContainers('env[*].value', 'args[*]'),
    *check(field, { object, settings, facts }) {
      const text = field.string ?? '';
      for (const { name, service, namespace } of hostNames(text)) {
        const [found] = facts.where('Service', namespace, isCalled, service, [called(service)]);
        if (found === undefined) continue;
        const change = (better: string): Fix => ({
          title: `Change \`${name}\` to \`${better}\``,
          safety: 'review',
          changes: [
            { kind: 'replace', path: field.path, value: text.replace(HOST, (one) => (one === name ? better : one)) },
          ],
        });
        yield {
          at: field.valueSpan,
          message: message('`{0}` may not resolve to Service `{1}` on Windows.', name, service),
          related: [{ at: found.place, message: `Service ${service} in namespace ${namespace}` }],
          fixes: [
            change(`${service}.${namespace}.svc.${settings.clusterDomain}`),
            ...(object.namespace === namespace ? [change(service)] : []),
          ],
        };
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'Windows treats a name with a dot as fully qualified, so the lookup may fail.',
      seen: 'DNS name does not exist',
    },
  ],
  why: `Linux tries a name with each DNS suffix of the cluster, even if it contains dots. Windows treats every name with
a dot as fully qualified and does not append a suffix. In a Windows container, use the short name of a Service in the
same namespace, or the full name with the cluster domain: \`web.shop.svc.cluster.local\`.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

/** A possible Service and its namespace, without further labels before or after them. */
const HOST = /(?<![\w.-])([a-z][a-z0-9-]*)\.([a-z0-9][a-z0-9-]*?)(?:\.svc)?(?![\w.-])/g;

function hostNames(text: string): { readonly name: string; readonly service: string; readonly namespace: string }[] {
  const names = new Map([...text.matchAll(HOST)].map((match) => [match[0], match]));
  return [...names].map(([name, [, service = '', namespace = '']]) => ({ name, service, namespace }));
}

function isCalled({ name }: ServiceFact, wanted: string): boolean {
  return name === wanted;
}
