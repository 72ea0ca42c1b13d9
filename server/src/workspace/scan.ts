import type { Fact } from '../kubernetes/facts.ts';
import {
  type AnyQuestion,
  type DerivedQuestion,
  type Facts,
  NO_FACTS,
  type Question,
} from '../kubernetes/questions.ts';
import { FactIndex, QuestionMap } from './fact-index.ts';

// In a scan, each file is checked as if it were the only one with pods, so that it is parsed once. When all files were
// checked, a file whose findings depend on the pods of others is checked again if the answers to its questions differ.

/** The facts of a folder with only the pods of one file: the pods of the others are not known yet. */
export class FactsInScan implements Facts {
  readonly folder: FactIndex;
  readonly #pods: FactIndex;
  readonly #derived = new QuestionMap<unknown>();
  #dependsOnPods = false;

  constructor(folder: FactIndex, gatherPods: () => readonly Fact[]) {
    this.folder = folder;
    this.#pods = new FactIndex(gatherPods);
  }

  ask<Answer>(question: Question<Answer>): Answer {
    return this.#answer(question) as Answer;
  }

  /** Whether any answer may differ once the pods of other files are known. */
  get dependsOnPods(): boolean {
    return this.#dependsOnPods;
  }

  #answer(question: AnyQuestion): unknown {
    if (question.type === 'derived') {
      return this.#derived.get(question, () => {
        const shared = factsWithoutPods(this.folder).derive(question);
        return shared === undefined ? question.derivation.derive(this, question.by) : shared.answer;
      });
    }
    if (question.kind !== 'Pod' && question.kind !== 'Findings') return this.folder.ask(question);
    this.#dependsOnPods = true;
    // What is found in a document depends on pods, too.
    return question.kind === 'Pod' ? this.#pods.ask(question) : NO_FACTS.ask(question);
  }
}

/**
 * The facts of a folder without pods. What is derived of them is the same for all files of a scan, such as what follows from
 * the Nodes of a large cluster.
 */
class FactsWithoutPods implements Facts {
  readonly #folder: FactIndex;
  readonly #derived = new QuestionMap<unknown>();
  /** Derivations that asked for pods. Others may ask for them only with some arguments. */
  readonly #dependent = new Set<DerivedQuestion['derivation']>();

  constructor(folder: FactIndex) {
    this.#folder = folder;
  }

  /** What is derived; undefined if it depends on pods. */
  derive(question: DerivedQuestion): { readonly answer: unknown } | undefined {
    if (this.#dependent.has(question.derivation)) return undefined;
    try {
      return { answer: this.ask(question) };
    } catch (error) {
      if (error !== NEEDS_PODS) throw error;
      this.#dependent.add(question.derivation);
      return undefined;
    }
  }

  ask<Answer>(question: Question<Answer>): Answer {
    return this.#answer(question) as Answer;
  }

  #answer(question: AnyQuestion): unknown {
    if (question.type === 'derived') {
      return this.#derived.get(question, () => question.derivation.derive(this, question.by));
    }
    if (question.kind === 'Pod') throw NEEDS_PODS;
    return this.#folder.ask(question);
  }
}

/** Ends a derivation that asks for pods. */
const NEEDS_PODS = new Error('Pods are unknown.');

function factsWithoutPods(folder: FactIndex): FactsWithoutPods {
  const facts = WITHOUT_PODS.get(folder) ?? new FactsWithoutPods(folder);
  WITHOUT_PODS.set(folder, facts);
  return facts;
}

const WITHOUT_PODS = new WeakMap<FactIndex, FactsWithoutPods>();

/** The facts of pods by URI and document; undefined for a document that nothing has asked for them. */
export type PodFacts = readonly (readonly [uri: string, documents: PodFactsOfDocuments])[];
export type PodFactsOfDocuments = readonly (readonly Fact[] | undefined)[];

/**
 * Facts that another thread sent. Their maps have lost that they inherit nothing, which matters for a label such as
 * `constructor`.
 */
export function receivedFacts(facts: readonly Fact[]): readonly Fact[] {
  return facts.map((fact) => withoutPrototypes(fact) as Fact);
}

function withoutPrototypes(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutPrototypes);
  if (typeof data !== 'object' || data === null) return data;
  const result = Object.create(null);
  for (const [key, value] of Object.entries(data)) result[key] = withoutPrototypes(value);
  return result;
}
