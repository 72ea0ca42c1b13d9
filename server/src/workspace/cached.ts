import type { Facts } from '../kubernetes/questions.ts';
import type { Settings } from '../lint/settings/settings.ts';
import { type Dependencies, RecordedFacts } from './recorded-facts.ts';

/** A result that was made of a document, the settings and the facts of others, and what shows whether it is still valid. */
export interface Cached<T> {
  readonly value: T;
  readonly settings: Settings;
  readonly questions: Dependencies;
  /** The last facts that gave the same answers, if they are kept. */
  facts: Facts | undefined;
}

/** Makes a result and records what it asks. */
export function cache<T>(settings: Settings, facts: Facts, make: (facts: RecordedFacts) => T): Cached<T> {
  const recorded = new RecordedFacts(facts);
  const value = make(recorded);
  return { value, settings, questions: recorded.questions(), facts };
}

/** Whether a result would be the same with these settings and facts. */
export function isValid<T>(cached: Cached<T> | undefined, settings: Settings, facts: Facts): cached is Cached<T> {
  if (cached?.settings !== settings) return false;
  if (cached.facts !== facts && !cached.questions.haveSameAnswers(facts)) return false;
  cached.facts = facts;
  return true;
}
