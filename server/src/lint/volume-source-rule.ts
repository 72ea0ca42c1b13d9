import { volumeNameOf } from '../kubernetes/volume.ts';
import type { MigratedVolume } from '../windows/csi-drivers.ts';
import { podTitle } from '../windows/selected-pods.ts';
import { usersOfVolume } from '../windows/storage-links.ts';
import type { Value } from '../yaml/change.ts';
import type { CheckContext, Field, Fix, Message, Outcome, Rule, Source } from './rule.ts';
import { message } from './rule.ts';
import { code, docs } from './sources.ts';
import { relatedUsers } from './storage-users.ts';

interface VolumeRule extends Pick<Rule, 'since'> {
  readonly id: string;
  readonly title: string;
  /** What is looked at in the source of a volume, such as `nfs` or `csi.driver`. */
  readonly parts: readonly string[];
  /** What is to be said of the volume, behind its name: «is an NFS share.»; `{0}` is the value of the field. */
  readonly says: string;
  /** Whether the volume is one that the rule is about; every field is without a say. */
  readonly concerns?: (field: Field, context: CheckContext) => boolean;
  readonly fixes?: (field: Field, volume: VolumeInQuestion) => readonly Fix[];
  readonly outcomes: readonly [Outcome, ...Outcome[]];
  readonly why: string;
  readonly sources: readonly [Source, ...Source[]];
}

interface VolumeInQuestion {
  /** Whether it is a PersistentVolume and not written in the pod. */
  readonly isPersistent: boolean;
  /** Whether pods that are not for Windows use it too. */
  readonly isShared: boolean;
}

/** A rule on how a volume is given, in a Windows pod and in the PersistentVolume that its claim is bound to. */
export function volumeRule(definition: VolumeRule): Rule {
  const { id, title, since, parts, says, outcomes, why, sources } = definition;
  const concerns = definition.concerns ?? (() => true);
  const fixes = definition.fixes ?? (() => []);
  const spanOf = (field: Field) => (field.isScalar ? field.valueSpan : field.span);
  return {
    id,
    title,
    ...(since === undefined ? {} : { since }),
    gate: 'windows',
    pod: {
      watches: parts.map((part) => `spec.volumes[*].${part}`),
      *check(field, context) {
        if (!concerns(field, context)) return;
        yield {
          at: spanOf(field),
          message: message(`Volume \`{1}\` ${says}`, field.source ?? '', volumeNameOf(field)),
          fixes: () => fixes(field, { isPersistent: false, isShared: false }),
        };
      },
    },
    objects: [
      {
        group: '',
        kind: 'PersistentVolume',
        watches: parts.map((part) => `spec.${part}`),
        *check(field, context) {
          if (!concerns(field, context)) return;
          const users = usersOfVolume(context.facts, context.object.name);
          const [first] = users.windows;
          if (first === undefined) return;
          yield {
            at: spanOf(field),
            message: ofPersistentVolume(says, field, context, podTitle(first.pod)),
            related: relatedUsers(users),
            fixes: () => fixes(field, { isPersistent: true, isShared: users.shared }),
          };
        },
      },
    ],
    outcomes,
    why,
    sources,
  };
}

interface MissingSource extends Pick<Rule, 'id' | 'title' | 'why'> {
  /** The key of the source. */
  readonly source: string;
  /** What such a volume is, with its article: `an NFS share`. */
  readonly name: string;
  readonly seen?: string;
  readonly sources?: readonly Source[];
}

/** A rule for a kind of volume that Kubernetes cannot mount on Windows at all. */
export function missingVolumeSource({ id, title, source, name, seen, why, sources }: MissingSource): Rule {
  return volumeRule({
    id,
    title,
    parts: [source],
    says: `is ${name}, and Kubernetes has no code to mount one on Windows.`,
    concerns: (field) => field.isMapping,
    outcomes: [
      {
        effect: 'fails',
        result: 'The pod stays in ContainerCreating.',
        ...(seen === undefined ? {} : { seen }),
      },
    ],
    why,
    sources: [docs.windowsStorage, docs.volumes, ...(sources ?? [])],
  });
}

interface MigratedSource extends Pick<Rule, 'id' | 'title' | 'why'> {
  readonly volume: MigratedVolume;
  readonly name: string;
  /** What the CSI volume that takes its place has besides the driver; `<…>` stands for what the manifest does not tell. */
  readonly rewritten: (source: Field) => { readonly volumeHandle: string; readonly [key: string]: Value };
}

/** A rule for a kind of volume that was part of Kubernetes and is handed on to a CSI driver. */
export function migratedVolumeSource({ id, title, volume, name, rewritten, why }: MigratedSource): Rule {
  const { source, driver, since } = volume;
  return volumeRule({
    id,
    title,
    parts: [source],
    says: `is ${name} in the old notation, which Kubernetes hands on to the CSI driver \`${driver}\`.`,
    concerns: (field) => field.isMapping,
    fixes: (field, { isPersistent, isShared }) =>
      isPersistent && !isShared ? [rewrite(field, { driver, ...rewritten(field) })] : [],
    outcomes: [
      {
        effect: 'differs',
        since,
        result: 'It works only where the Windows nodes run the node plug-in of that driver.',
      },
    ],
    why,
    sources: [docs.volumes, docs.windowsStorage, code('kubernetes/kubernetes pkg/features/kube_features.go')],
  });
}

function rewrite(field: Field, csi: { readonly driver: string; readonly [key: string]: Value }): Fix {
  const kept = ['fsType', 'readOnly'].flatMap((key) => {
    const value = field.get(key)?.string ?? field.get(key)?.boolean;
    return value === undefined ? [] : [[key, value] as const];
  });
  return {
    title: `Write it as a CSI volume of \`${csi.driver}\``,
    safety: 'review',
    changes: [
      { kind: 'rename', path: field.path, key: 'csi' },
      { kind: 'replace', path: field.path, value: { ...csi, ...Object.fromEntries(kept) } },
    ],
  };
}

function ofPersistentVolume(says: string, field: Field, { object }: CheckContext, user: string): Message {
  return message(
    `PersistentVolume \`{1}\`, which the Windows {2} uses, ${says}`,
    field.source ?? '',
    object.name ?? '?',
    user,
  );
}
