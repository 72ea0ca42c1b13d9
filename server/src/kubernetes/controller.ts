import type { KubeObject } from './object.ts';

/** The object that manages another one, as its `ownerReferences` name it. It is in the same namespace. */
export interface Controller {
  readonly kind: string;
  readonly name: string;
  /** Undefined where it was removed from a manifest. */
  readonly uid: string | undefined;
}

/** What an object that was read from a cluster has to do with others. */
export interface Origin {
  readonly uid: string | undefined;
  /** Undefined for an object that a user created. */
  readonly controller: Controller | undefined;
  /** Whether it is a ReplicaSet without pods, which a Deployment keeps of an earlier revision. */
  readonly isUnused: boolean;
}

/** That of an object that was not read from a cluster. */
export const NO_ORIGIN: Origin = { uid: undefined, controller: undefined, isUnused: false };

export function originOf({ kind, field }: Pick<KubeObject, 'kind' | 'field'>): Origin {
  const metadata = field.get('metadata');
  const references = metadata?.get('ownerReferences')?.items() ?? [];
  const reference = references.find((candidate) => candidate.get('controller')?.boolean === true);
  const [owner, name] = [reference?.get('kind')?.string, reference?.get('name')?.string];
  return {
    uid: metadata?.get('uid')?.string,
    controller: owner && name ? { kind: owner, name, uid: reference?.get('uid')?.string } : undefined,
    isUnused: kind === 'ReplicaSet' && field.at('spec', 'replicas')?.number === 0,
  };
}

/** The controllers above an object that `find` knows, the nearest first. */
export function controllersAbove<T extends Pick<Origin, 'controller'>>(
  { controller }: Pick<Origin, 'controller'>,
  find: (controller: Controller) => T | undefined,
): readonly T[] {
  const found: T[] = [];
  for (let next = controller; next !== undefined && found.length < MAX_DEPTH; ) {
    const above = find(next);
    if (above !== undefined) found.push(above);
    next = above?.controller;
  }
  return found;
}

/** Controllers above each other: a pod has three in a CronJob of a custom resource. */
const MAX_DEPTH = 5;

/** Whether two UIDs may be those of one object. An object that was created again has another one. */
export function mayBeSameUid(uid: string | undefined, other: string | undefined): boolean {
  return uid === undefined || other === undefined || uid === other;
}
