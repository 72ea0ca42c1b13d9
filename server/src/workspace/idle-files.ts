import type { Facts } from '../kubernetes/questions.ts';
import { relevanceKey } from '../lint/rule-set/relevance.ts';
import type { RuleSet } from '../lint/rule-set/rule-set.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { type Cached, cache, isValid } from './cached.ts';
import { canBeIdle, mayLeaveIdle, readIdleDependencies } from './document-relevance.ts';
import type { Files } from './files.ts';

interface Dependencies {
  readonly files: Files;
  readonly rules: RuleSet;
  settingsOf(uri: string): Settings;
  /** The settings of a folder. */
  settingsIn(folder: string): Settings;
  factsFor(uri: string): Facts;
  factsIn(folder: string): Facts;
  /** Whether a file belongs to a chart, of which all files are kept. */
  isInChart(uri: string): boolean;
}

/** The files in which nothing can be found whatever the pods of others are, and which contribute no facts. */
export class IdleFiles {
  readonly #dependencies: Dependencies;
  /** What the idle files of each folder depend on. */
  readonly #asked = new Map<string, Cached<void>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** To be called when the settings of a folder have changed; by default, those of all folders. */
  invalidate(folder?: string): void {
    if (folder === undefined) this.#asked.clear();
    else this.#asked.delete(folder);
  }

  /** Forgets a file on disk if it is idle, after a last look at it. Returns whether it did. */
  forget(uri: string, beforehand?: () => void): boolean {
    const { files, rules, settingsOf, factsFor, isInChart } = this.#dependencies;
    const file = files.onDisk(uri);
    if (file === undefined || isInChart(uri)) return false;
    const [settings, facts] = [settingsOf(uri), factsFor(uri)];
    if (!file.documents.every((cached) => canBeIdle(cached, rules, settings, facts))) return false;
    beforehand?.();
    files.setIdle(uri, settings);
    return true;
  }

  /** Idle files in which something may matter now. */
  toReread(): string[] {
    const { files, settingsOf, factsFor, isInChart } = this.#dependencies;
    const changed = files.folders.filter((folder) => this.#haveDependenciesChanged(folder));
    return [...files.idle].flatMap(([uri, before]) => {
      // Its chart is new.
      if (isInChart(uri)) return [uri];
      if (!changed.includes(files.folderOf(uri))) return [];
      const now = settingsOf(uri);
      const isSame = now === before || relevanceKey(now) === relevanceKey(before);
      return isSame && !mayLeaveIdle(uri, factsFor(uri)) ? [] : [uri];
    });
  }

  #haveDependenciesChanged(folder: string): boolean {
    const facts = this.#dependencies.factsIn(folder);
    const settings = this.#dependencies.settingsIn(folder);
    if (isValid(this.#asked.get(folder), settings, facts)) return false;
    this.#asked.set(folder, cache(settings, facts, readIdleDependencies));
    return true;
  }
}
