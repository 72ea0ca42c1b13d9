import { stringify } from 'yaml';

// Objects as a cluster has them, with UIDs and controllers.

/** An object, and what can be put into it. */
export type ClusterObject = Readonly<Record<string, unknown>> & {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly uid?: string };
};

interface ObjectParts {
  readonly spec?: object;
  readonly controller?: ClusterObject | undefined;
  readonly namespace?: string;
}

const API_VERSIONS: Readonly<Record<string, string>> = { Pod: 'v1', Job: 'batch/v1', CronJob: 'batch/v1' };

/** An object with a UID that follows from its kind and name, as kubectl prints it. */
export function clusterObject(
  kind: string,
  name: string,
  { spec = {}, controller, namespace = 'shop' }: ObjectParts,
): ClusterObject {
  const reference = controller && {
    apiVersion: 'apps/v1',
    blockOwnerDeletion: true,
    controller: true,
    kind: controller.kind,
    name: controller.metadata.name,
    uid: controller.metadata.uid,
  };
  return {
    apiVersion: API_VERSIONS[kind] ?? 'apps/v1',
    kind,
    metadata: {
      name,
      namespace,
      ...(reference === undefined ? {} : { ownerReferences: [reference] }),
      uid: `${namespace}-${kind}-${name}`,
    },
    spec,
  };
}

/** A pod spec for Windows nodes with a field that has no effect there. */
export const WINDOWS_SPEC = {
  containers: [{ image: 'registry.example/web:1.0', name: 'web', securityContext: { runAsUser: 101 } }],
  nodeSelector: { 'kubernetes.io/os': 'windows' },
};

/** A Deployment with ten ReplicaSets of earlier revisions, the current one, and its three pods. */
export function rolledOut(name: string, spec: object = WINDOWS_SPEC, podSpec: object = spec): ClusterObject[] {
  const template = { metadata: { labels: { app: name } }, spec };
  const selector = { matchLabels: { app: name } };
  const deployment = clusterObject('Deployment', name, { spec: { replicas: 3, selector, template } });
  const replicaSet = (suffix: string, replicas: number) =>
    clusterObject('ReplicaSet', `${name}-${suffix}`, {
      controller: deployment,
      spec: { replicas, selector, template },
    });
  const current = replicaSet('new', 3);
  const pods = ['a', 'b', 'c'].map((suffix) =>
    clusterObject('Pod', `${name}-new-${suffix}`, { controller: current, spec: { ...podSpec, nodeName: 'win1' } }),
  );
  const old = Array.from({ length: 10 }, (_, i) => replicaSet(`old${i}`, 0));
  return [...pods, deployment, ...old, current];
}

/** A list as `kubectl get -o yaml` prints it. */
export function listText(objects: readonly object[]): string {
  return objectText(listOf(objects));
}

/** The same as `kubectl get -o json` does. */
export function listJson(objects: readonly object[]): string {
  return JSON.stringify(listOf(objects), null, 4);
}

/** An object as `kubectl get -o yaml` prints it alone. */
export function objectText(object: object): string {
  return stringify(object, { indentSeq: false, aliasDuplicateObjects: false });
}

function listOf(items: readonly object[]) {
  return { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } };
}
