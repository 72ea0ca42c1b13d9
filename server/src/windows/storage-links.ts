import {
  ANY_CLASS,
  claimKey,
  claimKeys,
  classKey,
  isUnknownClass,
  nameKey,
  UNCLAIMED,
  volumeKey,
} from '../kubernetes/fact-keys.ts';
import type {
  ClaimTemplateFact,
  PersistentVolumeClaimFact,
  PersistentVolumeFact,
  PodFact,
} from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import {
  defineDerivation,
  defineFilter,
  derived,
  type Facts,
  keyed,
  matching,
  named,
} from '../kubernetes/questions.ts';
import { grouped } from '../text/grouped.ts';
import { isCertainlyWindows } from './verdict.ts';

/** The pods in the workspace that use a PersistentVolumeClaim, PersistentVolume or StorageClass. */
export interface StorageUsers {
  /** The pods that are known to run on Windows, with their claims; undefined for a claim template in the pod's own object. */
  readonly windows: readonly { readonly pod: PodFact; readonly claim: string | undefined }[];
  /** Whether other pods use it, too, so that it cannot be changed only for Windows. */
  readonly shared: boolean;
}

/** The pods that use a claim. */
export function usersOfClaim(facts: Facts, name: string | null, namespace: string | null): StorageUsers {
  const claim = name === null ? undefined : facts.ask(named('PersistentVolumeClaim', name, namespace));
  return claim === undefined ? NO_USERS : usersOf(facts, [claim]);
}

/** The pods whose claim is bound to a PersistentVolume: by `claimRef` of the volume, or by `volumeName` of the claim. */
export function usersOfVolume(facts: Facts, name: string | null): StorageUsers {
  const volume = name === null ? undefined : facts.ask(named('PersistentVolume', name));
  if (volume === undefined || volume.isIncomplete) return NO_USERS;
  const { claim } = volume;
  if (claim === undefined) {
    const claims = facts.ask(matching(claimsOfVolume, volume.name, { keys: [volumeKey(volume.name)] }));
    const owners = facts.ask(matching(podsWithClaimOfVolume, volume.name, { keys: [volumeKey(volume.name)] }));
    if (claims.length + owners.length > 1) return NO_USERS;
    return claims.length > 0 ? usersOf(facts, claims) : ownersAsUsers(owners);
  }
  const same = facts
    .ask(keyed('PersistentVolumeClaim', nameKey(claim.name)))
    .filter(({ namespace }) => namespace === claim.namespace);
  const isOther = same.some((other) => (other.isIncomplete || other.volume !== undefined) && other.volume !== name);
  return isOther || same.length > 1 ? NO_USERS : usersOf(facts, [claim], name);
}

/** The pods whose claims have volumes of a StorageClass. It does not provision volumes for claims with `volumeName`. */
export function usersOfClass(facts: Facts, name: string | null): StorageUsers {
  if (name === null || facts.ask(named('StorageClass', name)) === undefined) return NO_USERS;
  const claims = facts.ask(matching(claimsOfClass, name, { keys: [classKey(name)] }));
  const owners = facts.ask(matching(podsWithClaimOfClass, name, { keys: [classKey(name)] }));
  const users = usersOf(
    facts,
    claims.filter((claim) => facts.ask(named(claim.kind, claim.name, claim.namespace)) !== undefined),
  );
  const own = ownersAsUsers(owners);
  return { windows: [...users.windows, ...own.windows], shared: users.shared || own.shared };
}

/** The PersistentVolumes to which the claims of a pod are or have to be bound, as far as that is certain. */
export function volumesOfPod(facts: Facts, { spec, object }: Pod): readonly PersistentVolumeFact[] {
  return (spec.get('volumes')?.items() ?? []).flatMap((field) => {
    const name = field.at('persistentVolumeClaim', 'claimName')?.string;
    const claim = name === undefined ? undefined : facts.ask(named('PersistentVolumeClaim', name, object.namespace));
    return claim === undefined || claim.isIncomplete ? [] : (volumeOfClaim(facts, claim) ?? []);
  });
}

/**
 * Whether a claim of a pod may be bound to a PersistentVolume that has its own nodes, but need not be: the claim is not in the
 * workspace, or something of one of them is unknown.
 */
export function mayHaveVolumeWithNodes(facts: Facts, { spec, object: { namespace } }: Pod): boolean {
  return (spec.get('volumes')?.items() ?? []).some((field) => {
    const name = field.at('persistentVolumeClaim', 'claimName')?.string;
    return name !== undefined && facts.ask(derived(mayBindVolumeWithNodes, { name, namespace }));
  });
}

const mayBindVolumeWithNodes = defineDerivation(
  'windows/storage-links mayBindVolumeWithNodes',
  (facts, { name, namespace }: { readonly name: string; readonly namespace: string | null }) => {
    const claim = facts.ask(named('PersistentVolumeClaim', name, namespace));
    if (claim !== undefined && !claim.isIncomplete && volumeOfClaim(facts, claim) !== undefined) return false;
    const reserved = facts
      .ask(keyed('PersistentVolume', claimKey(name)))
      .filter(({ claim: other }) => other?.name === name && other.namespace === namespace);
    const byName = claim?.volume === undefined ? [] : facts.ask(keyed('PersistentVolume', nameKey(claim.volume)));
    const others = facts.ask(derived(unclaimedVolumes, knownClass(claim)));
    return [...reserved, ...byName.filter(isUnclaimedWithNodes), ...others].some((volume) => {
      if (!hasNodes(volume)) return false;
      if (claim === undefined || claim.isIncomplete || volume.isIncomplete) return true;
      if (claim.volume !== undefined) return claim.volume === volume.name;
      const [own, other] = [claim.storageClass, volume.storageClass ?? ''];
      const mayBeSameClass = own === undefined || own === other || isUnknownClass(own) || isUnknownClass(other);
      return mayBeSameClass && canBind({ ...claim, hasSelector: false }, volume);
    });
  },
);

/** The class of a claim; null if its volume may be of any class. */
function knownClass(claim: PersistentVolumeClaimFact | undefined): string | null {
  if (claim?.storageClass === undefined || claim.volume !== undefined || claim.isIncomplete) return null;
  return isUnknownClass(claim.storageClass) ? null : claim.storageClass;
}

/**
 * The volumes without a claim that have their own nodes: one of each kind that a claim can tell from others. With a class,
 * those that may be of this class. There may be thousands of volumes and claims.
 */
const unclaimedVolumes = defineDerivation(
  'windows/storage-links unclaimedVolumes',
  (facts, storageClass: string | null): readonly PersistentVolumeFact[] => {
    const keys = storageClass === null ? [UNCLAIMED] : [classKey(storageClass), ANY_CLASS];
    const volumes = keys.flatMap((key) => facts.ask(keyed('PersistentVolume', key))).filter(isUnclaimedWithNodes);
    const kinds = grouped(volumes, (volume) => {
      const { isIncomplete, storageClass: own, volumeMode, accessModes, storage } = volume;
      return JSON.stringify({ isIncomplete, own, volumeMode, accessModes, storage });
    });
    return [...kinds.values()].flatMap(([first]) => first ?? []);
  },
);

function isUnclaimedWithNodes(volume: PersistentVolumeFact): boolean {
  return volume.claim === undefined && hasNodes(volume);
}

/** Whether a volume has its own nodes. */
function hasNodes({ source, nodeRequirements }: PersistentVolumeFact): boolean {
  return source === 'local' || nodeRequirements !== undefined;
}

function volumeOfClaim(facts: Facts, claim: PersistentVolumeClaimFact): PersistentVolumeFact | undefined {
  const { name, namespace, storageClass, volume: volumeName } = claim;
  if (volumeName !== undefined) {
    const volume = facts.ask(named('PersistentVolume', volumeName));
    return volume?.isIncomplete ? undefined : volume;
  }
  const isForClaim = ({ claim: other }: PersistentVolumeFact) => other?.name === name && other.namespace === namespace;
  const volume = facts.ask(derived(onlyVolumeForClaim, { name, storageClass: storageClass ?? null }));
  if (volume === null || volume.isIncomplete) return undefined;
  if (isForClaim(volume)) return volume;
  if (volume.claim !== undefined || storageClass === undefined || isUnknownClass(storageClass)) return undefined;
  return canBind(claim, volume) && !mayProvision(facts, storageClass, volume) ? volume : undefined;
}

/**
 * The only volume that may be bound to a claim, of those of its class, those for it, and those of which a part is unknown; null
 * if there are several. A class may have thousands of volumes and claims.
 */
const onlyVolumeForClaim = defineDerivation(
  'windows/storage-links onlyVolumeForClaim',
  (facts, { name, storageClass }: { readonly name: string; readonly storageClass: string | null }) => {
    const keys = [claimKey(name), ANY_CLASS, ...(storageClass === null ? [] : [classKey(storageClass)])];
    const lists = keys.map((key) => facts.ask(keyed('PersistentVolume', key)));
    if (lists.some(({ length }) => length > 1)) return null;
    const [volume = null, ...others] = new Set(lists.flat());
    return others.length === 0 ? volume : null;
  },
);

/** Whether a volume meets a claim of its class: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding */
function canBind(claim: PersistentVolumeClaimFact, volume: PersistentVolumeFact): boolean {
  return (
    !claim.hasSelector &&
    (claim.volumeMode ?? 'Filesystem') === (volume.volumeMode ?? 'Filesystem') &&
    claim.accessModes.every((mode) => volume.accessModes.includes(mode)) &&
    claim.storage !== undefined &&
    volume.storage !== undefined &&
    claim.storage <= volume.storage
  );
}

/** Whether a StorageClass may create other volumes. Classes of `local` volumes have no provisioner. */
function mayProvision(facts: Facts, name: string, { source }: PersistentVolumeFact): boolean {
  if (name === '') return false;
  const storageClass = facts.ask(named('StorageClass', name));
  return storageClass === undefined ? source !== 'local' : storageClass.provisioner !== 'kubernetes.io/no-provisioner';
}

/** The pods of a StatefulSet; none if a placeholder in its name may stand for several. */
export function podsOfStatefulSet(facts: Facts, { name, namespace }: KubeObject): readonly PodFact[] {
  if (name === null || isPlaceholder(name)) return [];
  return facts.ask(matching(podsOfSet, name, { namespace, keys: [nameKey(name)] }));
}

const podsOfSet = defineFilter(
  'windows/storage-links podsOfSet',
  'Pod',
  ({ workload, name }, workloadName: string) => workload === 'StatefulSet' && name === workloadName,
);

const NO_USERS: StorageUsers = { windows: [], shared: false };

/** The pods that use claims by name or by a template, except templates for another volume. */
function usersOf(
  facts: Facts,
  claims: readonly Pick<PersistentVolumeClaimFact, 'name' | 'namespace'>[],
  volume?: string | null,
): StorageUsers {
  const users = claims.flatMap(({ name, namespace }) =>
    facts
      .ask(matching(podsUsingClaim, { name, volume }, { namespace, keys: [claimKeys(name)] }))
      .map((pod) => ({ pod, claim: pod.claims.includes(name) ? name : undefined })),
  );
  return withWindows(users);
}

const claimsOfVolume = defineFilter(
  'windows/storage-links claimsOfVolume',
  'PersistentVolumeClaim',
  (claim, volume: string) => claim.volume === volume,
);

const podsWithClaimOfVolume = defineFilter(
  'windows/storage-links podsWithClaimOfVolume',
  'Pod',
  ({ claimTemplates }, volume: string) => claimTemplates.some((own) => own.volume === volume),
);

const claimsOfClass = defineFilter(
  'windows/storage-links claimsOfClass',
  'PersistentVolumeClaim',
  ({ storageClass, volume, isIncomplete }, name: string) =>
    storageClass === name && volume === undefined && !isIncomplete,
);

const podsWithClaimOfClass = defineFilter(
  'windows/storage-links podsWithClaimOfClass',
  'Pod',
  ({ claimTemplates }, name: string) =>
    claimTemplates.some((own) => own.storageClass === name && own.volume === undefined),
);

const podsUsingClaim = defineFilter('windows/storage-links podsUsingClaim', 'Pod', usesClaim);

/** Whether a pod uses a claim by name or by a template, except a template for another volume. */
function usesClaim({ claims, claimTemplates }: PodFact, { name, volume }: ClaimOfVolume): boolean {
  const isOwn = (own: ClaimTemplateFact) =>
    isNamed(own, name) && (volume === undefined || (own.volume ?? volume) === volume);
  return claims.includes(name) || claimTemplates.some(isOwn);
}

type ClaimOfVolume = { readonly name: string; readonly volume: string | null | undefined };

function ownersAsUsers(owners: readonly PodFact[]): StorageUsers {
  return withWindows(owners.map((pod) => ({ pod, claim: undefined })));
}

function withWindows(users: StorageUsers['windows']): StorageUsers {
  return {
    windows: users.filter(({ pod }) => isCertainlyWindows(pod)),
    shared: users.some(({ pod }) => pod.os !== 'windows'),
  };
}

/** Whether a template creates a claim with this name. */
function isNamed({ name: names }: ClaimTemplateFact, name: string): boolean {
  const [before = '', after] = names?.split('*') ?? [];
  if (after === undefined) return names === name;
  const number = name.slice(before.length, name.length - after.length);
  return name.startsWith(before) && name.endsWith(after) && /^\d+$/.test(number);
}
