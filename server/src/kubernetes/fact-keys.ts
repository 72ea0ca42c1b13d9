import type { Fact, KustomizationFact, Location, RenderedFact } from './facts.ts';
import { isPlaceholder } from './placeholder.ts';
import { type Facts, keyed } from './questions.ts';

/** The keys by which a fact can be looked up: its name and, by kind, labels, files and folders. */
export function keysOf(fact: Fact): readonly string[] {
  return [nameKey(fact.name), ...otherKeysOf(fact)];
}

function otherKeysOf(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'Pod':
      return Object.entries(fact.labels).map(([key, value]) => labelKey(key, value));
    case 'Kustomization':
      return [...(fact.folder === undefined ? [] : [folderKey(fact.folder)]), ...usedFilesOf(fact).map(usedFileKey)];
    case 'Manifest':
      return [fact.name];
    case 'Rendered':
      return fact.sources.flatMap((source) => [source.uri, sourceKey(source)]);
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

/** The key of the rendered objects of which a document is a source. */
function sourceKey({ uri, document }: Pick<Location, 'uri' | 'document'>): string {
  return `document ${document} of ${uri}`;
}

/**
 * The rendered objects of which a document is a source. For a file that Kustomize does not use, all documents share one
 * question.
 */
export function renderedOf(facts: Facts, at: Pick<Location, 'uri' | 'document'>): readonly RenderedFact[] {
  const ofFile = facts.ask(keyed('Rendered', at.uri));
  return ofFile.length === 0 ? ofFile : facts.ask(keyed('Rendered', sourceKey(at)));
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
