// A cluster as tools dump it into a repository: all objects with their status, one in a file or many in a List.
import { choices, PARTS, STAGES, TEAMS, times } from './choices.mjs';
import { node, nodeNames } from './nodes.mjs';
import {
  autoscaler,
  claim,
  configMap,
  metadata,
  networkPolicy,
  role,
  secret,
  service,
  serviceAccount,
  workload,
} from './objects.mjs';
import { agentPod, podSpec } from './pods.mjs';
import { podOf, podStatus, recorded, workloadStatus } from './recorded.mjs';
import { kyaml, yaml } from './yaml.mjs';

const STYLE = { single: true };

/** The files of the repository, as many as requested. */
export function* gitops(count, next) {
  const c = choices(next);
  const names = nodeNames(c, Math.ceil(count / 40));
  let left = count;
  const nodes = names.map((name) => node(c, name));
  for (const object of nodes.slice(0, nodes.length / 2)) {
    yield { path: `cluster/nodes/${object.metadata.name}.yaml`, text: yaml(object, STYLE) };
    left--;
  }
  yield { path: 'cluster/nodes.yaml', text: list(nodes.slice(nodes.length / 2)) };
  left--;
  for (let i = 0; left > 0; i++) {
    const space = `${c.pick(TEAMS)}-${c.pick(STAGES)}`;
    const folder = `cluster/namespaces/${space}`;
    const files = c.chance(0.15)
      ? lists(c, { space, folder, index: i }, names)
      : running(c, `${c.pick(PARTS)}-${i}`, space, names).map((object) => ({
          path: `${folder}/${object.kind.toLowerCase()}s/${object.metadata.name}.yaml`,
          text: printed(c, object),
        }));
    yield* files.slice(0, left);
    left -= files.length;
  }
}

/** An object as YAML, or as some tools write it: as JSON, or as KYAML. */
function printed(c, object) {
  return c.weighted([
    [85, () => yaml(object, STYLE)],
    [9, () => `${JSON.stringify(object, null, 4)}\n`],
    [6, () => `---\n${kyaml(object)}\n`],
  ])();
}

function list(items) {
  return yaml({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }, STYLE);
}

/** Some applications in files with a List for each kind, or in one List. */
function lists(c, { space, folder, index }, names) {
  const objects = times(c.int(1, 4), (i) => running(c, `${c.pick(PARTS)}-${index}-${i}`, space, names)).flat();
  if (c.chance(0.3)) return [{ path: `${folder}/all-${index}.yaml`, text: list(objects) }];
  const kinds = [...new Set(objects.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    path: `${folder}/${kind.toLowerCase()}s-${index}.yaml`,
    text: list(objects.filter((object) => object.kind === kind)),
  }));
}

/** An application that runs in the cluster, with its pods and what controllers made for it. */
function running(c, name, space, names) {
  const kind = c.weighted([
    [7, 'Deployment'],
    [2, 'StatefulSet'],
    [1, 'DaemonSet'],
  ]);
  const os = kind !== 'StatefulSet' && c.chance(kind === 'DaemonSet' ? 0.4 : 0.28) ? 'windows' : 'linux';
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': space };
  const meta = metadata(name, space, labels);
  const configMaps = [`${name}-config`, 'platform-settings'];
  const spec =
    kind === 'DaemonSet'
      ? agentPod(c, { name, os, configMaps })
      : podSpec(c, { name, os, configMaps, isAdmitted: true });
  const template = { metadata: { labels }, spec };
  const replicas = c.int(1, 3);
  const make = (object, options) => recorded(c, object, options);
  const applied = { isApplied: c.chance(0.6) };
  const own = make(workload(c, kind, meta, template, { replicas, claim: 'data' }), {
    ...applied,
    status: workloadStatus(c, kind, replicas),
  });
  const sets =
    kind === 'Deployment' ? times(c.int(1, 3), (i) => replicaSet(c, own, template, i === 0 ? replicas : 0)) : [];
  const owner = sets[0] ?? own;
  return [
    own,
    ...sets,
    ...times(replicas, (i) => pod(c, owner, template, { index: i, names: names.filter((node) => node.os === os) })),
    make(service(meta), { ...applied, status: { loadBalancer: {} } }),
    make(configMap(c, { ...meta, name: `${name}-config` }, 2), applied),
    make(secret(c, { ...meta, name: `${name}-secret` })),
    make(serviceAccount(meta), applied),
    ...role(c, meta, { name, namespace: space }).map((object) => make(object, applied)),
    ...(c.chance(0.4) ? [make(networkPolicy(c, meta), applied)] : []),
    ...(c.chance(0.3) ? [make(autoscaler(c, meta, kind), { status: { currentReplicas: 1, desiredReplicas: 1 } })] : []),
    ...(kind === 'StatefulSet'
      ? [make(claim(c, { ...meta, name: `data-${name}-0` }), { status: { phase: 'Bound' } })]
      : []),
  ];
}

function replicaSet(c, deployment, template, replicas) {
  const hash = { 'pod-template-hash': c.suffix(10) };
  const { name, namespace, labels } = deployment.metadata;
  const own = { ...labels, ...hash };
  const object = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash['pod-template-hash']}`,
      namespace,
      labels: own,
      annotations: { 'deployment.kubernetes.io/desired-replicas': '3', 'deployment.kubernetes.io/revision': '7' },
    },
    spec: {
      replicas,
      selector: { matchLabels: { 'app.kubernetes.io/name': name, ...hash } },
      template: { ...template, metadata: { labels: own } },
    },
  };
  const status = workloadStatus(c, 'ReplicaSet', replicas);
  return recorded(c, object, { owner: deployment, status, manager: 'kube-controller-manager' });
}

function pod(c, owner, template, { index, names }) {
  const node = c.pick(names);
  const suffix = owner.kind === 'StatefulSet' ? index : c.suffix(5);
  const { name, namespace, labels } = owner.metadata;
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${name}-${suffix}`, generateName: `${name}-`, namespace, labels },
    spec: podOf(c, template, node),
  };
  const status = podStatus(c, template.spec, node);
  return recorded(c, object, { owner, status, manager: 'kube-controller-manager' });
}
