import type { Span } from '../text/span.ts';
import { type Document, parse } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { EmbeddedPods } from './embedded-pods.ts';
import { folderKey, usedFileKey } from './fact-keys.ts';
import type { ImageChange, KustomizationFact, KustomizePatch, ManifestFact, RenderedFact } from './facts.ts';
import { type KubeObject, objects } from './object.ts';
import { OBJECT_KINDS } from './object-fact.ts';
import { podOf, podsOf } from './pod.ts';
import { type Facts, keyed } from './questions.ts';
import {
  applyOperations,
  type ListStrategy,
  type MergedValue,
  merge,
  mergedValueOf,
  type OriginOf,
  plainData,
  possiblyChanged,
  UNKNOWN_VALUE,
  unknownAt,
  valueAt,
  withIdentity,
  withImages,
} from './strategic-merge.ts';

// The objects that the Kustomize files of a workspace build: patches, images and replacements are evaluated. Names and
// labels remain as they are, because nothing is applied to a cluster; patches find a renamed object under all its names.

/** The objects that a Kustomize file builds, and the number of steps that it takes. */
export interface RenderResult {
  readonly objects: readonly Omit<RenderedFact, 'isRelevant'>[];
  readonly steps: number;
}

/** The relevant objects of a manifest before any change, and the number of all its objects. */
interface ManifestObjects {
  readonly items: readonly Item[];
  readonly count: number;
}

/** Reads manifests once, because several Kustomize files may use the same one. */
export class ManifestReader {
  readonly #configured: EmbeddedPods;
  readonly #cache = new Map<ManifestFact, ManifestObjects>();

  constructor(configured: EmbeddedPods) {
    this.#configured = configured;
  }

  of(manifest: ManifestFact): ManifestObjects {
    const found = this.#cache.get(manifest) ?? this.#read(manifest);
    this.#cache.set(manifest, found);
    return found;
  }

  #read({ name, text, isItem, location }: ManifestFact): ManifestObjects {
    const all = objects(parse(text, isItem));
    const isRelevant = (object: KubeObject) =>
      RELEVANT_KINDS.has(object.kind) || podsOf(object, this.#configured).length > 0;
    const items = all.filter(isRelevant).map((object) => itemOf(object, { uri: name, document: location.document }));
    return { items, count: all.length };
  }
}

/**
 * The objects that a top-level Kustomize file builds. None for a file that other Kustomize files use (only their results
 * count), for a component, for a file that Kustomize does not recognize, and above the limits.
 */
export function build(root: KustomizationFact, facts: Facts, manifests: ManifestReader): RenderResult {
  const { folder, name, namespace, location } = root;
  const isUsed = folder !== undefined && facts.ask(keyed('Kustomization', usedFileKey(folder))).length > 0;
  if (folder === undefined || root.isComponent || isUsed) return { objects: [], steps: 0 };
  const rendering = new Rendering(facts, manifests);
  const items = rendering.add(root, [], []);
  const steps = Math.min(rendering.steps, MAX_STEPS);
  if (rendering.exceedsLimit) return { objects: [], steps };
  const rendered = items.map(
    ({ object, sources, isIncomplete, isUncertain, deleted, newNamespace }): RenderResult['objects'][number] => ({
      kind: 'Rendered',
      name,
      namespace,
      location,
      sources,
      object: sources.length > 1 ? object : null,
      deleted,
      newNamespace,
      isIncomplete,
      isUncertain,
    }),
  );
  const changed = rendered.filter(({ object }) => object !== null).length;
  const toCheck = changed * STEPS_TO_CHECK_CHANGED + (rendered.length - changed) * STEPS_TO_CHECK;
  return { objects: rendered, steps: steps + toCheck };
}

interface Item extends Pick<KubeObject, 'group' | 'version' | 'kind'> {
  readonly object: MergedValue;
  readonly lists: ListStrategy;
  /** Its current and former names and namespaces: patches can refer to any of them. */
  readonly names: readonly string[];
  readonly namespaces: readonly string[];
  readonly sources: RenderedFact['sources'];
  readonly isIncomplete: boolean;
  readonly isUncertain: boolean;
  readonly deleted: boolean;
  /** The namespace that a Kustomize file sets last. */
  readonly newNamespace: string | undefined;
}

/** A patch, and the objects to which it applies: those that its target selects, or the one that it names. */
interface ReadPatch {
  readonly field: Field;
  readonly selects: (item: Item) => Match;
  readonly source: RenderedFact['sources'][number];
  /** The span of an inline patch in its Kustomize file. */
  readonly at: Span | undefined;
  /** In characters, as a measure of the work to apply it. */
  readonly length: number;
  readonly isIncomplete: boolean;
}

type Match = 'yes' | 'no' | 'maybe';

/** The kinds without pods that rules or facts need. */
const RELEVANT_KINDS: ReadonlySet<string> = new Set(OBJECT_KINDS);

const MAX_STEPS = 30_000;
const MAX_LEVELS = 30;

/** For all Kustomize files together, including the checks of the objects that they build. */
export const MAX_TOTAL_STEPS = 300_000;

/** The steps that a check of an unchanged and of a changed object counts for. */
const STEPS_TO_CHECK = 10;
const STEPS_TO_CHECK_CHANGED = 30;

class Rendering {
  readonly #facts: Facts;
  readonly #manifests: ManifestReader;
  readonly #documents = new Map<string, readonly { readonly document: Document; readonly index: number }[]>();
  #steps = 0;
  #isCyclic = false;

  constructor(facts: Facts, manifests: ManifestReader) {
    this.#facts = facts;
    this.#manifests = manifests;
  }

  get steps(): number {
    return this.#steps;
  }

  get exceedsLimit(): boolean {
    return this.#isCyclic || this.#steps > MAX_STEPS;
  }

  /** The objects after a Kustomize file: resources first, then components, patches, images, names and replacements. */
  add(file: KustomizationFact, before: readonly Item[], above: readonly string[]): Item[] {
    this.#steps += 1 + before.length;
    if (above.includes(file.name) || above.length > MAX_LEVELS) this.#isCyclic = true;
    if (this.exceedsLimit) return [];
    const path = [...above, file.name];
    let items = [...before, ...file.resources.flatMap((uri) => this.#resources(uri, path))];
    for (const uri of file.components) {
      const component = uri === null ? undefined : kustomizationIn(uri, this.#facts);
      items = component === undefined ? items.map(asUncertain) : this.add(component, items, path);
    }
    for (const patch of file.patches) items = this.#patched(items, patch, file);
    return items.map((item) => withReplacements(withNewNames(withNewImages(item, file), file), file));
  }

  #resources(uri: string, path: readonly string[]): Item[] {
    const below = kustomizationIn(uri, this.#facts);
    if (below !== undefined) return this.add(below, [], path);
    return this.#facts.ask(keyed('Manifest', uri)).flatMap((manifest) => {
      if (this.exceedsLimit) return [];
      const { items, count } = this.#manifests.of(manifest);
      this.#steps += count;
      return items;
    });
  }

  #patched(items: readonly Item[], { source, target }: KustomizePatch, file: KustomizationFact): Item[] {
    const isInline = typeof source === 'object' && source !== null;
    const inline = isInline ? [{ document: parse(source.text), index: file.location.document }] : undefined;
    const documents = inline ?? (typeof source === 'string' ? this.#read(source) : []);
    if (documents.length === 0) {
      return items.map((item) =>
        target === undefined || matchesTarget(item, target) !== 'no' ? asIncomplete(item) : item,
      );
    }
    const uri = typeof source === 'string' ? source : file.name;
    const at = isInline ? source.at : undefined;
    const patches = documents.flatMap(({ document, index }) =>
      readPatches(document, { uri, document: index }, at, target),
    );
    let result = [...items];
    for (const patch of patches) {
      this.#steps += result.length * (1 + patch.length / 1000);
      if (this.exceedsLimit) return [];
      result = result.map((item) => withPatch(item, patch));
    }
    return result;
  }

  #read(uri: string): readonly { readonly document: Document; readonly index: number }[] {
    const known = this.#documents.get(uri);
    if (known !== undefined) return known;
    const manifests = this.#facts.ask(keyed('Manifest', uri));
    const documents = manifests.map(({ text, isItem, location }) => ({
      document: parse(text, isItem),
      index: location.document,
    }));
    this.#documents.set(uri, documents);
    return documents;
  }
}

function kustomizationIn(folder: string, facts: Facts): KustomizationFact | undefined {
  return facts.ask(keyed('Kustomization', folderKey(folder)))[0];
}

function itemOf(object: KubeObject, location: { readonly uri: string; readonly document: number }): Item {
  const { group, version, kind, name, namespace, field } = object;
  return {
    object: mergedValueOf(field, originIn(0)),
    lists: podOf(object) !== undefined || (group === '' && kind === 'Service') ? 'merged' : 'replaced',
    group,
    version,
    kind,
    names: [name ?? ''],
    namespaces: [namespace ?? 'default'],
    sources: [{ ...location, object: field.valueSpan.start }],
    isIncomplete: field.document.errors.length > 0,
    isUncertain: false,
    deleted: false,
    newNamespace: undefined,
  };
}

function readPatches(
  document: Document,
  location: { readonly uri: string; readonly document: number },
  at: Span | undefined,
  target: KustomizePatch['target'],
): ReadPatch[] {
  const { root } = document;
  if (root === undefined) return [];
  const isIncomplete = document.errors.length > 0 || /\$(?:retainKeys|deleteFromPrimitiveList)/.test(document.text);
  const parts = root.isSequence ? [] : objects(document);
  const fields =
    parts.length === 0
      ? [{ field: root, object: undefined }]
      : parts.map((object) => ({ field: object.field, object }));
  return fields.map(({ field, object }) => ({
    field,
    selects: (item) =>
      target === undefined ? (object === undefined ? 'maybe' : matchesName(object, item)) : matchesTarget(item, target),
    source: { ...location, object: at === undefined && field.isMapping ? field.valueSpan.start : null },
    at,
    length: document.text.length,
    isIncomplete,
  }));
}

/** The item after a patch; the same item if the patch does not apply to it. */
function withPatch(item: Item, { field, selects, source, at, isIncomplete }: ReadPatch): Item {
  const selected = item.deleted ? 'no' : selects(item);
  if (selected === 'no') return item;
  const sources = [...item.sources, source];
  const originOf = originIn(item.sources.length, at);
  const made = field.isSequence
    ? (applyOperations(item.object, field, originOf) ?? null)
    : merge(item.object, field, originOf, item.lists);
  if (made === null) return asIncomplete(item);
  const object = made && !field.isSequence ? withIdentity(made, item.object) : made;
  if (selected === 'maybe') {
    const maybe = object && possiblyChanged(item.object, object);
    return maybe === undefined ? asUncertain(item) : { ...item, object: maybe, sources, isIncomplete: true };
  }
  if (object === undefined) return { ...item, sources, deleted: true };
  return { ...item, object, sources, isIncomplete: item.isIncomplete || isIncomplete };
}

function withNewImages(item: Item, { images, name, location }: KustomizationFact): Item {
  const { object, sources } = item;
  const changed =
    images.length === 0
      ? object
      : withImages(object, (image) => {
          let at: Span | undefined;
          let value = image;
          for (const change of images) {
            const next = newImage(value, change);
            if (next !== undefined) [value, at] = [next, change.at];
          }
          return at && { value, from: [[sources.length, at.start, at.end]] };
        });
  if (changed === object) return item;
  return { ...item, object: changed, sources: [...sources, { uri: name, document: location.document, object: null }] };
}

function newImage(image: string, { name, newName, newTag, tagSuffix, digest }: ImageChange): string | undefined {
  const [, own, tag = '', at = ''] = /^([^@]+?)(:[\w.{}-]*)?(@[\w:]+)?$/.exec(image) ?? [];
  const selected = own === undefined ? 'no' : matchesPattern(name, [own]);
  if (selected !== 'yes') return selected === 'no' ? undefined : UNKNOWN_VALUE;
  const version = tagSuffix === undefined ? tag + at : `${tag || ':'}${tagSuffix}`;
  const newVersion = (newTag === undefined ? '' : `:${newTag}`) + (digest === undefined ? '' : `@${digest}`);
  return (newName ?? own) + (newVersion || version);
}

function withNewNames(item: Item, { prefix, suffix, newNamespace, isIncomplete }: KustomizationFact): Item {
  if (prefix === '' && suffix === '' && newNamespace === undefined && !isIncomplete) return item;
  const name = prefix + (item.names.at(-1) ?? '') + suffix;
  const namespaces = newNamespace === undefined ? item.namespaces : [...item.namespaces, newNamespace];
  return {
    ...item,
    names: [...item.names, name],
    namespaces,
    newNamespace: newNamespace ?? item.newNamespace,
    isIncomplete: item.isIncomplete || isIncomplete,
  };
}

/** Replacements set fields to values that are not evaluated, so these fields become unknown. */
function withReplacements(item: Item, { replacements, name, location, isUncertain }: KustomizationFact): Item {
  let { object, sources } = item;
  for (const { target, paths, at } of replacements) {
    if (matchesTarget(item, target) === 'no') continue;
    for (const path of paths) object = unknownAt(object, keysIn(path), [sources.length, at.start, at.end]);
  }
  if (object !== item.object) sources = [...sources, { uri: name, document: location.document, object: null }];
  return {
    ...item,
    object,
    sources,
    isIncomplete: item.isIncomplete || isUncertain,
    isUncertain: item.isUncertain || isUncertain,
  };
}

/** The keys of a path; keys in brackets may contain dots. */
function keysIn(path: string): string[] {
  const keys = path.match(/\[[^[\]]*\]|(?:\\.|[^.\\])+/g) ?? [];
  return keys.map((key) => key.replace(/^\[(.*)\]$/, '$1').replaceAll('\\', ''));
}

function asIncomplete(item: Item): Item {
  return item.isIncomplete ? item : { ...item, isIncomplete: true };
}

function asUncertain(item: Item): Item {
  return item.isUncertain ? item : { ...item, isIncomplete: true, isUncertain: true };
}

/** Whether a patch names an object, by any of its current and former names. */
function matchesName({ group, kind, name, namespace }: KubeObject, item: Item): Match {
  if (group !== item.group || kind !== item.kind || !item.names.includes(name ?? '')) return 'no';
  return namespace === null || item.namespaces.includes(namespace) ? 'yes' : 'no';
}

/** Whether a target selects an object: `maybe` for patterns that are not simple, and for labels that another file may add. */
function matchesTarget(item: Item, target: Readonly<Record<string, string>>): Match {
  const answers = [
    matchesPattern(target['group'], [item.group]),
    matchesPattern(target['version'], [item.version]),
    matchesPattern(target['kind'], [item.kind]),
    matchesPattern(target['name'], item.names),
    matchesPattern(target['namespace'], item.namespaces),
    matchesSelector(target['labelSelector'], valueAt(item.object, ['metadata', 'labels'])),
    matchesSelector(target['annotationSelector'], valueAt(item.object, ['metadata', 'annotations'])),
  ];
  return answers.includes('no') ? 'no' : answers.includes('maybe') ? 'maybe' : 'yes';
}

/** Common patterns, for which a regular expression takes linear time. */
const SIMPLE_PATTERN = /^(?:[\w/:-]|\\?\.[*+]?|[\^$|()])*$/;

/** Whether the pattern of a target matches one of the values: `maybe` if it is not simple. */
export function matchesPattern(pattern: string | undefined, values: readonly string[]): Match {
  if (pattern === undefined || pattern === '') return 'yes';
  if (values.includes(pattern)) return 'yes';
  const isSimple = SIMPLE_PATTERN.test(pattern) && pattern.split(/[*+]/).length <= 3 && pattern.split('|').length <= 9;
  if (!isSimple) return 'maybe';
  const expression = regularExpression(`^(?:${pattern})$`);
  if (expression === undefined) return 'maybe';
  return values.some((value) => value.length <= 300 && expression.test(value)) ? 'yes' : 'no';
}

/** Undefined for a pattern with unbalanced parentheses, the only possible error in a simple pattern. */
function regularExpression(pattern: string): RegExp | undefined {
  let depth = 0;
  for (const character of pattern) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return undefined;
  }
  return depth === 0 ? new RegExp(pattern) : undefined;
}

function matchesSelector(selector: string | undefined, pairs: MergedValue | undefined): Match {
  if (selector === undefined || selector === '') return 'yes';
  const known = pairs === undefined ? {} : (plainData(pairs) as Readonly<Record<string, unknown>>);
  const isMet = selector.split(',').every((term) => {
    const [, key = '', value] = /^([^\s=!]+)\s*==?\s*([^\s=]*)$/.exec(term.trim()) ?? [];
    return value !== undefined && Object.hasOwn(known, key) && known[key] === value;
  });
  return isMet ? 'yes' : 'maybe';
}

function originIn(source: number, at?: Span): OriginOf {
  return (field) => {
    const { start, end } = at ?? field.wholeSpan;
    return [source, start, end];
  };
}
