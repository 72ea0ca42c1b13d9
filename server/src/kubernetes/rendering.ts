import type { Span } from '../text/span.ts';
import { type Document, parse } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { EmbeddedPods } from './embedded-pods.ts';
import {
  type Facts,
  type ImageChange,
  inFolder,
  type KustomizationFact,
  type KustomizePatch,
  type ManifestFact,
  type RenderedFact,
  using,
} from './facts.ts';
import { type KubeObject, objects } from './object.ts';
import { OBJECT_KINDS } from './object-fact.ts';
import { podOf, podsOf } from './pod.ts';
import {
  applyOperations,
  identified,
  type Joined,
  joined,
  joinedAt,
  type Lists,
  merge,
  type OriginOf,
  perhaps,
  plain,
  UNKNOWN,
  unknownAt,
  withImages,
} from './strategic-merge.ts';

// Which objects come of the Kustomize files of a workspace, as far as patches and images decide it. No name or label is
// changed, for nothing here is applied; what was renamed is found under all of its names.

/** What a Kustomize file builds, and the work that it is. */
export interface Built {
  readonly objects: readonly Omit<RenderedFact, 'isRelevant'>[];
  readonly steps: number;
}

/** What the objects of a manifest are before anything changes them, and how many of them there are. */
interface Base {
  readonly items: readonly Item[];
  readonly count: number;
}

/** Of manifests that were read: several Kustomize files may use one. */
export class Bases {
  readonly #configured: EmbeddedPods;
  readonly #known = new Map<ManifestFact, Base>();

  constructor(configured: EmbeddedPods) {
    this.#configured = configured;
  }

  of(manifest: ManifestFact): Base {
    const known = this.#known.get(manifest) ?? this.#read(manifest);
    this.#known.set(manifest, known);
    return known;
  }

  #read({ name, text, isItem, location }: ManifestFact): Base {
    const all = objects(parse(text, isItem));
    const asked = all.filter((one) => KINDS.has(one.kind) || podsOf(one, this.#configured).length > 0);
    return { items: asked.map((one) => itemOf(one, { uri: name, document: location.document })), count: all.length };
  }
}

/**
 * The objects that a Kustomize file renders where no other one uses it: of those that others use only what they make of
 * them counts. None for a component, for a file that Kustomize would not find, and where it is too much.
 */
export function build(root: KustomizationFact, facts: Facts, bases: Bases): Built {
  const { folder, name, namespace, location } = root;
  const isUsed = folder !== undefined && facts.keyed('Kustomization', using(folder)).length > 0;
  if (folder === undefined || root.isComponent || isUsed) return { objects: [], steps: 0 };
  const rendering = new Rendering(facts, bases);
  const items = rendering.add(root, [], []);
  const steps = Math.min(rendering.steps, MAX_STEPS);
  if (rendering.isTooMuch) return { objects: [], steps };
  const rendered = items.map(
    ({ object, sources, isIncomplete, isUncertain, deleted, newNamespace }): Built['objects'][number] => ({
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
  readonly object: Joined;
  readonly lists: Lists;
  /** The names and namespaces that it has and had: patches may go by any of them. */
  readonly names: readonly string[];
  readonly namespaces: readonly string[];
  readonly sources: RenderedFact['sources'];
  readonly isIncomplete: boolean;
  readonly isUncertain: boolean;
  readonly deleted: boolean;
  /** The namespace that it is put into in the end. */
  readonly newNamespace: string | undefined;
}

/** A patch that was read, and what it is for: what its target selects, or the object that it names itself. */
interface ReadPatch {
  readonly field: Field;
  readonly selects: (item: Item) => Selected;
  readonly source: RenderedFact['sources'][number];
  /** Where it is written in another one. */
  readonly at: Span | undefined;
  /** In characters: what it takes to apply it. */
  readonly length: number;
  readonly isIncomplete: boolean;
}

type Selected = 'yes' | 'no' | 'maybe';

/** Of objects without pods, those that facts or rules are about. */
const KINDS: ReadonlySet<string> = new Set(OBJECT_KINDS);

const MAX_STEPS = 30_000;
const MAX_LEVELS = 30;

/** Of all Kustomize files together, with what it takes to check what they build. */
export const MAX_TOTAL_STEPS = 300_000;

/** How many steps it is worth to check an object that is left as it is, and one that is changed. */
const STEPS_TO_CHECK = 10;
const STEPS_TO_CHECK_CHANGED = 30;

class Rendering {
  readonly #facts: Facts;
  readonly #bases: Bases;
  readonly #documents = new Map<string, readonly { readonly document: Document; readonly index: number }[]>();
  #steps = 0;
  #isEndless = false;

  constructor(facts: Facts, bases: Bases) {
    this.#facts = facts;
    this.#bases = bases;
  }

  get steps(): number {
    return this.#steps;
  }

  get isTooMuch(): boolean {
    return this.#isEndless || this.#steps > MAX_STEPS;
  }

  /** What there is after a Kustomize file: its own resources, then its components, its patches, its images. */
  add(file: KustomizationFact, before: readonly Item[], above: readonly string[]): Item[] {
    this.#steps += 1 + before.length;
    if (above.includes(file.name) || above.length > MAX_LEVELS) this.#isEndless = true;
    if (this.isTooMuch) return [];
    const way = [...above, file.name];
    let items = [...before, ...file.resources.flatMap((uri) => this.#resources(uri, way))];
    for (const uri of file.components) {
      const component = uri === null ? undefined : kustomizationIn(uri, this.#facts);
      items = component === undefined ? items.map(asUncertain) : this.add(component, items, way);
    }
    for (const patch of file.patches) items = this.#patched(items, patch, file);
    return items.map((item) => replaced(renamed(withNewImages(item, file), file), file));
  }

  #resources(uri: string, way: readonly string[]): Item[] {
    const below = kustomizationIn(uri, this.#facts);
    if (below !== undefined) return this.add(below, [], way);
    return this.#facts.keyed('Manifest', uri).flatMap((manifest) => {
      if (this.isTooMuch) return [];
      const { items, count } = this.#bases.of(manifest);
      this.#steps += count;
      return items;
    });
  }

  #patched(items: readonly Item[], { source, target }: KustomizePatch, file: KustomizationFact): Item[] {
    const isInline = typeof source === 'object' && source !== null;
    const inline = isInline ? [{ document: parse(source.text), index: file.location.document }] : undefined;
    const documents = inline ?? (typeof source === 'string' ? this.#read(source) : []);
    if (documents.length === 0) {
      return items.map((item) => (target === undefined || select(item, target) !== 'no' ? asIncomplete(item) : item));
    }
    const uri = typeof source === 'string' ? source : file.name;
    const at = isInline ? source.at : undefined;
    const patches = documents.flatMap(({ document, index }) =>
      readPatches(document, { uri, document: index }, at, target),
    );
    let result = [...items];
    for (const patch of patches) {
      this.#steps += result.length * (1 + patch.length / 1000);
      if (this.isTooMuch) return [];
      result = result.map((item) => patchedBy(item, patch));
    }
    return result;
  }

  #read(uri: string): readonly { readonly document: Document; readonly index: number }[] {
    const known = this.#documents.get(uri);
    if (known !== undefined) return known;
    const manifests = this.#facts.keyed('Manifest', uri);
    const documents = manifests.map(({ text, isItem, location }) => ({
      document: parse(text, isItem),
      index: location.document,
    }));
    this.#documents.set(uri, documents);
    return documents;
  }
}

function kustomizationIn(folder: string, facts: Facts): KustomizationFact | undefined {
  return facts.keyed('Kustomization', inFolder(folder))[0];
}

function itemOf(object: KubeObject, location: { readonly uri: string; readonly document: number }): Item {
  const { group, version, kind, name, namespace, field } = object;
  return {
    object: joined(field, originIn(0)),
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
      target === undefined ? (object === undefined ? 'maybe' : names(object, item)) : select(item, target),
    source: { ...location, object: at === undefined && field.isMapping ? field.valueSpan.start : null },
    at,
    length: document.text.length,
    isIncomplete,
  }));
}

/** The item after a patch, if it is for it. */
function patchedBy(item: Item, { field, selects, source, at, isIncomplete }: ReadPatch): Item {
  const selected = item.deleted ? 'no' : selects(item);
  if (selected === 'no') return item;
  const sources = [...item.sources, source];
  const originOf = originIn(item.sources.length, at);
  const made = field.isSequence
    ? (applyOperations(item.object, field, originOf) ?? null)
    : merge(item.object, field, originOf, item.lists);
  if (made === null) return asIncomplete(item);
  const object = made && !field.isSequence ? identified(made, item.object) : made;
  if (selected === 'maybe') {
    const maybe = object && perhaps(item.object, object);
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
  const selected = own === undefined ? 'no' : matches(name, [own]);
  if (selected !== 'yes') return selected === 'no' ? undefined : UNKNOWN;
  const version = tagSuffix === undefined ? tag + at : `${tag || ':'}${tagSuffix}`;
  const newVersion = (newTag === undefined ? '' : `:${newTag}`) + (digest === undefined ? '' : `@${digest}`);
  return (newName ?? own) + (newVersion || version);
}

function renamed(item: Item, { prefix, suffix, newNamespace, isIncomplete }: KustomizationFact): Item {
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

/** What something else is put into has a value there that is not known. */
function replaced(item: Item, { replacements, name, location, isUncertain }: KustomizationFact): Item {
  let { object, sources } = item;
  for (const { target, paths, at } of replacements) {
    if (select(item, target) === 'no') continue;
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

/** The keys of a path; those in brackets may hold dots. */
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

/** Whether a patch names an object itself, by any name that it has had. */
function names({ group, kind, name, namespace }: KubeObject, item: Item): Selected {
  if (group !== item.group || kind !== item.kind || !item.names.includes(name ?? '')) return 'no';
  return namespace === null || item.namespaces.includes(namespace) ? 'yes' : 'no';
}

/** Whether a target selects an object. What is no simple pattern, and labels that another file may add, may select it. */
function select(item: Item, target: Readonly<Record<string, string>>): Selected {
  const answers = [
    matches(target['group'], [item.group]),
    matches(target['version'], [item.version]),
    matches(target['kind'], [item.kind]),
    matches(target['name'], item.names),
    matches(target['namespace'], item.namespaces),
    hasAll(target['labelSelector'], joinedAt(item.object, ['metadata', 'labels'])),
    hasAll(target['annotationSelector'], joinedAt(item.object, ['metadata', 'annotations'])),
  ];
  return answers.includes('no') ? 'no' : answers.includes('maybe') ? 'maybe' : 'yes';
}

/** The patterns that people write, without any that a regular expression could take exponential time for. */
const SIMPLE_PATTERN = /^(?:[\w/:-]|\\?\.[*+]?|[\^$|()])*$/;

function matches(pattern: string | undefined, values: readonly string[]): Selected {
  if (pattern === undefined || pattern === '') return 'yes';
  if (values.includes(pattern)) return 'yes';
  const isSimple = SIMPLE_PATTERN.test(pattern) && pattern.split(/[*+]/).length <= 3 && pattern.split('|').length <= 9;
  if (!isSimple) return 'maybe';
  const expression = regularExpression(`^(?:${pattern})$`);
  if (expression === undefined) return 'maybe';
  return values.some((value) => value.length <= 300 && expression.test(value)) ? 'yes' : 'no';
}

/** Undefined for a pattern whose brackets do not match: all else in a simple one is right. */
function regularExpression(pattern: string): RegExp | undefined {
  let depth = 0;
  for (const character of pattern) {
    if (character === '(') depth++;
    if (character === ')' && --depth < 0) return undefined;
  }
  return depth === 0 ? new RegExp(pattern) : undefined;
}

function hasAll(selector: string | undefined, pairs: Joined | undefined): Selected {
  if (selector === undefined || selector === '') return 'yes';
  const known = pairs === undefined ? {} : (plain(pairs) as Readonly<Record<string, unknown>>);
  const holds = selector.split(',').every((one) => {
    const [, key = '', value] = /^([^\s=!]+)\s*==?\s*([^\s=]*)$/.exec(one.trim()) ?? [];
    return value !== undefined && Object.hasOwn(known, key) && known[key] === value;
  });
  return holds ? 'yes' : 'maybe';
}

function originIn(source: number, at?: Span): OriginOf {
  return (field) => {
    const { start, end } = at ?? field.wholeSpan;
    return [source, start, end];
  };
}
