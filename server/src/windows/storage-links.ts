import type { Facts, PersistentVolumeClaimFact, PodFact } from '../kubernetes/facts.ts';

/** The pods that a claim, a volume or a storage class leads to, as far as the workspace shows it. */
export interface StorageUsers {
  /** Those that are certainly for Windows, and the claim that leads there; undefined for one in the pod's own object. */
  readonly windows: readonly { readonly pod: PodFact; readonly claim: string | undefined }[];
  /** Whether pods that are not for Windows use it too: it is not to be changed for Windows alone. */
  readonly shared: boolean;
}

/** The pods whose volumes name a claim. */
export function usersOfClaim(facts: Facts, name: string | null, namespace: string | null): StorageUsers {
  const claim = name === null ? undefined : facts.named('PersistentVolumeClaim', name, namespace);
  return claim === undefined ? NOBODY : usersOf(facts, [claim]);
}

/** The pods whose claim a PersistentVolume is bound to: it names the claim, or the claim names it. */
export function usersOfVolume(facts: Facts, name: string | null): StorageUsers {
  const volume = name === null ? undefined : facts.named('PersistentVolume', name);
  if (volume === undefined || volume.open) return NOBODY;
  const { claim } = volume;
  if (claim === undefined) {
    const claims = facts.where('PersistentVolumeClaim', undefined, `volume ${name}`, (one) => one.volume === name);
    return usersOf(facts, claims.length > 1 ? [] : claims);
  }
  const same = facts.where(
    'PersistentVolumeClaim',
    claim.namespace,
    `named ${claim.name}`,
    (one) => one.name === claim.name,
  );
  const isOther = same.some((one) => (one.open || one.volume !== undefined) && one.volume !== name);
  return isOther || same.length > 1 ? NOBODY : usersOf(facts, [claim]);
}

/** The pods whose claims have their volumes made by a StorageClass; a claim that names its volume has not. */
export function usersOfClass(facts: Facts, name: string | null): StorageUsers {
  if (name === null || facts.named('StorageClass', name) === undefined) return NOBODY;
  const claims = facts.where(
    'PersistentVolumeClaim',
    undefined,
    `class ${name}`,
    (claim) => claim.storageClass === name && claim.volume === undefined && !claim.open,
  );
  const owners = facts.where('Pod', undefined, `class ${name}`, (pod) => pod.storageClasses.includes(name));
  const users = usersOf(
    facts,
    claims.filter((one) => facts.named(one.kind, one.name, one.namespace) !== undefined),
  );
  return {
    windows: [...users.windows, ...owners.filter(isForWindows).map((pod) => ({ pod, claim: undefined }))],
    shared: users.shared || owners.some((pod) => pod.os !== 'windows'),
  };
}

/** Whether a pod is for Windows for certain, not by a guess. */
export function isForWindows({ os, certainty }: PodFact): boolean {
  return os === 'windows' && certainty !== 'guessed';
}

const NOBODY: StorageUsers = { windows: [], shared: false };

function usersOf(facts: Facts, claims: readonly Pick<PersistentVolumeClaimFact, 'name' | 'namespace'>[]): StorageUsers {
  const users = claims.flatMap(({ name, namespace }) =>
    facts
      .where('Pod', namespace, `claim ${name}`, (pod) => pod.claims.includes(name))
      .map((pod) => ({ pod, claim: name })),
  );
  return {
    windows: users.filter(({ pod }) => isForWindows(pod)),
    shared: users.some(({ pod }) => pod.os !== 'windows'),
  };
}
