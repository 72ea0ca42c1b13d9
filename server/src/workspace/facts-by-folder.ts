import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { Settings } from '../lint/settings/settings.ts';
import type { CachedDocument } from './cached-document.ts';
import type { CachedFile, FileChange } from './cached-file.ts';
import type { Charts } from './charts.ts';
import type { Files } from './files.ts';
import { FolderFacts } from './folder-facts.ts';

interface Dependencies {
  readonly rules: RuleSet;
  readonly files: Files;
  readonly charts: Charts;
  settingsOf(uri: string): Settings;
  /** Whether a tree that is parsed for facts is needed again soon. */
  keepsTrees(uri: string): boolean;
  /** Called once for each Kustomize file that is not built, since the files before it build too much. */
  onNotBuilt(uri: string): void;
}

/** The facts of each workspace folder. */
export class FactsByFolder {
  readonly #dependencies: Dependencies;
  readonly #byFolder = new Map<string, FolderFacts>();
  /** The facts seen by templates that are rendered with one of several sets of values, by folder and set. */
  readonly #bySet = new Map<string, Map<string, FolderFacts>>();
  /** The Kustomize files that are not built. */
  readonly #notBuilt = new Set<string>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  of(folder: string): FolderFacts {
    const known = this.#byFolder.get(folder) ?? this.#new(folder, () => true);
    this.#byFolder.set(folder, known);
    return known;
  }

  /** The facts of its folder that a file sees: a template that is rendered with one of several sets does not see the others. */
  seenBy({ uri, folder }: CachedFile): FolderFacts {
    const { charts } = this.#dependencies;
    const set = charts.setOf(uri);
    if (set === undefined) return this.of(folder);
    const key = `${set.chart} ${set.name}`;
    const ofFolder = this.#bySet.get(folder) ?? new Map<string, FolderFacts>();
    this.#bySet.set(folder, ofFolder);
    const isSeen = (other: string) => {
      const own = charts.setOf(other);
      return own === undefined || own.chart !== set.chart || own.name === set.name;
    };
    const known = ofFolder.get(key) ?? this.#new(folder, isSeen);
    ofFolder.set(key, known);
    return known;
  }

  #new(folder: string, isSeen: (uri: string) => boolean): FolderFacts {
    const { rules, files, charts, settingsOf, keepsTrees, onNotBuilt } = this.#dependencies;
    return new FolderFacts({
      rules,
      settingsOf,
      file: (uri) => (isSeen(uri) ? files.get(uri) : undefined),
      files: () => files.in(folder).filter(({ uri }) => isSeen(uri)),
      isReplaced: (cached) => charts.replaces(cached),
      keepsTrees,
      onNotBuilt: (uri) => {
        if (!this.#notBuilt.has(uri)) onNotBuilt(uri);
        this.#notBuilt.add(uri);
      },
    });
  }

  /** To be called when the folders have changed. */
  clear(): void {
    this.#byFolder.clear();
    this.#bySet.clear();
  }

  /** To be called when other templates are rendered. */
  clearSets(): void {
    this.#bySet.clear();
  }

  /** To be called when facts of a folder may have changed; by default, those of all folders. */
  invalidate(folder?: string): void {
    for (const each of folder === undefined ? this.#byFolder.keys() : [folder]) {
      for (const facts of this.#all(each)) facts.invalidate();
    }
  }

  /** Takes up a change of a file in a folder. */
  update(folder: string, uri: string, { removed, added }: FileChange): void {
    for (const facts of this.#all(folder)) facts.update(uri, removed, added);
  }

  /** Takes up documents of a file in a folder. */
  addMentions(folder: string, uri: string, documents: readonly CachedDocument[]): void {
    for (const facts of this.#all(folder)) facts.addMentions(uri, documents);
  }

  #all(folder: string): readonly FolderFacts[] {
    return [this.#byFolder.get(folder) ?? [], ...(this.#bySet.get(folder)?.values() ?? [])].flat();
  }
}

/** The note on the first Kustomize file that is not built. */
export const NOT_BUILT =
  'The Kustomize files build too many objects. From this file on, manifests are checked without Kustomize.';
