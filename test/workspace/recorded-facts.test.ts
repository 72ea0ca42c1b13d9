import { expect, test } from 'vitest';
import { type Facts, NO_FACTS, ofKind } from '../../server/src/kubernetes/questions.ts';
import { RecordedFacts } from '../../server/src/workspace/recorded-facts.ts';

const NODES = 20;

test('a list of nodes that many results depend on is compared once', () => {
  let reads = 0;
  const facts = (name: string): Facts => {
    const node = () => ({
      get name() {
        reads++;
        return name;
      },
    });
    const nodes = Array.from({ length: NODES }, node);
    return { ...NO_FACTS, ask: () => nodes as never };
  };
  const [first, same, other] = [facts('a'), facts('a'), facts('b')];
  const results = Array.from({ length: 10 }, () => {
    const recorded = new RecordedFacts(first);
    recorded.ask(ofKind('Node'));
    return recorded.questions();
  });
  expect(results.map((result) => result.haveSameAnswers(same))).toEqual(results.map(() => true));
  expect(reads).toBe(2 * NODES);
  expect(results.map((result) => result.haveSameAnswers(other))).toEqual(results.map(() => false));
});
