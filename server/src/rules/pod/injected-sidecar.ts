import { objectSpan, type Pod } from '../../kubernetes/pod.ts';
import { named } from '../../kubernetes/questions.ts';
import { type Change, type Fix, type Message, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { type Injection, injectionsOf, OPT_INS } from '../../windows/injectors.ts';

const UNSURE = 'the cluster decides whether containers for Linux are added';

export default {
  id: 'pod/injected-sidecar',
  code: 'KW1105',
  title: 'Linux sidecar injected into a Windows pod',
  gate: 'windows',
  since: '0.2',
  pod: {
    watches: [
      'spec',
      `metadata.annotations[${OPT_INS.linkerd}]`,
      ...['labels', 'annotations'].map((map) => `metadata.${map}[${OPT_INS.istio}]`),
      `metadata.labels[${OPT_INS.istioRevision}]`,
      `metadata.annotations[${OPT_INS.azure}]`,
      `metadata.annotations[${OPT_INS.openTelemetry}*]`,
      `metadata.annotations[${OPT_INS.vault}]`,
    ],
    check(field, context) {
      const { object, pod } = context;
      for (const injection of context.once(pod.spec, injections)) {
        const { optIn } = injection;
        const isOwn = typeof optIn !== 'string';
        if (pod.partial || (isOwn ? optIn.span.start !== field.span.start : field !== pod.spec)) continue;
        const namespace = isOwn ? undefined : namespaceOf(context);
        context.report({
          at: isOwn ? optIn.span : objectSpan(object),
          ...(injection.isUnsure ? { case: UNSURE } : {}),
          message: describe(injection, object.namespace ?? ''),
          ...(namespace
            ? { related: [{ at: namespace.location, message: t`Namespace ${namespace.name} has ${String(optIn)}` }] }
            : {}),
          fixes: () => optOut(injection, pod),
        });
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: UNSURE,
      doubtful: true,
      phrase: 'may block the pod',
      result: 'If its image has no Windows variant, the pod never starts.',
      seen: 'no match for platform in manifest: not found',
    },
    {
      effect: 'fails',
      result: 'Its image has no Windows variant, so the pod never starts.',
      seen: 'no match for platform in manifest: not found',
    },
  ],
  why: `These webhooks usually do not read the operating system of a pod. The containers that they add use images and commands
for Linux, and a Windows node cannot run them. Opt out in the pod.

| Product | Annotation or label | What its source does on Windows |
| --- | --- | --- |
| Linkerd | \`linkerd.io/inject\` | The same as on Linux, unless a proxy for Windows is installed |
| Istio | \`sidecar.istio.io/inject\`, \`istio.io/rev\`, \`istio-injection\` | The same as on Linux |
| Azure Workload Identity | \`azure.workload.identity/inject-proxy-sidecar\` | The same as on Linux, whatever the value is |
| OpenTelemetry Operator | \`instrumentation.opentelemetry.io/inject-*\` | The same as on Linux |
| Vault | \`vault.hashicorp.com/agent-inject\` | The same as on Linux |

Linkerd 2.18 and later have an experimental proxy for Windows. The support of Buoyant Enterprise for Linkerd is in beta. It
selects the proxy with \`config.linkerd.io/proxy-image\`, so pods and namespaces with this annotation are not reported.

The operator of Amazon CloudWatch reads the annotations of OpenTelemetry, too, and supports Windows pods with Java and
.NET. Linkerd and Istio skip pods with \`hostNetwork\`, such as HostProcess pods. Azure Workload Identity reads its
annotation only in pods with the label \`azure.workload.identity/use: "true"\`, and needs no proxy on Windows.

The annotations of Consul are not reported. HashiCorp has test versions of its webhook for Windows, and pods for them look
the same.`,
  sources: [
    docs.windowsIntro,
    link('linkerd/linkerd2', 'issues/2882'),
    {
      title: 'Buoyant: Announcing Linkerd 2.18',
      url: 'https://www.buoyant.io/blog/announcing-linkerd-2-18',
    },
    {
      title: 'Buoyant Enterprise for Linkerd: Windows containers',
      url: 'https://docs.buoyant.io/buoyant-enterprise-linkerd/latest/features/windows-containers/',
    },
    link('istio/istio', 'issues/27893'),
    link('istio/istio', 'issues/2641'),
    link('Azure/azure-workload-identity', 'issues/1017'),
    link('Azure/azure-workload-identity', 'issues/1210'),
    link('open-telemetry/opentelemetry-operator', 'issues/2791'),
    link('aws/amazon-cloudwatch-agent-operator', 'pull/193'),
    link('hashicorp/consul-k8s', 'pull/2371'),
    link('hashicorp/vault-k8s', 'issues/80'),
    code('linkerd/linkerd2 pkg/inject/report.go disableByAnnotation'),
    code('istio/istio pkg/kube/inject/inject.go injectRequired'),
    code('istio/istio manifests/charts/default/templates/mutatingwebhook.yaml'),
    code('Azure/azure-workload-identity pkg/webhook/webhook.go shouldInjectProxySidecar'),
    code('open-telemetry/opentelemetry-operator internal/instrumentation/annotation.go'),
    code('hashicorp/vault-k8s agent-inject/agent/agent.go ShouldInject'),
  ],
} satisfies Rule;

function link(repository: string, thread: string) {
  return { title: `${repository} ${thread.replace('/', ' ')}`, url: `https://github.com/${repository}/${thread}` };
}

function injections(_: unknown, context: PodContext): readonly Injection[] {
  return injectionsOf(context.pod, namespaceOf(context));
}

/** The namespace of a pod, if it is in the workspace and known in full. */
function namespaceOf({ object, facts }: Pick<PodContext, 'object' | 'facts'>) {
  const found = object.namespace === null ? undefined : facts.ask(named('Namespace', object.namespace));
  return found?.isIncomplete ? undefined : found;
}

function describe({ optIn, isUnsure }: Injection, namespace: string): Message {
  if (typeof optIn !== 'string') {
    return isUnsure
      ? message('`{0}` {effect}: its webhook may add a container for Linux.', String(optIn.key))
      : message('`{0}` {effect}: its webhook adds a container for Linux.', String(optIn.key));
  }
  return isUnsure
    ? message('`{0}` of namespace `{1}` {effect}: its webhook may add a container for Linux.', optIn, namespace)
    : message('`{0}` of namespace `{1}` {effect}: its webhook adds a container for Linux.', optIn, namespace);
}

function optOut({ optIn, optOut: { in: map, key, value } }: Injection, pod: Pod): Fix[] {
  const own = pod.metadata?.at(map, key);
  if (value === undefined) return own ? [{ ...removal(own), safety: 'review' }] : [];
  if (pod.metadata === undefined || (own !== undefined && own !== optIn && own.string !== '')) return [];
  const change: Change =
    own === undefined
      ? { kind: 'insert', path: [...pod.metadata.path, map, key], value }
      : { kind: 'replace', path: own.path, value };
  return [{ title: t`Set \`${key}\` to \`${value}\``, safety: 'review', changes: [change] }];
}
