import type { FieldPath } from '../yaml/read/path.ts';

interface WorkloadKind {
  /** The current API version, which is assumed where a template writes it. */
  readonly apiVersion: string;
  /** Including those of earlier releases. */
  readonly groups: readonly string[];
  /** The path from the object to the pod template; empty if the object is the pod. */
  readonly template: FieldPath;
}

/** The kinds of the Kubernetes API that are pods or create them. */
const WORKLOADS: Readonly<Record<string, WorkloadKind>> = {
  Pod: { apiVersion: 'v1', groups: [''], template: [] },
  PodTemplate: { apiVersion: 'v1', groups: [''], template: ['template'] },
  ReplicationController: { apiVersion: 'v1', groups: [''], template: ['spec', 'template'] },
  ReplicaSet: { apiVersion: 'apps/v1', groups: ['apps', 'extensions'], template: ['spec', 'template'] },
  Deployment: { apiVersion: 'apps/v1', groups: ['apps', 'extensions'], template: ['spec', 'template'] },
  StatefulSet: { apiVersion: 'apps/v1', groups: ['apps'], template: ['spec', 'template'] },
  DaemonSet: { apiVersion: 'apps/v1', groups: ['apps', 'extensions'], template: ['spec', 'template'] },
  Job: { apiVersion: 'batch/v1', groups: ['batch'], template: ['spec', 'template'] },
  CronJob: { apiVersion: 'batch/v1', groups: ['batch'], template: ['spec', 'jobTemplate', 'spec', 'template'] },
};

/** The kinds of the Kubernetes API that are pods or create them, with the API groups that they have or had. */
export const WORKLOAD_KINDS = Object.entries(WORKLOADS).flatMap(([kind, { groups }]) =>
  groups.map((group) => ({ group, kind })),
);

/** The workload kind with this name; undefined for other kinds, including names such as `constructor`. */
export function workloadKind(kind: string): WorkloadKind | undefined {
  return Object.hasOwn(WORKLOADS, kind) ? WORKLOADS[kind] : undefined;
}
