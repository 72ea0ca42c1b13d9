// One repository of a company: applications with Kustomize overlays or a folder for each stage, databases, agents for all
// nodes, and a file of shared objects for each namespace. Many pods name the shared ConfigMaps.
import { choices, PARTS, STAGES, TEAMS, times } from './choices.mjs';
import {
  authorities,
  autoscaler,
  claim,
  configMap,
  credentialSpec,
  cronJob,
  disruptionBudget,
  ingress,
  metadata,
  namespace,
  networkPolicy,
  role,
  secret,
  service,
  serviceAccount,
  workload,
} from './objects.mjs';
import { agentPod, environment, podSpec } from './pods.mjs';
import { documents, literal, yaml } from './yaml.mjs';

/** ConfigMaps and Secrets that every namespace defines. */
const SHARED_CONFIG = ['platform-settings', 'feature-flags', 'ca-bundle', 'proxy-environment'];
const SHARED_SECRETS = ['registry-credentials', 'database-credentials'];
const NAMESPACES = TEAMS.flatMap((team) => STAGES.map((stage) => `${team}-${stage}`));

/** The files of the repository, as many as requested. */
export function* monorepo(count, next) {
  const c = choices(next);
  const overlays = new Map();
  const roots = NAMESPACES.length;
  for (const name of NAMESPACES) yield { path: `namespaces/${name}.yaml`, text: shared(c, name) };
  let left = count - 2 * roots;
  for (let i = 0; left > 0; i++) {
    const make = c.weighted([
      [4, kustomized],
      [8, staged],
      [4, database],
      [3, agent],
    ]);
    const team = c.pick(TEAMS);
    // Each team indents lists in its own way.
    const style = { indented: TEAMS.indexOf(team) % 3 !== 0, flowLists: TEAMS.indexOf(team) % 4 === 0 };
    const files = make(c, team, `${c.pick(PARTS)}-${i}`, style, overlays).slice(0, left);
    left -= files.length;
    yield* files;
  }
  for (const name of NAMESPACES) {
    const [team, stage] = name.split('-');
    const resources = [`../../../namespaces/${name}.yaml`, ...(overlays.get(name) ?? [])];
    yield { path: `clusters/${stage}/${team}/kustomization.yaml`, text: yaml(kustomization({ resources })) };
  }
}

/** The objects that a namespace has whatever runs in it. */
function shared(c, name) {
  const labels = { team: name.split('-')[0], stage: name.split('-')[1] };
  const meta = (object) => metadata(object, name, labels);
  return documents([
    namespace(c, name, labels),
    serviceAccount(meta('deployer')),
    ...role(c, { ...meta('deployer') }, { name: 'deployer', namespace: name }),
    ...SHARED_CONFIG.map((object) =>
      object === 'ca-bundle' ? authorities(c, meta(object)) : configMap(c, meta(object), 2),
    ),
    ...SHARED_SECRETS.map((object) => secret(c, meta(object))),
    networkPolicy(c, meta('default')),
  ]);
}

/** The operating system of an application, so that a fifth of all workloads are for Windows. */
function systemOf(c) {
  return c.chance(0.22) ? 'windows' : 'linux';
}

/** A workload with the objects that belong to it, by the name of their file. */
function application(c, name, os, space, size) {
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': name.split('-')[0] };
  const meta = metadata(name, space, labels);
  const gmsa = os === 'windows' && c.chance(0.2) ? `gmsa-${name}` : undefined;
  const configMaps = [...SHARED_CONFIG.filter(() => c.chance(0.4)), `${name}-config`];
  const secrets = SHARED_SECRETS.filter(() => c.chance(0.2));
  const template = {
    metadata: { labels, annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9090' } },
    spec: podSpec(c, { name, os, configMaps, secrets, gmsa }),
  };
  const account = { name, namespace: space };
  return {
    'deployment.yaml': [workload(c, 'Deployment', meta, template)],
    'service.yaml': [service(meta), ...(c.chance(0.4) ? [ingress(c, meta)] : [])],
    'config.yaml': [
      configMap(c, { ...meta, name: `${name}-config` }, size),
      secret(c, { ...meta, name: `${name}-secret` }),
    ],
    'rbac.yaml': [
      serviceAccount(meta),
      ...(c.chance(0.6) ? role(c, meta, account) : []),
      ...(gmsa === undefined ? [] : credentialSpec(c, gmsa, account)),
    ],
    ...(c.chance(0.6) ? { 'network-policy.yaml': [networkPolicy(c, meta)] } : {}),
    ...(c.chance(0.5) ? { 'scaling.yaml': [autoscaler(c, meta), disruptionBudget(meta)] } : {}),
  };
}

/** An application with a base and an overlay for each stage. */
function kustomized(c, team, name, style, overlays) {
  const folder = `apps/${team}/${name}`;
  const objects = application(c, name, systemOf(c), undefined, 2);
  const base = kustomization({
    resources: Object.keys(objects),
    labels: [{ pairs: { team }, includeSelectors: false }],
  });
  const stages = STAGES.filter(() => c.chance(0.6));
  for (const stage of stages) {
    const space = `${team}-${stage}`;
    overlays.set(space, [...(overlays.get(space) ?? []), `../../../${folder}/overlays/${stage}`]);
  }
  return [
    { path: `${folder}/base/kustomization.yaml`, text: yaml(base, style) },
    ...Object.entries(objects).map(([file, list]) => ({
      path: `${folder}/base/${file}`,
      text: documents(list, style),
    })),
    ...stages.flatMap((stage) => overlay(c, { team, name, stage, folder: `${folder}/overlays/${stage}` }, style)),
  ];
}

function overlay(c, { team, name, stage, folder }, style) {
  const isOld = c.chance(0.2);
  const hasExtra = c.chance(0.4);
  const values = times(c.int(1, 4), (i) => `SETTING_${i}=${c.int(1, 500)}`);
  const operations = [{ op: 'replace', path: '/spec/ports/0/port', value: c.pick([80, 8080, 8443]) }];
  const lines = documents(operations.map((operation) => ({ list: [operation] }))).replace(/^list:\n/, '');
  const inline = { target: { kind: 'Service', name }, patch: literal(lines) };
  const patch = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: c.int(1, 12),
      template: {
        spec: {
          priorityClassName: stage === 'production' ? 'important' : undefined,
          containers: [
            { name, env: environment(c, name), resources: { limits: { memory: `${c.pick([256, 512, 1024])}Mi` } } },
          ],
        },
      },
    },
  };
  const resources = [...(isOld ? [] : ['../../base']), ...(hasExtra ? ['extra.yaml'] : [])];
  const own = kustomization({
    namespace: `${team}-${stage}`,
    namePrefix: c.chance(0.4) ? `${stage}-` : undefined,
    bases: isOld ? ['../../base'] : undefined,
    resources: resources.length > 0 ? resources : undefined,
    ...(isOld ? { patchesStrategicMerge: ['patch.yaml'] } : { patches: [{ path: 'patch.yaml' }, inline] }),
    configMapGenerator: c.chance(0.4) ? [{ name: `${name}-config`, behavior: 'merge', literals: values }] : undefined,
    images: c.chance(0.5) ? [{ name: 'registry.example/linux/app', newTag: `2.4.${c.int(0, 20)}` }] : undefined,
    commonAnnotations: c.chance(0.3) ? { 'example.com/stage': stage } : undefined,
  });
  return [
    { path: `${folder}/kustomization.yaml`, text: yaml(own, style) },
    { path: `${folder}/patch.yaml`, text: yaml(patch, style) },
    ...(hasExtra
      ? [{ path: `${folder}/extra.yaml`, text: documents([configMap(c, { name: `${name}-extra` }, 2)], style) }]
      : []),
  ];
}

function kustomization(fields) {
  return { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...fields };
}

/** An application of several parts with one file of all objects for each stage. */
function staged(c, team, name, style) {
  const parts = PARTS.slice(0, c.int(1, 3)).map((part) => [`${name}-${part}`, systemOf(c)]);
  return STAGES.filter(() => c.chance(0.7)).map((stage) => {
    const space = `${team}-${stage}`;
    const objects = parts.flatMap(([part, os]) => Object.values(application(c, part, os, space, 1)).flat());
    return { path: `deploy/${team}/${stage}/${name}.yaml`, text: documents(objects, style) };
  });
}

/** A StatefulSet on Linux nodes, which nothing in it says. */
function database(c, team, name, style) {
  const space = `${team}-${c.pick(STAGES)}`;
  const labels = { 'app.kubernetes.io/name': name, 'app.kubernetes.io/component': 'database' };
  const meta = metadata(name, space, labels);
  const image = c.pick(['postgres:17', 'redis:8.2-alpine', 'docker.io/library/mongo:8.0', 'quay.io/example/kafka:4.0']);
  const configMaps = [`${name}-config`, ...SHARED_CONFIG.filter(() => c.chance(0.3))];
  const pod = { name, os: 'linux', image, configMaps, secrets: ['database-credentials'] };
  const template = { metadata: { labels }, spec: podSpec(c, { ...pod, claims: ['data'] }) };
  template.spec.volumes = template.spec.volumes.filter((volume) => volume.name !== 'data');
  const backup = podSpec(c, { ...pod, claims: [`${name}-backup`], serviceAccount: 'deployer' });
  const files = {
    'statefulset.yaml': [workload(c, 'StatefulSet', meta, template, { claim: 'data' }), disruptionBudget(meta)],
    'service.yaml': [service(meta, { port: 5432 }), service(meta, { port: 5432, headless: true })],
    'config.yaml': [
      configMap(c, { ...meta, name: `${name}-config` }, 6),
      secret(c, { ...meta, name: `${name}-secret` }),
    ],
    'backup.yaml': [
      claim(c, { ...meta, name: `${name}-backup` }),
      cronJob(c, { ...meta, name: `${name}-backup` }, backup),
    ],
    'rbac.yaml': [serviceAccount(meta), networkPolicy(c, meta)],
  };
  return Object.entries(files).map(([file, objects]) => {
    return { path: `data/${team}/${name}/${file}`, text: documents(objects, style) };
  });
}

/** A DaemonSet with rights in the whole cluster. Some of these agents have another one for Windows nodes. */
function agent(c, team, name, style) {
  const space = `platform-${c.pick(STAGES)}`;
  const folder = `platform/${team}-${name}`;
  const systems = c.weighted([
    [5, ['linux']],
    [3, ['linux', 'windows']],
    [2, ['windows']],
  ]);
  const sets = systems.map((os) => {
    const own = os === 'windows' ? `${name}-windows` : name;
    const labels = { 'app.kubernetes.io/name': own, 'app.kubernetes.io/component': 'agent' };
    const configMaps = [`${name}-config`, ...SHARED_CONFIG.filter(() => c.chance(0.3))];
    const template = { metadata: { labels }, spec: agentPod(c, { name, os, configMaps }) };
    return {
      path: `${folder}/daemonset${os === 'windows' ? '-windows' : ''}.yaml`,
      text: documents([workload(c, 'DaemonSet', metadata(own, space, labels), template)], style),
    };
  });
  const account = { name, namespace: space };
  const meta = metadata(`${name}-config`, space, { 'app.kubernetes.io/part-of': name });
  return [
    ...sets,
    { path: `${folder}/config.yaml`, text: documents([configMap(c, meta, 3)], style) },
    { path: `${folder}/rbac.yaml`, text: documents([serviceAccount(account), ...role(c, { name }, account)], style) },
  ];
}
