import type { KubeObject } from '../kubernetes/object.ts';
import { volumeNameOf } from '../kubernetes/volume.ts';
import type { CheckContext, Field, Fix, ObjectCheck, Rule, Source } from '../lint/rule.ts';
import { message } from '../lint/rule.ts';
import { t } from '../text/localize.ts';
import type { MigratedVolume } from '../windows/csi-drivers.ts';
import { isServerFileSystem } from '../windows/file-systems.ts';
import { type ClusterProvider, providerOf } from '../windows/providers.ts';
import { podTitle } from '../windows/selected-pods.ts';
import { usersOfClass, usersOfVolume } from '../windows/storage-links.ts';
import type { Value } from '../yaml/edit/change.ts';
import { type RuleHead, ruleOf } from './rule-head.ts';
import { code, docs } from './sources.ts';
import { relatedUsers } from './storage-users.ts';

interface VolumeCheck extends Pick<Rule, 'outcomes' | 'sources'> {
  /** The watched parts of the volume source, such as `nfs` or `csi.driver`. */
  readonly parts: readonly string[];
  /** Those of an inline volume of a pod, if they are others. */
  readonly podParts?: readonly string[];
  /** The watched fields of a StorageClass, such as `parameters.source`; by default, none. */
  readonly classParts?: readonly string[];
  /** The message after the name of the volume, such as "cannot be mounted: …"; `{0}` is the value of the field. */
  readonly messageEnd: string;
  /** Whether the rule applies to the volume; by default it always does. */
  readonly appliesTo?: (field: Field, context: CheckContext) => boolean;
  /** The case of the outcomes that applies; by default, the rule has none. */
  readonly caseOf?: (field: Field, context: CheckContext) => string;
  readonly fixes?: (field: Field, volume: VolumeUse) => readonly Fix[];
}

interface VolumeUse {
  /** The PersistentVolume; undefined for an inline volume of a pod. */
  readonly persistent: KubeObject | undefined;
  /** Whether pods other than Windows pods use it, too. */
  readonly isShared: boolean;
}

/** A rule on the source of a volume, in a Windows pod and in the PersistentVolume or StorageClass of its claim. */
export function volumeRule(definition: RuleHead & VolumeCheck): Rule {
  return volumeRuleOf(definition, definition);
}

function volumeRuleOf(head: RuleHead, check: VolumeCheck): Rule {
  const { parts, messageEnd, outcomes, sources } = check;
  const appliesTo = check.appliesTo ?? (() => true);
  const fixes = check.fixes ?? (() => []);
  const caseOf = (field: Field, context: CheckContext) =>
    check.caseOf === undefined ? {} : { case: check.caseOf(field, context) };
  const spanOf = (field: Field) => (field.isScalar ? field.valueSpan : field.span);
  const classCheck = (watches: readonly string[]): ObjectCheck => ({
    group: 'storage.k8s.io',
    kind: 'StorageClass',
    watches,
    check(field, context) {
      if (!appliesTo(field, context)) return;
      const users = usersOfClass(context.facts, context.object.name);
      const [first] = users.windows;
      if (first === undefined) return;
      context.report({
        at: spanOf(field),
        ...caseOf(field, context),
        message: message(`A volume of Windows {1} ${messageEnd}`, field.source ?? '', podTitle(first.pod)),
        related: relatedUsers(users),
      });
    },
  });
  return ruleOf(head, {
    gate: 'windows',
    pod: {
      watches: (check.podParts ?? parts).map((part) => `spec.volumes[*].${part}`),
      check(field, context) {
        if (!appliesTo(field, context)) return;
        context.report({
          at: spanOf(field),
          ...caseOf(field, context),
          message: message(`Volume \`{1}\` ${messageEnd}`, field.source ?? '', volumeNameOf(field)),
          fixes: () => fixes(field, { persistent: undefined, isShared: false }),
        });
      },
    },
    objects: [
      {
        group: '',
        kind: 'PersistentVolume',
        watches: parts.map((part) => `spec.${part}`),
        check(field, context) {
          if (!appliesTo(field, context)) return;
          const users = usersOfVolume(context.facts, context.object.name);
          const [first] = users.windows;
          if (first === undefined) return;
          context.report({
            at: spanOf(field),
            ...caseOf(field, context),
            message: message(
              `The PersistentVolume of Windows {1} ${messageEnd}`,
              field.source ?? '',
              podTitle(first.pod),
            ),
            related: relatedUsers(users),
            fixes: () => fixes(field, { persistent: context.object, isShared: users.shared }),
          });
        },
      },
      ...(check.classParts === undefined ? [] : [classCheck(check.classParts)]),
    ],
    outcomes,
    sources,
  });
}

interface MissingSource extends RuleHead {
  /** The key of the source. */
  readonly source: string;
  /** What such volumes are called: `NFS`. */
  readonly name: string;
  readonly seen?: string;
  readonly sources?: readonly Source[];
}

/** A rule for a type of volume that Kubernetes cannot mount on Windows. */
export function missingVolumeSource(definition: MissingSource): Rule {
  const { source, name, seen, sources } = definition;
  return volumeRuleOf(definition, {
    parts: [source],
    messageEnd: `cannot be mounted: Kubernetes does not support ${name} volumes on Windows.`,
    appliesTo: (field) => field.isMapping,
    outcomes: [
      {
        effect: 'fails',
        result: 'The pod stays in ContainerCreating.',
        ...(seen === undefined ? {} : { seen }),
      },
    ],
    sources: [docs.windowsStorage, docs.volumes, ...(sources ?? [])],
  });
}

interface MigratedSource extends RuleHead {
  readonly volume: MigratedVolume;
  /** The provider that installs the driver on its Windows nodes, so that nothing is left to do there. */
  readonly installedBy?: ClusterProvider;
  /** The fields of the equivalent CSI volume besides the driver; undefined if the manifest does not have all values. */
  readonly rewritten?: (source: Field, volume: KubeObject) => CsiFields | undefined;
}

interface CsiFields {
  readonly volumeHandle: string;
  readonly [key: string]: Value;
}

/** A rule for a type of in-tree volume that Kubernetes migrates to a CSI driver. */
export function migratedVolumeSource(definition: MigratedSource): Rule {
  const { volume, rewritten, installedBy } = definition;
  const { source, driver, since } = volume;
  return volumeRuleOf(definition, {
    parts: [source],
    messageEnd: `is an in-tree volume: Kubernetes migrates \`${source}\` to the CSI driver \`${driver}\`.`,
    appliesTo: (field, { settings }) => field.isMapping && providerOf(settings) !== installedBy,
    fixes: (field, { persistent, isShared }) => {
      const fields = persistent === undefined || isShared ? undefined : rewritten?.(field, persistent);
      return fields === undefined ? [] : [rewrite(field, { driver, ...fields })];
    },
    outcomes: [
      {
        effect: 'differs',
        since,
        result: 'The CSI driver must run on the Windows nodes.',
      },
    ],
    sources: [docs.volumes, docs.windowsStorage, code('kubernetes/kubernetes pkg/features/kube_features.go')],
  });
}

function rewrite(field: Field, csi: CsiFields & { readonly driver: string }): Fix {
  const kept = ['fsType', 'readOnly'].flatMap((key) => {
    const part = field.get(key);
    const value = part?.string ?? part?.boolean;
    return part === undefined || value === undefined || isServerFileSystem(part) ? [] : [[key, value] as const];
  });
  return {
    title: t`Convert to a CSI volume with the driver \`${csi.driver}\``,
    safety: 'review',
    changes: [
      { kind: 'rename', path: field.path, key: 'csi' },
      { kind: 'replace', path: field.path, value: { ...csi, ...Object.fromEntries(kept) } },
    ],
  };
}
