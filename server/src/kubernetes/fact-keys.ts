import type { Controller } from './controller.ts';
import type { ClaimTemplateFact, Fact, KustomizationFact, Location, RenderedFact } from './facts.ts';
import { isPlaceholder } from './placeholder.ts';
import { type Facts, keyed } from './questions.ts';

/** The keys by which a fact can be looked up: its name and, by kind, labels, files and folders. */
export function keysOf(fact: Fact): readonly string[] {
  return [nameKey(fact.name), ...otherKeysOf(fact)];
}

function otherKeysOf(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'Pod':
      return [
        ...Object.entries(fact.labels).map(([key, value]) => labelKey(key, value)),
        ...(fact.origin.controller === undefined ? [] : [controllerKey(fact.origin.controller)]),
        ...fact.claims.map(claimKey),
        ...fact.claimTemplates.flatMap(({ name, ...template }) => [
          ...(name === undefined ? [] : [claimKey(name)]),
          ...storageKeys(template),
        ]),
      ];
    case 'PersistentVolumeClaim':
      return storageKeys(fact);
    case 'PersistentVolume': {
      const { claim, storageClass = '', isIncomplete } = fact;
      const isOfAnyClass = isIncomplete === true || isUnknownClass(storageClass);
      return [
        claim === undefined ? UNCLAIMED : claimKey(claim.name),
        classKey(storageClass),
        ...(isOfAnyClass ? [ANY_CLASS] : []),
      ];
    }
    case 'Kustomization':
      return [...(fact.folder === undefined ? [] : [folderKey(fact.folder)]), ...usedFilesOf(fact).map(usedFileKey)];
    case 'Manifest':
      return [fact.name];
    case 'Rendered':
      return fact.sources.flatMap((source) => [source.uri, documentKey(source)]);
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return [
        ...fact.subjects.map(({ kind, name }) =>
          kind === 'ServiceAccount' && !isPlaceholder(name) ? bindingAccountKey(name) : BINDING_OTHERS,
        ),
        ...(fact.isIncomplete ? [BINDING_OTHERS] : []),
      ];
    default:
      return [];
  }
}

/** The key of the objects with a name, in any namespace. */
export function nameKey(name: string): string {
  return `${NAMED}${name}`;
}

/** The name in a key that `nameKey` made; undefined for other keys. */
export function nameInKey(key: string): string | undefined {
  return key.startsWith(NAMED) ? key.slice(NAMED.length) : undefined;
}

const NAMED = 'named ';

/** The key of the pods with a label. */
export function labelKey(key: string, value: string): string {
  return `labeled ${key}=${value}`;
}

/** The key of the pods that an object controls, in any namespace. */
export function controllerKey({ kind, name }: Pick<Controller, 'kind' | 'name'>): string {
  return `controlled by ${kind} ${name}`;
}

/** The key of the volumes for a claim, and of the pods that use it by this name or by a template of this name. */
export function claimKey(name: string): string {
  return `claim ${name}`;
}

/** The keys of a claim: one of its own name, and those of the templates that may create it, with `*` for an ordinal. */
export function claimKeys(name: string): readonly string[] {
  const ordinals = name.length > LONGEST_NAME ? [] : name.matchAll(/(?<=-)\d+(?![^-])/g);
  const templates = [...ordinals].map(
    ({ index, 0: number }) => `${name.slice(0, index)}*${name.slice(index + number.length)}`,
  );
  return [name, ...templates].map(claimKey);
}

/** The API server accepts no longer names. */
const LONGEST_NAME = 253;

/** The key of the volumes that name no claim. */
export const UNCLAIMED = 'unclaimed';

/** The key of the claims, and of the pods with templates of claims, that name a volume. */
export function volumeKey(name: string): string {
  return `volume ${name}`;
}

/** The key of the claims, of the pods with templates of claims, and of the volumes of a StorageClass. */
export function classKey(name: string): string {
  return `class ${name}`;
}

/** The key of the volumes that may be of any StorageClass. */
export const ANY_CLASS = 'any class';

/** Whether the name of a StorageClass is a placeholder. An empty class is that of volumes that are created by hand. */
export function isUnknownClass(name: string): boolean {
  return name !== '' && isPlaceholder(name);
}

function storageKeys({ volume, storageClass }: Pick<ClaimTemplateFact, 'volume' | 'storageClass'>): string[] {
  return [
    ...(volume === undefined ? [] : [volumeKey(volume)]),
    ...(storageClass === undefined ? [] : [classKey(storageClass)]),
  ];
}

/** The key of the bindings that name a service account, in any namespace. */
export function bindingAccountKey(name: string): string {
  return `binding of ${name}`;
}

/** The key of the bindings that may apply to service accounts without their names: by a group or an unknown subject. */
export const BINDING_OTHERS = 'binding others';

/** The key of the Kustomize file in a folder. */
export function folderKey(uri: string): string {
  return `in ${uri}`;
}

/** The key of a document: that of the rendered objects of which it is a source, and the name of its findings. */
export function documentKey({ uri, document }: Pick<Location, 'uri' | 'document'>): string {
  return `document ${document} of ${uri}`;
}

/** The document of a key that `documentKey` made; undefined for other texts. */
export function documentOfKey(key: string): Pick<Location, 'uri' | 'document'> | undefined {
  const [, document, uri] = /^document (\d+) of (.*)$/s.exec(key) ?? [];
  return uri === undefined ? undefined : { uri, document: Number(document) };
}

/**
 * The rendered objects of which a document is a source. For a file that Kustomize does not use, all documents share one
 * question.
 */
export function renderedOf(facts: Facts, at: Pick<Location, 'uri' | 'document'>): readonly RenderedFact[] {
  const ofFile = facts.ask(keyed('Rendered', at.uri));
  return ofFile.length === 0 ? ofFile : facts.ask(keyed('Rendered', documentKey(at)));
}

/** The key of the Kustomize files that use a file or folder. */
export function usedFileKey(uri: string): string {
  return `using ${uri}`;
}

/** The files and folders that a Kustomize file uses. */
export function usedFilesOf({ resources, components, patches }: KustomizationFact): string[] {
  const files = patches.map(({ source }) => (typeof source === 'string' ? source : null));
  return [...resources, ...components, ...files].filter((uri) => uri !== null);
}
