import type { Document } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { ImageChange, KustomizationFact, KustomizePatch, Location, Replacement } from './facts.ts';

/** Whether Kustomize recognizes a file with this name. `Kustomization` is not among them, because it has no YAML extension. */
export function isKustomizationName(name: string): boolean {
  return name === 'kustomization.yaml' || name === 'kustomization.yml';
}

/**
 * The fact about a document of Kustomize; undefined for other documents. In a file with a name that Kustomize recognizes,
 * `apiVersion` and `kind` are optional. `resolve` makes URIs of paths relative to the folder.
 */
export function kustomizationOf(
  document: Document,
  location: Location,
  folder: string | undefined,
  resolve: (path: string) => string | undefined,
): KustomizationFact | undefined {
  const { root } = document;
  const apiVersion = root?.get('apiVersion')?.string;
  const kind = root?.get('kind')?.string ?? 'Kustomization';
  const isKnown = apiVersion === undefined ? folder !== undefined : apiVersion.startsWith('kustomize.config.k8s.io/');
  if (!root?.isMapping || !isKnown || (kind !== 'Kustomization' && kind !== 'Component')) return undefined;
  const replacements = root.get('replacements')?.items() ?? [];
  const files = (key: string) =>
    (root.get(key)?.strings() ?? []).slice(0, MAX_ENTRIES).map((path) => resolve(path) ?? null);
  return {
    kind: 'Kustomization',
    name: location.uri,
    namespace: null,
    location,
    folder,
    isComponent: kind === 'Component',
    resources: [...files('resources'), ...files('bases')].filter((uri) => uri !== null),
    components: files('components'),
    patches: [
      ...(root.get('patchesStrategicMerge')?.items() ?? []).map((field) => strategicPatch(field, resolve)),
      ...['patches', 'patchesJson6902'].flatMap((key) =>
        (root.get(key)?.items() ?? []).map((field) => patchOf(field, resolve)),
      ),
    ].slice(0, MAX_ENTRIES),
    images: (root.get('images')?.items() ?? []).flatMap(imageChange).slice(0, MAX_ENTRIES),
    prefix: root.get('namePrefix')?.string ?? '',
    suffix: root.get('nameSuffix')?.string ?? '',
    newNamespace: root.get('namespace')?.string,
    replacements: replacements.flatMap(replacementsOf).slice(0, MAX_ENTRIES),
    isIncomplete:
      document.errors.length > 0 || ['configurations', 'openapi'].some((key) => root.get(key) !== undefined),
    isUncertain:
      root.get('transformers') !== undefined || replacements.some((field) => field.get('targets') === undefined),
  };
}

/** The maximum number of entries that are read of each list. */
const MAX_ENTRIES = 2000;

/** An entry of `patchesStrategicMerge`: a path, which is one line, or the patch itself. */
function strategicPatch(field: Field, resolve: (path: string) => string | undefined): KustomizePatch {
  const text = field.string ?? '';
  const isInline = text.includes('\n') || text.trimStart().startsWith('{');
  return { source: isInline ? { text, at: field.wholeSpan } : (resolve(text) ?? null), target: undefined };
}

function patchOf(field: Field, resolve: (path: string) => string | undefined): KustomizePatch {
  const inline = field.get('patch');
  const path = field.get('path')?.string;
  const source =
    inline?.string !== undefined
      ? { text: inline.string, at: inline.wholeSpan }
      : ((path === undefined ? undefined : resolve(path)) ?? null);
  return { source, target: field.get('target')?.stringMap() };
}

function replacementsOf(field: Field): Replacement[] {
  return (field.get('targets')?.items() ?? []).map((target) => ({
    target: target.get('select')?.stringMap() ?? {},
    paths: target.get('fieldPaths')?.strings() ?? ['metadata.name'],
    at: field.wholeSpan,
  }));
}

function imageChange(field: Field): ImageChange[] {
  const name = field.get('name')?.string;
  if (name === undefined) return [];
  const keys = ['newName', 'newTag', 'tagSuffix', 'digest'];
  // Empty values have no effect.
  const [newName, newTag, tagSuffix, digest] = keys.map((key) => field.get(key)?.source || undefined);
  // The tag usually says for what an image is.
  const at = [...keys.slice(1), 'newName'].map((key) => field.get(key)).find((change) => change?.source) ?? field;
  return [{ name, newName, newTag, tagSuffix, digest, at: at.wholeSpan }];
}
