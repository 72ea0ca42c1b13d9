import type { FieldPath } from '../yaml/read/path.ts';

interface WorkloadKind {
  /** The API version today: the one that is assumed where a template writes it. */
  readonly apiVersion: string;
  /** With those of earlier releases. */
  readonly groups: readonly string[];
  /** From the object to the pod template; empty where the object is the pod. */
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

/** The workload of a kind; undefined for other kinds, also for those that every object has, such as `constructor`. */
export function workloadKind(kind: string): WorkloadKind | undefined {
  return Object.hasOwn(WORKLOADS, kind) ? WORKLOADS[kind] : undefined;
}
