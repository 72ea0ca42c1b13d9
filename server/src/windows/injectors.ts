import type { NamespaceFact } from '../kubernetes/facts.ts';
import { isUnfilled } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Field } from '../yaml/read/field.ts';

/**
 * Webhooks that add containers for Linux to pods without a look at the operating system of the pod. Their sources, as read in
 * November 2026:
 *
 * - Linkerd: `pkg/inject/report.go`, https://github.com/linkerd/linkerd2/issues/2882 (open since 2019). Its default proxy is for
 *   Linux, but since 2.18, it has an experimental proxy for Windows: https://www.buoyant.io/blog/announcing-linkerd-2-18.
 *   Buoyant Enterprise for Linkerd supports Windows pods, in beta, and selects the proxy with an annotation:
 *   https://docs.buoyant.io/buoyant-enterprise-linkerd/latest/features/windows-containers/
 * - Istio: `pkg/kube/inject/inject.go injectRequired`, and the selectors in `mutatingwebhook.yaml` in
 *   `manifests/charts/default/templates` and in `manifests/charts/istio-control/istio-discovery/templates`,
 *   https://github.com/istio/istio/issues/27893 (open since 2020; Envoy ended its builds for Windows in August 2023).
 * - Azure Workload Identity: `pkg/webhook/webhook.go shouldInjectProxySidecar`. The proxy is for Linux only:
 *   https://github.com/Azure/azure-workload-identity/issues/1017
 * - OpenTelemetry Operator: `internal/instrumentation/annotation.go`. It copies files with `cp`:
 *   https://github.com/open-telemetry/opentelemetry-operator/issues/2791. The operator of Amazon CloudWatch reads the same
 *   annotations, and `pkg/instrumentation/dotnet.go` and `javaagent.go` there know Windows pods.
 * - Vault: `agent-inject/agent/agent.go ShouldInject`, https://github.com/hashicorp/vault-k8s/issues/80 (open since 2020).
 *
 * Consul is not among them: its releases add Linux images, but test versions such as 1.0.0-alpha1-windows select the image by
 * the node selector of the pod (https://github.com/hashicorp/consul-k8s/pull/2371 and pull/1845, and HashiCorp's tutorial
 * learn-consul-k8s-windows). A manifest does not show which of them the cluster has. Dapr has images for Windows.
 */
export interface Injection {
  /** What opts in: a field of the pod, or a key with its value in the metadata of the namespace. */
  readonly optIn: Field | string;
  /** The annotation or label of the pod that opts out; without `value`, no value of the key does. */
  readonly optOut: { readonly in: 'annotations' | 'labels'; readonly key: string; readonly value?: string };
  /** Whether the version of the webhook, other webhooks or the namespace decide if containers for Linux are added. */
  readonly isUnsure?: true;
}

/** The annotations and labels of pods that opt in. */
export const OPT_INS = {
  linkerd: 'linkerd.io/inject',
  istio: 'sidecar.istio.io/inject',
  istioRevision: 'istio.io/rev',
  azure: 'azure.workload.identity/inject-proxy-sidecar',
  openTelemetry: 'instrumentation.opentelemetry.io/inject-',
  vault: 'vault.hashicorp.com/agent-inject',
} as const;

/** The annotation of pods and namespaces that replaces the proxy of Linkerd, for example with one for Windows. */
const LINKERD_IMAGE = 'config.linkerd.io/proxy-image';

/** The languages of the OpenTelemetry Operator for which it adds containers: `sdk` only adds environment variables. */
const LANGUAGES = ['apache-httpd', 'dotnet', 'go', 'java', 'nginx', 'nodejs', 'php', 'python', 'ruby'];

type Injector = (pod: Pod, namespace: NamespaceFact | undefined) => readonly Injection[];

/** What adds containers for Linux to a pod. Without its namespace, only the pod itself opts in. */
export function injectionsOf(pod: Pod, namespace: NamespaceFact | undefined): Injection[] {
  return [linkerd, istio, azureWorkloadIdentity, openTelemetry, vault].flatMap((find) => find(pod, namespace));
}

const linkerd: Injector = (pod, namespace) => {
  const key = OPT_INS.linkerd;
  const values: readonly unknown[] = ['enabled', 'ingress'];
  if (hasHostNetwork(pod) || pod.spec.get('automountServiceAccountToken')?.boolean === false) return [];
  if (metadata(pod, 'annotations', LINKERD_IMAGE) ?? namespace?.annotations[LINKERD_IMAGE]) return [];
  const found = byAnnotation(key, 'disabled', pod, namespace, (value) => values.includes(value));
  return found.map((injection): Injection => ({ ...injection, isUnsure: true }));
};

const istio: Injector = (pod, namespace) => {
  const key = OPT_INS.istio;
  const label = metadata(pod, 'labels', key);
  const own = label ?? metadata(pod, 'annotations', key);
  if (hasHostNetwork(pod) || isUnknown(own) || (own !== undefined && !isYes(own))) return [];
  const injection = {
    optOut: { in: own !== undefined && own !== label ? 'annotations' : 'labels', key, value: 'false' },
  } as const;
  const ofNamespace = namespace && istioLabelOf(namespace);
  if (ofNamespace !== undefined) {
    return ofNamespace.isOptIn ? [{ ...injection, optIn: own ?? ofNamespace.text }] : [];
  }
  const revision = metadata(pod, 'labels', OPT_INS.istioRevision);
  // In namespaces without a label, webhooks select pods by this value of the label, or by a revision.
  const optIn = label?.string === 'true' ? label : isUnknown(revision) ? undefined : revision;
  if (optIn !== undefined) return [{ ...injection, optIn }];
  // Webhooks can select pods by labels only.
  return own === undefined || namespace !== undefined ? [] : [{ ...injection, optIn: own, isUnsure: true }];
};

/** The label of a namespace that decides for its pods. */
function istioLabelOf({ labels }: NamespaceFact): { readonly text: string; readonly isOptIn: boolean } | undefined {
  const injection = labels['istio-injection'];
  if (injection !== undefined) return { text: `istio-injection: ${injection}`, isOptIn: injection === 'enabled' };
  const revision = labels[OPT_INS.istioRevision];
  return revision === undefined ? undefined : { text: `${OPT_INS.istioRevision}: ${revision}`, isOptIn: true };
}

/** Reads only whether the annotation exists, and only in pods with the label. */
const azureWorkloadIdentity: Injector = (pod) => {
  const key = OPT_INS.azure;
  const optIn = metadata(pod, 'annotations', key);
  const isSelected = metadata(pod, 'labels', 'azure.workload.identity/use')?.string === 'true';
  if (optIn === undefined || !isSelected) return [];
  return [{ optIn, optOut: { in: 'annotations', key } }];
};

const openTelemetry: Injector = (pod, namespace) =>
  LANGUAGES.flatMap((language) => {
    const key = `${OPT_INS.openTelemetry}${language}`;
    const isOn = (value: string) => value.toLowerCase() !== 'false';
    const found = byAnnotation(key, 'false', pod, namespace, isOn);
    return found.map((injection): Injection => ({ ...injection, isUnsure: true }));
  });

const vault: Injector = (pod) =>
  metadata(pod, 'annotations', 'vault.hashicorp.com/agent-inject-status')?.string === 'injected'
    ? []
    : byAnnotation(OPT_INS.vault, 'false', pod, undefined, isTrue);

/** An annotation of the pod, or else of its namespace. */
function byAnnotation(
  key: string,
  off: string,
  pod: Pod,
  namespace: NamespaceFact | undefined,
  isOn: (value: string) => boolean,
): Injection[] {
  const own = metadata(pod, 'annotations', key);
  const inherited = namespace?.annotations[key];
  const optOut = { in: 'annotations', key, value: off } as const;
  if (own !== undefined && own.string !== '') {
    return isUnknown(own) || !isOn(own.string ?? '') ? [] : [{ optIn: own, optOut }];
  }
  return inherited && isOn(inherited) ? [{ optIn: `${key}: ${inherited}`, optOut }] : [];
}

function metadata(pod: Pod, map: 'annotations' | 'labels', key: string): Field | undefined {
  return pod.metadata?.at(map, key);
}

function isUnknown(field: Field | undefined): boolean {
  return field !== undefined && isUnfilled(field);
}

function hasHostNetwork({ spec }: Pod): boolean {
  return spec.get('hostNetwork')?.boolean === true;
}

function isYes({ string = '' }: Field): boolean {
  return ['y', 'yes', 'true', 'on'].includes(string.toLowerCase());
}

/** What `strconv.ParseBool` of Go reads as true. */
function isTrue(value: string): boolean {
  return ['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value);
}
