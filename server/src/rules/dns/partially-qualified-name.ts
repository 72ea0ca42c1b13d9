import { called } from '../../kubernetes/facts.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'dns/partially-qualified-name',
  title: 'Service by a name that Windows does not complete',
  gate: 'windows',
  pod: {
    watches: ['containers', 'initContainers'].flatMap((list) => [
      `spec.${list}[*].env[*].value`,
      `spec.${list}[*].args[*]`,
    ]),
    *check(field, { object, settings, facts }) {
      const text = field.string ?? '';
      for (const { name, service, namespace } of hostNames(text)) {
        const [found] = facts.where('Service', namespace, `named ${service}`, () => true, [called(service)]);
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
          message: message(
            '`{0}` stands for the Service `{1}`, but Windows takes it for a complete name.',
            name,
            service,
          ),
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
      result: 'Containers on Windows may not be able to resolve it.',
      seen: 'DNS name does not exist',
    },
  ],
  why: `Linux tries a name with the suffixes of the cluster, however many dots it has. Windows takes every name with a dot for a
complete one and asks for it as it stands. What works in a Windows container is the bare name of a Service in the same
namespace, and the whole name with the domain of the cluster: \`web.shop.svc.cluster.local\`.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

/** What may be a Service and its namespace: no more labels stand before or after them. */
const HOST = /(?<![\w.-])([a-z][a-z0-9-]*)\.([a-z0-9][a-z0-9-]*?)(?:\.svc)?(?![\w.-])/g;

function hostNames(text: string): { readonly name: string; readonly service: string; readonly namespace: string }[] {
  const names = new Map([...text.matchAll(HOST)].map((match) => [match[0], match]));
  return [...names].map(([name, [, service = '', namespace = '']]) => ({ name, service, namespace }));
}
