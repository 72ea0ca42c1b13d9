// Charts as `helm template` prints them: one file for each release, or with `--output-dir` one for each template.
import { choices, PARTS, TEAMS, times } from './choices.mjs';
import { definition } from './definitions.mjs';
import {
  autoscaler,
  cronJob,
  disruptionBudget,
  ingress,
  job,
  metadata,
  networkPolicy,
  role,
  secret,
  service,
  serviceAccount,
  workload,
} from './objects.mjs';
import { agentPod, podSpec } from './pods.mjs';
import { dashboard, powerShellScript, settings, settingsInYaml, shellScript } from './texts.mjs';
import { double, escaped, flow, folded, literal, wrapped, yaml } from './yaml.mjs';

/** The files of the repository, as many as requested. */
export function* rendered(count, next) {
  const c = choices(next);
  let left = count;
  for (let i = 0; left > 0; i++) {
    const chart = c.weighted(CHARTS);
    const release = `${c.pick(TEAMS)}-${c.pick(PARTS)}-${i}`;
    const cluster = `${c.pick(['west', 'north', 'central'])}-${c.pick(['test', 'production'])}`;
    const templates = Object.entries(chart(c, release));
    const name = chart.name;
    const source = (file) => `${name}/${file}`;
    const files = c.chance(0.3)
      ? templates.map(([file, objects]) => ({
          path: `${cluster}/${release}/${source(file)}`,
          text: objects.map((object) => printed(c, object, source(file))).join(''),
        }))
      : [
          {
            path: `${cluster}/${release}.yaml`,
            text: templates
              .flatMap(([file, objects]) => objects.map((object) => printed(c, object, source(file))))
              .join(''),
          },
        ];
    yield* files.slice(0, left);
    left -= files.length;
  }
}

/** A document as Helm prints it. Conditions in a template leave empty lines, some of them with blanks. */
function printed(c, object, source) {
  const text = yaml(object, { indented: c.chance(0.5) });
  const gap = c.pick(['', '\n', '  \n', '\n\n']);
  return `---\n# Source: ${source}\n${text.replace(/\n(spec|data|rules):\n/, `\n${gap}$1:\n`)}`;
}

const CHARTS = [
  [5, application],
  [2, monitoring],
  [1, driver],
  [1, operator],
  [2, batch],
];

function application(c, release) {
  const os = c.chance(0.25) ? 'windows' : 'linux';
  const meta = metadataOf(c, release, 'application');
  const config = { ...meta, name: `${release}-config` };
  const pod = quoted(c, podSpec(c, { name: release, os, configMaps: [config.name], secrets: [`${release}-tls`] }));
  const template = podTemplate(c, meta, pod);
  const tested = {
    containers: [{ name: 'wget', image: double('busybox:1.37'), command: ['wget'], args: [`${release}:80`] }],
    restartPolicy: 'Never',
  };
  return {
    'templates/serviceaccount.yaml': [serviceAccount(meta)],
    'templates/secret.yaml': [secret(c, { ...meta, name: `${release}-tls` }, ['tls.crt', 'tls.key'])],
    'templates/configmap.yaml': [textMap(c, config, os)],
    'templates/service.yaml': [service(meta)],
    'templates/deployment.yaml': [workload(c, 'Deployment', meta, template)],
    ...(c.chance(0.5) ? { 'templates/hpa.yaml': [autoscaler(c, meta), disruptionBudget(meta)] } : {}),
    ...(c.chance(0.5) ? { 'templates/ingress.yaml': [ingress(c, meta)] } : {}),
    ...(c.chance(0.3) ? { 'templates/networkpolicy.yaml': [networkPolicy(c, meta)] } : {}),
    'templates/tests/test-connection.yaml': [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...meta, name: double(`${release}-test-connection`), annotations: { 'helm.sh/hook': 'test' } },
        spec: tested,
      },
    ],
  };
}

function monitoring(c, release) {
  const meta = metadataOf(c, release, 'monitoring');
  const account = { name: release, namespace: meta.namespace };
  const systems = c.chance(0.4) ? ['linux', 'windows'] : ['linux'];
  const dashboards = times(c.int(1, 3), (i) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...meta, name: `${release}-dashboard-${i}`, labels: { ...meta.labels, grafana_dashboard: '1' } },
    data: { [`${release}-${i}.json`]: dashboard(c, release, c.int(4, 16)) },
  }));
  const sets = systems.map((os) => {
    const pod = agentPod(c, { name: release, os, configMaps: [`${release}-config`] });
    const own = { ...meta, name: `${release}-${os}` };
    return [`templates/daemonset-${os}.yaml`, [workload(c, 'DaemonSet', own, podTemplate(c, own, quoted(c, pod)))]];
  });
  return {
    'templates/serviceaccount.yaml': [serviceAccount(meta)],
    'templates/rbac.yaml': role(c, { name: release, labels: meta.labels }, account),
    'templates/configmap.yaml': [textMap(c, { ...meta, name: `${release}-config` }, systems.at(-1))],
    'templates/dashboards.yaml': dashboards,
    'templates/rules.yaml': [alerts(c, meta)],
    ...Object.fromEntries(sets),
  };
}

/** A driver of volumes: a controller, and a DaemonSet for each operating system. */
function driver(c, release) {
  const meta = metadataOf(c, release, 'driver');
  const account = { name: release, namespace: meta.namespace };
  const controller = quoted(
    c,
    podSpec(c, { name: release, os: 'linux', image: 'registry.example/csi/controller:v1.30.3' }),
  );
  const sets = ['linux', 'windows'].map((os) => {
    const own = { ...meta, name: `${release}-node-${os}` };
    const pod = agentPod(c, { name: `${release}-node`, os, serviceAccount: release });
    return [`templates/node-${os}.yaml`, [workload(c, 'DaemonSet', own, podTemplate(c, own, quoted(c, pod)))]];
  });
  return {
    'templates/csidriver.yaml': [
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSIDriver',
        metadata: { name: `${release}.csi.example.com`, labels: meta.labels },
        spec: { attachRequired: true, podInfoOnMount: false, fsGroupPolicy: 'ReadWriteOnceWithFSType' },
      },
    ],
    'templates/storageclass.yaml': times(c.int(1, 3), (i) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: `${release}-${i}`, labels: meta.labels },
      provisioner: `${release}.csi.example.com`,
      parameters: { skuName: c.pick(['Standard', 'Premium']), 'csi.storage.k8s.io/fstype': c.pick(['ext4', 'ntfs']) },
      volumeBindingMode: 'WaitForFirstConsumer',
    })),
    'templates/rbac.yaml': [
      serviceAccount(meta),
      ...times(4, (i) => role(c, { name: `${release}-role-${i}`, labels: meta.labels }, account)).flat(),
    ],
    'templates/controller.yaml': [workload(c, 'Deployment', meta, podTemplate(c, meta, controller))],
    ...Object.fromEntries(sets),
  };
}

function operator(c, release) {
  const meta = metadataOf(c, release, 'operator');
  const account = { name: release, namespace: meta.namespace };
  const pod = quoted(c, podSpec(c, { name: release, os: 'linux', image: 'ghcr.io/example/operator:v0.14.2' }));
  const crds = times(c.int(1, 4), (i) => [
    `crds/${i}.yaml`,
    [definition(c, `${release}.example.com`, i, c.int(6, 22))],
  ]);
  return {
    ...Object.fromEntries(crds),
    'templates/rbac.yaml': [serviceAccount(meta), ...role(c, { name: release, labels: meta.labels }, account)],
    'templates/deployment.yaml': [workload(c, 'Deployment', meta, podTemplate(c, meta, pod))],
    'templates/service.yaml': [service(meta, { port: 9443 })],
  };
}

/** Scripts in a ConfigMap, and the jobs that run them. */
function batch(c, release) {
  const os = c.chance(0.2) ? 'windows' : 'linux';
  const meta = metadataOf(c, release, 'batch');
  const scripts = { ...meta, name: `${release}-scripts` };
  const pod = () => quoted(c, podSpec(c, { name: release, os, configMaps: [scripts.name] }));
  const hook = { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-weight': '-5' };
  return {
    'templates/scripts.yaml': [scriptMap(c, scripts, os)],
    'templates/cronjobs.yaml': times(c.int(1, 3), (i) => cronJob(c, { ...meta, name: `${release}-${i}` }, pod())),
    'templates/hook.yaml': [job(c, { ...meta, name: `${release}-prepare`, annotations: hook }, pod())],
  };
}

function metadataOf(c, release, chart) {
  const labels = {
    'helm.sh/chart': `${chart}-${c.int(0, 9)}.${c.int(0, 20)}.${c.int(0, 9)}`,
    'app.kubernetes.io/name': release,
    'app.kubernetes.io/instance': c.chance(0.5) ? double(release) : release,
    'app.kubernetes.io/version': double(`${c.int(1, 9)}.${c.int(0, 20)}.${c.int(0, 9)}`),
    'app.kubernetes.io/managed-by': 'Helm',
  };
  return metadata(release, c.pick(TEAMS), labels);
}

function podTemplate(c, meta, spec) {
  const annotations = {
    'checksum/config': c.hex(64),
    ...(c.chance(0.3) ? { 'example.com/description': wrapped(c.sentence(20, 50)) } : {}),
    ...(c.chance(0.35)
      ? { 'sidecar.example.com/config': double(JSON.stringify({ limits: { cpu: '1' }, paths: ['/a', '/b'] })) }
      : {}),
  };
  return { metadata: { annotations, labels: { ...meta.labels, 'app.kubernetes.io/name': meta.name } }, spec };
}

/** The template of a pod with the quotes of a chart around images and values. Some charts write resources on one line. */
function quoted(c, spec) {
  const isShort = c.chance(0.2);
  const containers = (list) =>
    list?.map((container) => ({
      ...container,
      image: double(container.image),
      resources: isShort && container.resources !== undefined ? flow(container.resources) : container.resources,
      env: container.env?.map((item) => (item.value === undefined ? item : { ...item, value: double(item.value) })),
    }));
  return { ...spec, initContainers: containers(spec.initContainers), containers: containers(spec.containers) };
}

/** A ConfigMap with texts in all forms of scalars, and with keys that need quotes. */
function textMap(c, meta, os) {
  const script = os === 'windows' ? powerShellScript : shellScript;
  const forms = {
    'application.yaml': () => settingsInYaml(c, c.int(5, 20)),
    'server.properties': () => settings(c, c.int(20, 90)),
    [os === 'windows' ? 'start.ps1' : 'start.sh']: () => literal(script(c, c.int(10, 60))),
    'motd.txt': () =>
      folded(
        times(c.int(1, 4), () => c.sentence(20, 60)),
        c.pick(['>', '>-']),
      ),
    'banner.txt': () => wrapped(`${c.sentence(20, 60)}\n\t"${c.words(4)}" \u00b5 \\ ${c.sentence(10, 30)}`),
    'legacy.ini': () => escaped(settings(c, c.int(5, 20)).replaceAll(' =', ' \t=')),
    8080: () => double(`${meta.namespace}/${meta.name}:80`),
    true: () => double('yes'),
    '1.0': () => double('stable'),
    'trailing.txt': () => `${c.sentence(5, 20)}\n${c.sentence(5, 20)}\n\n`,
  };
  const chosen = Object.entries(forms).filter(() => c.chance(0.5));
  const data = Object.fromEntries(chosen.map(([key, form]) => [key, form()]));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, data };
}

/** Scripts of 50 to 200 lines. */
function scriptMap(c, meta, os) {
  const [script, extension] = os === 'windows' ? [powerShellScript, 'ps1'] : [shellScript, 'sh'];
  const names = ['prepare', 'run', 'clean', 'report'].slice(0, c.int(1, 4));
  const data = Object.fromEntries(names.map((name) => [`${name}.${extension}`, script(c, c.int(25, 100))]));
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta, data };
}

/** Alerts of Prometheus, with expressions in blocks. */
function alerts(c, meta) {
  const rules = times(c.int(3, 15), (i) => ({
    alert: `Alert${i}`,
    expr: literal(
      `sum by (namespace, pod) (\n  rate(requests_failed_total{job="${meta.name}"}[5m])\n) > ${c.int(1, 90)}\n`,
    ),
    for: `${c.int(1, 30)}m`,
    labels: { severity: c.pick(['critical', 'warning']) },
    annotations: {
      summary: double(`${c.sentence(5, 12)} {{ $labels.pod }}`),
      description: folded([`${c.sentence(10, 30)} The value is {{ $value }}.`], '>'),
    },
  }));
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: meta,
    spec: { groups: [{ name: `${meta.name}.rules`, rules }] },
  };
}
