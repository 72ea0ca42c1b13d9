import { nameKey } from '../../kubernetes/fact-keys.ts';
import { keyed } from '../../kubernetes/questions.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inLastingContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'dns/partially-qualified-name',
  code: 'KW1027',
  title: 'Partially qualified Service name in a Windows pod',
  gate: 'windows',
  pod: {
    watches: inLastingContainers('env[*].value', 'args[*]'),
    check(field, { object, pod: { spec }, settings, facts, once, report }) {
      const text = field.searchable ?? '';
      if (!text.includes('.')) return;
      // On the host network, Windows pods use the DNS servers of the node, which do not know Services.
      if (spec.get('hostNetwork')?.boolean === true || once(spec, hostProcessOf).extent !== 'none') return;
      for (const { name, pod, service, namespace = object.namespace } of hostNames(text)) {
        const services = facts.ask(keyed('Service', nameKey(service))).filter((fact) => fact.namespace === namespace);
        const target = services.find(({ headless }) => pod === undefined || headless);
        if (target === undefined) continue;
        const change = (replacement: string): Fix => ({
          title: t`Change \`${name}\` to \`${replacement}\``,
          safety: 'review',
          changes: [
            {
              kind: 'replace',
              path: field.path,
              value: text.replace(WORD, (word) => (word === name ? replacement : word)),
            },
          ],
        });
        const host = pod === undefined ? service : `${pod}.${service}`;
        report({
          at: field.valueSpan,
          message:
            pod === undefined
              ? message('`{0}` may not resolve to Service `{1}` on Windows.', name, service)
              : message('`{0}` may not resolve to a pod of Service `{1}` on Windows.', name, service),
          related: [{ at: target.location, message: t`Service ${service} in namespace ${namespace}` }],
          fixes: [
            change(`${host}.${namespace}.svc.${settings.clusterDomain}`),
            ...(pod === undefined && object.namespace === namespace ? [change(service)] : []),
          ],
        });
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
  why: `Linux tries a name with each DNS suffix of the cluster, even if it contains dots. Windows treats every name
with a dot as fully qualified and does not append a suffix. In a Windows container, use the short name of a Service in
the same namespace, or the full name with the cluster domain: \`web.shop.svc.cluster.local\`.

The same applies to the pods of a headless Service: \`db-0.db.shop.svc.cluster.local\`.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

const WORD = /[\w.-]+/g;

/** A word that is a name of two or three labels. */
const HOST = /^([a-z][a-z0-9-]*)\.([a-z0-9][a-z0-9-]*)(?:\.(?!svc$)([a-z0-9][a-z0-9-]*))?(?:\.svc)?$/;

/** The parts of a host name that may belong to a Service. */
interface HostName {
  readonly name: string;
  /** A pod of a StatefulSet: `db-0`. */
  readonly pod?: string;
  readonly service: string;
  /** Undefined means the namespace of the object. */
  readonly namespace?: string;
}

function hostNames(text: string): HostName[] {
  return [...new Set(text.match(WORD))].flatMap((name): HostName[] => {
    const [, first, second, third] = HOST.exec(name) ?? [];
    if (first === undefined || second === undefined) return [];
    const ofPod = { name, pod: first, service: second };
    if (third !== undefined) return /-\d+$/.test(first) ? [{ ...ofPod, namespace: third }] : [];
    const ofService = { name, service: first, namespace: second };
    return /-\d+$/.test(first) && !name.endsWith('.svc') ? [ofService, ofPod] : [ofService];
  });
}
