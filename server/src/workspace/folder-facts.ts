import { documentOfKey, renderedOf, usedFilesOf } from '../kubernetes/fact-keys.ts';
import type { Fact, FactKind, FindingsFact, KustomizationFact, RenderedFact } from '../kubernetes/facts.ts';
import { type Facts, ofKind } from '../kubernetes/questions.ts';
import { build, MAX_TOTAL_STEPS, ManifestReader } from '../kubernetes/rendering.ts';
import { plainData } from '../kubernetes/strategic-merge.ts';
import type { JudgedDocument } from '../lint/engine/pod-verdict.ts';
import { relevance } from '../lint/rule-set/relevance.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { Settings } from '../lint/settings/settings.ts';
import type { Document } from '../yaml/read/document.ts';
import { type Cached, cache, isValid } from './cached.ts';
import type { CachedDocument, Rendered } from './cached-document.ts';
import type { CachedFile } from './cached-file.ts';
import {
  chartValues,
  findingsFact,
  kustomization,
  manifests,
  objectFacts,
  podFacts,
  verdicts,
} from './document-facts.ts';
import { mayHavePodFacts, mentionsIn } from './document-relevance.ts';
import { FactIndex } from './fact-index.ts';
import { MentionIndex } from './mentions.ts';

/** What the facts of a folder are made of. */
export interface FactSource {
  readonly rules: RuleSet;
  settingsOf(uri: string): Settings;
  file(uri: string): CachedFile | undefined;
  /** The files of the folder, in the order of their URIs. */
  files(): readonly CachedFile[];
  /** Whether rendered text takes the place of a document of a chart. */
  isReplaced(cached: CachedDocument): boolean;
  /** Whether a tree that is parsed for facts is needed again soon. */
  keepsTrees(uri: string): boolean;
  /** Called with the first Kustomize file that is not built, since the files before it build too much. */
  onNotBuilt(uri: string): void;
}

/** The facts of the files of one workspace folder. Each is made when something asks for it, and kept with its document. */
export class FolderFacts {
  readonly #source: FactSource;
  /** Undefined once a file has changed what it says. */
  #index: FactIndex | undefined;
  /** Which files mention which objects, once something has asked. */
  #mentions: MentionIndex | undefined;

  constructor(source: FactSource) {
    this.#source = source;
  }

  /** The facts as they are now: another object after each change. */
  get index(): FactIndex {
    this.#index ??= this.#newIndex();
    return this.#index;
  }

  #newIndex(): FactIndex {
    const renamed = new Map<FactKind, ReadonlyMap<string, readonly string[]>>();
    const byFile = new WeakMap<CachedFile['documents'], DocumentsByName>();
    const documentsWith = ({ documents }: CachedFile, name: string) => {
      const byName = byFile.get(documents) ?? new DocumentsByName(documents, index);
      byFile.set(documents, byName);
      return byName.with(name);
    };
    const index: FactIndex = new FactIndex((kind, name) => {
      if (kind === 'Findings') return this.#findingsOf(name, index);
      const isNamed = name !== undefined && !IN_ANY_FILE.includes(kind) && kind !== 'Manifest';
      const documents = this.#filesWith(kind, name, index, renamed).flatMap((file) =>
        isNamed && file.documents.length > 1 ? documentsWith(file, name) : file.documents,
      );
      if (kind === 'Rendered') return this.#renderedIn(documents, index);
      return documents.flatMap((cached) => this.#factsIn(cached, kind, index, name));
    });
    return index;
  }

  /** To be called when facts may have changed. */
  invalidate(): void {
    this.#index = undefined;
  }

  /** Takes up documents of a file. A document that is not there any more may stay among those that mention an object. */
  addMentions(uri: string, documents: readonly CachedDocument[]): void {
    if (this.#mentions !== undefined) for (const cached of documents) this.#mentions.add(uri, mentionsIn(cached));
  }

  /** Takes up a change of a file. */
  update(uri: string, removed: readonly CachedDocument[], added: readonly CachedDocument[]): void {
    this.addMentions(uri, added);
    const index = this.#index;
    if (index !== undefined && this.#factsKey(removed, index) !== this.#factsKey(added, index)) this.invalidate();
  }

  /** The facts of the kinds that were asked for, as a text: if it stays the same, so do all answers. */
  #factsKey(documents: readonly CachedDocument[], index: FactIndex): string {
    // What Kustomize builds follows from other facts.
    const kinds = index.kinds.filter((kind) => kind !== 'Rendered' && kind !== 'Findings');
    const facts = documents.flatMap((cached) => kinds.flatMap((kind) => this.#factsIn(cached, kind, index)));
    return JSON.stringify([facts, documents.map(({ findingsFact }) => findingsFact?.value)]);
  }

  #factsIn(cached: CachedDocument, kind: FactKind, facts: Facts, name?: string): readonly Fact[] {
    if (kind === 'Pod') return this.podFacts(cached, facts);
    if (kind === 'Kustomization') return kustomization(cached);
    if (kind === 'Manifest') return manifests(cached, facts);
    if (kind === 'ChartValues') return chartValues(cached);
    if (this.#source.isReplaced(cached)) return [];
    const { kinds, names } = mentionsIn(cached);
    if (!kinds.some((mentioned) => mentioned === kind)) return [];
    if (name !== undefined && names?.includes(name) === false && !isRendered(cached, facts)) return [];
    const settings = this.#source.settingsOf(cached.uri);
    if (!isValid(cached.objectFacts, settings, facts)) {
      cached.objectFacts = cache(settings, facts, (recorded) => objectFacts(cached, settings, recorded));
    }
    return cached.objectFacts.value.filter((fact) => fact.kind === kind);
  }

  /** The facts of the pods of a document. They depend on facts of RuntimeClasses and Nodes. */
  podFacts(cached: CachedDocument, facts: Facts): readonly Fact[] {
    const settings = this.#source.settingsOf(cached.uri);
    if (!mayHavePodFacts(cached, this.#source.rules, settings, facts) || this.#source.isReplaced(cached)) return [];
    if (!isValid(cached.podFacts, settings, facts)) {
      const document = cached.parse();
      if (this.#source.keepsTrees(cached.uri)) cached.document = document;
      cached.podFacts = cache(settings, facts, (recorded) => {
        const { value, questions } = this.verdicts(cached, document, settings, facts);
        recorded.include(questions);
        return podFacts(cached, document, value, settings, recorded);
      });
    }
    return cached.podFacts.value;
  }

  /** The findings of the document with a key: one fact or none. */
  #findingsOf(key: string | undefined, facts: Facts): readonly FindingsFact[] {
    const at = key === undefined ? undefined : documentOfKey(key);
    const cached = at && this.#source.file(at.uri)?.documents[at.document];
    if (cached === undefined) return [];
    const { rules } = this.#source;
    const settings = this.#source.settingsOf(cached.uri);
    if (!isValid(cached.findingsFact, settings, facts)) {
      const document = cached.parse();
      cached.findingsFact = cache(settings, facts, (recorded) => {
        const { value, questions } = this.verdicts(cached, document, settings, facts);
        recorded.include(questions);
        return findingsFact(cached, document, value, { rules, settings, facts: recorded });
      });
    }
    return [cached.findingsFact.value];
  }

  /** Makes the facts of the pods of a file, for others that ask later. */
  makePodFacts(file: CachedFile): void {
    for (const cached of file.documents) this.podFacts(cached, this.index);
  }

  /** The verdicts of the pods of a document. */
  verdicts(cached: CachedDocument, document: Document, settings: Settings, facts: Facts): Cached<JudgedDocument> {
    const isKept = cached.document === document;
    if (isKept && isValid(cached.verdicts, settings, facts)) return cached.verdicts;
    const made = cache(settings, facts, (recorded) => verdicts(cached, document, settings, recorded));
    cached.verdicts = isKept ? made : undefined;
    return made;
  }

  /** What Kustomize builds in the folder, in the order of its files, until it is too much. */
  #renderedIn(documents: readonly CachedDocument[], facts: Facts): readonly RenderedFact[] {
    const basesBySettings = new Map<Settings, ManifestReader>();
    const built: RenderedFact[] = [];
    let stepsInAll = 0;
    for (const cached of documents) {
      const [root] = kustomization(cached);
      if (root === undefined) continue;
      const settings = this.#source.settingsOf(cached.uri);
      const bases = basesBySettings.get(settings) ?? new ManifestReader(settings.embeddedPods);
      basesBySettings.set(settings, bases);
      const { objects, steps } = this.#rendered(cached, root, facts, bases);
      stepsInAll += steps;
      if (stepsInAll > MAX_TOTAL_STEPS) {
        this.#source.onNotBuilt(cached.uri);
        break;
      }
      for (const fact of objects) built.push(fact);
    }
    return built;
  }

  /** What one Kustomize file builds. It depends on the facts of all files that it uses. */
  #rendered(cached: CachedDocument, root: KustomizationFact, facts: Facts, bases: ManifestReader): Rendered {
    const settings = this.#source.settingsOf(cached.uri);
    if (!isValid(cached.rendered, settings, facts)) {
      cached.rendered = cache(settings, facts, (recorded) => {
        const { objects, steps } = build(root, recorded, bases);
        return {
          objects: objects.map((object) => ({ ...object, isRelevant: this.#matters(object, settings) })),
          steps,
        };
      });
    }
    return cached.rendered.value;
  }

  #matters({ object }: Pick<RenderedFact, 'object'>, settings: Settings): boolean {
    const { words } = this.#source.rules;
    return object !== null && relevance(JSON.stringify(plainData(object)), words, settings) !== 'none';
  }

  /**
   * The files that may contain facts of a kind, of the given name if there is one. `renamed` holds what `#renamedIn` has found
   * for these facts.
   */
  #filesWith(
    kind: FactKind,
    name: string | undefined,
    facts: Facts,
    renamed: Map<FactKind, ReadonlyMap<string, readonly string[]>>,
  ): readonly CachedFile[] {
    // The texts of all files would be too many.
    if (kind === 'Manifest') return this.#usedFiles(facts);
    if (IN_ANY_FILE.includes(kind)) return this.#source.files();
    this.#mentions ??= this.#newMentions();
    const uris = new Set(this.#mentions.urisOf(kind, name));
    if (name !== undefined) {
      const ofKind = renamed.get(kind) ?? this.#renamedIn(kind, facts);
      renamed.set(kind, ofKind);
      for (const uri of ofKind.get(name) ?? []) uris.add(uri);
    }
    return [...uris].sort().flatMap((uri) => this.#source.file(uri) ?? []);
  }

  /** The URIs of the files that Kustomize files use, by the names of their facts of a kind: Kustomize renames objects. */
  #renamedIn(kind: FactKind, facts: Facts): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const { uri, documents } of this.#usedFiles(facts)) {
      for (const { name } of documents.flatMap((cached) => this.#factsIn(cached, kind, facts))) {
        if (name === undefined) continue;
        const uris = found.get(name) ?? [];
        found.set(name, uris);
        uris.push(uri);
      }
    }
    return found;
  }

  #newMentions(): MentionIndex {
    const mentions = new MentionIndex();
    for (const { uri, documents } of this.#source.files()) {
      for (const cached of documents) mentions.add(uri, mentionsIn(cached));
    }
    return mentions;
  }

  /** The files that Kustomize files use. */
  #usedFiles(facts: Facts): readonly CachedFile[] {
    const used = new Set(facts.ask(ofKind('Kustomization')).flatMap(usedFilesOf));
    return used.size === 0 ? [] : this.#source.files().filter(({ uri }) => used.has(uri));
  }
}

/** Kinds of facts that no mention of the kind in a text announces. */
const IN_ANY_FILE: readonly FactKind[] = ['Pod', 'Kustomization', 'Rendered', 'ChartValues'];

/** The documents of a file by the names in them: a file with thousands of objects is asked for each of them. */
class DocumentsByName {
  readonly #byName = new Map<string, CachedDocument[]>();
  /** Those whose objects may have any name. */
  readonly #others: CachedDocument[] = [];

  constructor(documents: readonly CachedDocument[], facts: Facts) {
    for (const cached of documents) {
      const { kinds, names } = mentionsIn(cached);
      if (kinds.length === 0) continue;
      if (names === null || isRendered(cached, facts)) this.#others.push(cached);
      else {
        for (const name of names) {
          const same = this.#byName.get(name);
          if (same === undefined) this.#byName.set(name, [cached]);
          else same.push(cached);
        }
      }
    }
  }

  /** The documents that may contain an object of this name, in their order. */
  with(name: string): readonly CachedDocument[] {
    const named = this.#byName.get(name) ?? [];
    return this.#others.length === 0 ? named : [...named, ...this.#others].sort((a, b) => a.index - b.index);
  }
}

/** Whether Kustomize builds an object from a document. */
function isRendered({ uri, index }: CachedDocument, facts: Facts): boolean {
  return renderedOf(facts, { uri, document: index }).length > 0;
}
