import { type AnyQuestion, type Facts, questionOf } from '../kubernetes/questions.ts';
import { QuestionMap } from './fact-index.ts';
import type { Dependencies } from './recorded-facts.ts';

/** Questions as JSON with the digests of their answers: plain data. */
export type QuestionsAsData = readonly (readonly [question: string, answer: string])[];

/** A hash: different texts have different digests. */
type Digest = (text: string) => string;

/** Collects the questions of many results, each once. All have the answers that the same facts give. */
export class QuestionTable {
  readonly #facts: Facts;
  readonly #answers: AnswerDigests;
  readonly #indices = new QuestionMap<number>();
  readonly #rows: [question: string, answer: string][] = [];

  constructor(facts: Facts, digest: Digest) {
    this.#facts = facts;
    this.#answers = new AnswerDigests(digest);
  }

  /** The indices of questions in the table. */
  add(questions: Dependencies): readonly number[] {
    return [...new Set([...questions.all()].map((question) => this.#indexOf(question)))];
  }

  #indexOf(question: AnyQuestion): number {
    return this.#indices.get(question, () => {
      const answer = this.#answers.of(this.#facts.ask(question));
      return this.#rows.push([JSON.stringify(question), answer]) - 1;
    });
  }

  toJSON(): QuestionsAsData {
    return this.#rows;
  }
}

/** The questions of an earlier process. */
export class EarlierQuestions {
  readonly #rows: QuestionsAsData;
  readonly #answers: AnswerDigests;
  readonly #questions: (AnyQuestion | undefined)[] = [];
  /** Whether the answers of the facts that were asked last are the same, by index. */
  #same: (boolean | undefined)[] = [];
  #facts: Facts | undefined;

  constructor(rows: QuestionsAsData, digest: Digest) {
    this.#rows = rows;
    this.#answers = new AnswerDigests(digest);
  }

  /** Those with the given indices. */
  at(indices: readonly number[]): Dependencies {
    return {
      haveSameAnswers: (facts) => indices.every((index) => this.#isSame(index, facts)),
      all: () => indices.flatMap((index) => this.#questionAt(index) ?? []),
    };
  }

  #isSame(index: number, facts: Facts): boolean {
    if (this.#facts !== facts) {
      this.#facts = facts;
      this.#same = [];
    }
    const known = this.#same[index];
    if (known !== undefined) return known;
    const question = this.#questionAt(index);
    const isSame = question !== undefined && this.#answers.of(facts.ask(question)) === this.#rows[index]?.[1];
    if (this.#facts === facts) this.#same[index] = isSame;
    return isSame;
  }

  #questionAt(index: number): AnyQuestion | undefined {
    const question = this.#questions[index] ?? questionOf(this.#rows[index]?.[0] ?? '{}');
    this.#questions[index] = question;
    return question;
  }
}

/** The digests of answers. Most questions have the same few answers. */
class AnswerDigests {
  readonly #digest: Digest;
  readonly #known = new WeakMap<object, string>();

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  of(answer: unknown): string {
    if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer) ?? '';
    const known = this.#known.get(answer);
    if (known !== undefined) return known;
    const text = JSON.stringify(answer);
    const digest = text.length < SHORT ? text : this.#digest(text);
    this.#known.set(answer, digest);
    return digest;
  }
}

/** A text that is not longer than a digest, in characters. */
const SHORT = 44;
