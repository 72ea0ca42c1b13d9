// Repositories without images for Windows. A repository with some Windows tags, such as `fluent/fluent-bit` or
// `golang`, is not among them: what its other tags contain is unknown here.

/**
 * Docker Official Images without the architecture `windows-amd64`:
 * https://github.com/docker-library/official-images/tree/master/library
 */
const OFFICIAL: readonly string[] = [
  'adminer',
  'almalinux',
  'alpine',
  'amazonlinux',
  'archlinux',
  'bash',
  'busybox',
  'cassandra',
  'centos',
  'couchdb',
  'debian',
  'eclipse-mosquitto',
  'elasticsearch',
  'fedora',
  'ghost',
  'haproxy',
  'httpd',
  'kibana',
  'kong',
  'logstash',
  'mariadb',
  'memcached',
  'mysql',
  'neo4j',
  'nextcloud',
  'nginx',
  'node',
  'oraclelinux',
  'perl',
  'php',
  'phpmyadmin',
  'postgres',
  'rabbitmq',
  'redis',
  'rockylinux',
  'ruby',
  'solr',
  'sonarqube',
  'tomcat',
  'ubuntu',
  'varnish',
  'wordpress',
  'zookeeper',
];

/** Images of projects on Docker Hub that build them only from Linux images or only for Linux platforms. */
const ON_DOCKER_HUB: readonly string[] = [
  // https://github.com/alpine-docker
  'alpine/curl',
  'alpine/git',
  'alpine/helm',
  'alpine/k8s',
  // https://github.com/aws/aws-cli/blob/v2/docker/Dockerfile
  'amazon/aws-cli',
  // https://github.com/coredns/coredns/blob/master/Makefile.docker
  'coredns/coredns',
  // https://github.com/curl/curl-container
  'curlimages/curl',
  // https://github.com/pgadmin-org/pgadmin4/blob/master/Dockerfile
  'dpage/pgadmin4',
  // https://github.com/go-gitea/gitea/blob/main/Dockerfile
  'gitea/gitea',
  // https://github.com/GoogleCloudPlatform/cloud-sdk-docker
  'google/cloud-sdk',
  // https://github.com/grafana/grafana/blob/main/Dockerfile and https://github.com/grafana/loki/tree/main/cmd/loki
  'grafana/grafana',
  'grafana/loki',
  'istio/pilot',
  'istio/proxyv2',
  // https://github.com/kiwigrid/k8s-sidecar/blob/master/Dockerfile
  'kiwigrid/k8s-sidecar',
  // https://github.com/mailhog/MailHog/blob/master/Dockerfile
  'mailhog/mailhog',
  // https://github.com/minio/minio/blob/master/Dockerfile
  'minio/minio',
  // https://github.com/oliver006/redis_exporter/blob/master/docker/Dockerfile
  'oliver006/redis_exporter',
  // Built on quay.io/prometheus/busybox: https://github.com/prometheus/busybox
  'prom/alertmanager',
  'prom/blackbox-exporter',
  'prom/node-exporter',
  'prom/prometheus',
  'prom/pushgateway',
  // https://github.com/stefanprodan/podinfo/blob/master/Dockerfile
  'stefanprodan/podinfo',
];

/** Images in the registry of Kubernetes that its projects build only for Linux: see their files `Makefile` and `Dockerfile`. */
const OF_KUBERNETES: readonly string[] = [
  'autoscaling/cluster-autoscaler',
  'coredns/coredns',
  'etcd',
  'external-dns/external-dns',
  'git-sync/git-sync',
  'ingress-nginx/controller',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-proxy',
  'kube-scheduler',
  'kube-state-metrics/kube-state-metrics',
  'metrics-server/metrics-server',
];

/** Registries with their repositories. */
export const LINUX_REPOSITORIES: ReadonlySet<string> = new Set([
  ...OFFICIAL.map((name) => `docker.io/library/${name}`),
  ...ON_DOCKER_HUB.map((name) => `docker.io/${name}`),
  ...OF_KUBERNETES.map((name) => `registry.k8s.io/${name}`),
  'gcr.io/cadvisor/cadvisor',
  'gcr.io/istio-release/proxyv2',
  'ghcr.io/dexidp/dex',
  'ghcr.io/stefanprodan/podinfo',
  // https://github.com/Azure/azure-cli/blob/dev/Dockerfile
  'mcr.microsoft.com/azure-cli',
  // SQL Server in Windows containers was a beta, which Microsoft ended in 2021: https://learn.microsoft.com/en-us/sql/linux/sql-server-linux-docker-container-deployment
  'mcr.microsoft.com/mssql/server',
  'quay.io/argoproj/argocd',
  'quay.io/curl/curl',
  // https://github.com/cert-manager/cert-manager/issues/3606
  ...['acmesolver', 'cainjector', 'controller', 'webhook'].map((name) => `quay.io/jetstack/cert-manager-${name}`),
  'quay.io/keycloak/keycloak',
  // https://github.com/oauth2-proxy/oauth2-proxy/blob/master/Makefile
  'quay.io/oauth2-proxy/oauth2-proxy',
  'quay.io/prometheus-operator/prometheus-config-reloader',
  'quay.io/prometheus-operator/prometheus-operator',
  ...['alertmanager', 'blackbox-exporter', 'node-exporter', 'prometheus', 'pushgateway'].map(
    (name) => `quay.io/prometheus/${name}`,
  ),
]);

/** The beginnings of the names of such repositories, unless their names contain `windows`. */
export const LINUX_NAMESPACES: readonly string[] = [
  // Only linux/amd64 and linux/arm64: https://github.com/bitnami/containers/tree/main/.vib
  'docker.io/bitnami/',
  'docker.io/bitnamilegacy/',
  'public.ecr.aws/bitnami/',
  // Envoy for Windows has separate repositories.
  'docker.io/envoyproxy/',
  'gcr.io/distroless/',
  'mcr.microsoft.com/mssql/rhel/',
];

/** Public mirrors of Docker Hub, with the path to its images. */
export const MIRRORS: ReadonlyMap<string, string> = new Map([
  ['public.ecr.aws', 'docker/'],
  ['mirror.gcr.io', ''],
  ['mcr.microsoft.com', 'mirror/docker/'],
]);

/** The former registry of Kubernetes. */
export const OLD_KUBERNETES_REGISTRY = 'k8s.gcr.io';

/** Whether a repository contains only Linux images. */
export function isLinuxRepository(registry: string | undefined, repository: string | undefined): boolean {
  if (registry === undefined || repository === undefined) return false;
  const path = original(registry, repository);
  return (
    LINUX_REPOSITORIES.has(path) ||
    (LINUX_NAMESPACES.some((namespace) => path.startsWith(namespace)) && !repository.includes('windows'))
  );
}

/** The repository of which one in a public mirror, or in the former registry of Kubernetes, is a copy. */
function original(registry: string, repository: string): string {
  const prefix = MIRRORS.get(registry);
  if (prefix !== undefined && repository.startsWith(prefix)) return `docker.io/${repository.slice(prefix.length)}`;
  return `${registry === OLD_KUBERNETES_REGISTRY ? 'registry.k8s.io' : registry}/${repository}`;
}
