import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClusterObject } from '../cluster-objects.ts';
import { folderWith } from './kubewin.ts';

/** How a command of the stand-in ends, if not as usual. */
export interface Trouble {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** Whether it prints this and does not end. */
  readonly hangs?: boolean;
  /** How much of what it would print is left, from 0 to 1. */
  readonly share?: number;
}

export interface Cluster {
  readonly objects: readonly ClusterObject[];
  /** The release of the API server. */
  readonly release?: string;
  /** The plural names of kinds that may not be listed. */
  readonly forbidden?: readonly string[];
  /** Kinds that the cluster does not have. */
  readonly without?: readonly string[];
  /** By the command, such as `get`. */
  readonly trouble?: Readonly<Record<string, Trouble>>;
}

const TABLE = `
nodes no v1 false Node
namespaces ns v1 false Namespace
pods po v1 true Pod
podtemplates - v1 true PodTemplate
replicationcontrollers rc v1 true ReplicationController
services svc v1 true Service
configmaps cm v1 true ConfigMap
secrets - v1 true Secret
serviceaccounts sa v1 true ServiceAccount
persistentvolumeclaims pvc v1 true PersistentVolumeClaim
persistentvolumes pv v1 false PersistentVolume
deployments deploy apps/v1 true Deployment
replicasets rs apps/v1 true ReplicaSet
daemonsets ds apps/v1 true DaemonSet
statefulsets sts apps/v1 true StatefulSet
jobs - batch/v1 true Job
cronjobs cj batch/v1 true CronJob
networkpolicies netpol networking.k8s.io/v1 true NetworkPolicy
networkpolicies netpol extensions/v1beta1 true NetworkPolicy
runtimeclasses - node.k8s.io/v1 false RuntimeClass
storageclasses sc storage.k8s.io/v1 false StorageClass
roles - rbac.authorization.k8s.io/v1 true Role
rolebindings - rbac.authorization.k8s.io/v1 true RoleBinding
clusterroles - rbac.authorization.k8s.io/v1 false ClusterRole
clusterrolebindings - rbac.authorization.k8s.io/v1 false ClusterRoleBinding
rollouts ro argoproj.io/v1alpha1 true Rollout
events ev events.k8s.io/v1 true Event
`
  .trim()
  .split('\n')
  .map((row) => row.split(' '));

/** A stand-in for kubectl with the objects of a cluster. */
export interface StandIn {
  /** The environment in which it is the kubectl of the PATH. */
  readonly environment: Readonly<Record<string, string>>;
  /** The arguments of each command that it was started for. */
  readonly commands: () => readonly (readonly string[])[];
}

/** Creates a script of Node.js named `kubectl`, which answers as kubectl does and records what it is asked. */
export function kubectlStandIn(cluster: Cluster): StandIn {
  const table = TABLE.filter(([, , , , kind = '']) => !cluster.without?.includes(kind));
  const yaml = fileURLToPath(new URL('../../node_modules/yaml', import.meta.url));
  const folder = folderWith({
    'state.json': JSON.stringify({ ...cluster, table }),
    record: '',
    kubectl: `#!${process.execPath}
const { appendFileSync, readFileSync, writeSync } = require('node:fs');
const { stringify } = require(${JSON.stringify(yaml)});
const { objects, table, release, forbidden = [], trouble = {} } = JSON.parse(readFileSync(__dirname + '/state.json', 'utf8'));
const args = process.argv.slice(2);
appendFileSync(__dirname + '/record', JSON.stringify(args) + '\\n');
const value = (name) => args.find((arg) => arg.startsWith('--' + name + '='))?.slice(name.length + 3);
const errors = [];
const answers = {
  'api-resources': () =>
    table.map(([name, short, version, namespaced, kind]) =>
      [name.padEnd(30), (short === '-' ? '' : short).padEnd(8), version.padEnd(30), namespaced.padEnd(8), kind].join(' ') + '\\n').join(''),
  version: () => JSON.stringify({ clientVersion: {}, ...(release && { serverVersion: { gitVersion: release } }) }),
  get: () => {
    const [, names] = args;
    const items = names.split(',').flatMap((name) => {
      const [plural, ...rest] = name.split('.');
      const row = table.find(([own, , version]) => own === plural && version.includes(rest.join('.')));
      if (forbidden.includes(plural)) {
        errors.push('Error from server (Forbidden): ' + name + ' is forbidden: User "u" cannot list resource "' + plural + '"');
        return [];
      }
      const selector = value('selector')?.split('=');
      return objects.filter(({ apiVersion, kind, metadata }) =>
        kind === row[4] && apiVersion === row[2] &&
        (metadata.namespace === undefined || args.includes('--all-namespaces') || metadata.namespace === (value('namespace') ?? 'default')) &&
        (selector === undefined || metadata.labels?.[selector[0]] === selector[1]));
    });
    return stringify({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } }, { aliasDuplicateObjects: false });
  },
};
const command = args.find((arg) => !arg.startsWith('-'));
const { share = 1, hangs, ...special } = trouble[command] ?? {};
const stdout = special.stdout ?? answers[command]();
writeSync(1, stdout.slice(0, share * stdout.length));
for (const line of [special.stderr, ...errors]) if (line !== undefined) writeSync(2, line + '\\n');
process.exitCode = special.code ?? (errors.length > 0 ? 1 : 0);
if (hangs) {
  require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'inherit' });
  setInterval(() => {}, 1_000);
}
`,
  });
  chmodSync(join(folder, 'kubectl'), 0o755);
  return {
    environment: { PATH: folder },
    commands: () =>
      readFileSync(join(folder, 'record'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}
