import type { AnyQuestion, Facts, Question } from '../kubernetes/questions.ts';
import { QuestionMap } from './fact-index.ts';

/** Passes questions on and records them with their answers. */
export class RecordedFacts implements Facts {
  readonly #facts: Facts;
  readonly #asked = new QuestionMap<AskedQuestion>();
  readonly #included: Dependencies[] = [];

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  ask<Answer>(question: Question<Answer>): Answer {
    const asked = this.#asked.get(question, () => ({ question, answer: this.#facts.ask(question) }));
    return asked.answer as Answer;
  }

  /** Adds the questions of a result that this one depends on. */
  include(questions: Dependencies): void {
    this.#included.push(questions);
  }

  /** The questions so far, in little memory. */
  questions(): AskedQuestions {
    const asked = this.#asked.values();
    return asked.length + this.#included.length === 0 ? NO_QUESTIONS : new AskedQuestions(asked, this.#included);
  }
}

interface AskedQuestion {
  readonly question: AnyQuestion;
  readonly answer: unknown;
}

/** What a result depends on. */
export interface Dependencies {
  /** Whether other facts give the same answers to all questions. */
  haveSameAnswers(facts: Facts): boolean;
  /** The questions; some may be there more than once. */
  all(): Iterable<AnyQuestion>;
}

/** Questions with their last answers. There are tens of thousands: an object for each pair would take more memory. */
export class AskedQuestions implements Dependencies {
  readonly #questions: readonly AnyQuestion[];
  readonly #answers: unknown[];
  readonly #included: readonly Dependencies[];

  constructor(asked: readonly AskedQuestion[], included: readonly Dependencies[]) {
    this.#questions = asked.map(({ question }) => question);
    this.#answers = asked.map(({ answer }) => answer);
    // A list that has grown has room for more.
    this.#included = included.length === 0 ? NONE : included.slice();
  }

  *all(): Generator<AnyQuestion> {
    yield* this.#questions;
    for (const questions of this.#included) yield* questions.all();
  }

  haveSameAnswers(facts: Facts): boolean {
    return (
      this.#included.every((questions) => questions.haveSameAnswers(facts)) &&
      this.#questions.every((question, i) => {
        const answer: unknown = facts.ask(question);
        if (!isSame(answer, this.#answers[i])) return false;
        // The next comparison finds it identical, and the earlier facts need not be kept.
        this.#answers[i] = answer;
        return true;
      })
    );
  }
}

const NONE: readonly never[] = [];
export const NO_QUESTIONS = new AskedQuestions(NONE, NONE);

/** Whether an answer equals an earlier one. Most facts are identical to those before. */
function isSame(answer: unknown, earlier: unknown): boolean {
  if (answer === earlier) return true;
  if (typeof answer !== 'object' || typeof earlier !== 'object' || answer === null || earlier === null) return false;
  if (Array.isArray(earlier) && earlier.length > SHORT) return isSameList(answer, earlier);
  return hasSameEntries(answer, earlier);
}

/** Thousands of pods may have all nodes as their answer: the two lists are compared once. */
function isSameList(answer: object, earlier: object): boolean {
  if (EQUAL.get(earlier) === answer) return true;
  if (!hasSameEntries(answer, earlier)) return false;
  EQUAL.set(earlier, answer);
  return true;
}

/** By an earlier list, the last one that was equal to it. */
const EQUAL = new WeakMap<object, object>();
const SHORT = 8;

function hasSameEntries(answer: object, earlier: object): boolean {
  const entries = Object.entries(answer);
  return (
    entries.length === Object.keys(earlier).length &&
    entries.every(([key, value]) => isSame(value, Reflect.get(earlier, key)))
  );
}
