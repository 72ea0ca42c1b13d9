import { expect, test } from 'vitest';
import { batches } from '../../server/src/lint/fixes/batch.ts';
import { applyEdits } from '../../server/src/text/edit.ts';
import { STYLES } from '../conformance/styles.ts';
import { reportOf } from '../lint-text.ts';
import { everyNth } from '../seed.ts';
import { compared, jsonLines } from '../shared.ts';
import { at, changed, type Data, read } from '../yaml/data.ts';

interface Recording {
  readonly id: string;
  readonly object: Data;
}

test('any choice of batches applies exactly its changes', () => {
  const counts = { batches: 0, united: 0 };
  const recordings = jsonLines<Recording>('conformance/pods.jsonl');
  for (const [i, { id, object }] of everyNth(recordings, 4).slice(0, 400).entries()) {
    const style = STYLES[i % STYLES.length];
    if (style === undefined || style.closed) continue;
    for (const { report, findings } of reportOf(style.write(object)).documents) {
      const { document } = report;
      const all = batches(document, findings);
      counts.batches += all.length;
      counts.united += all.filter(({ rules }) => rules.length > 1).length;
      // All batches, none, each one alone, all except one, and every second one.
      const without = all.map((batch) => all.filter((other) => other !== batch));
      const choices = [all, [], ...all.map((batch) => [batch]), ...without, all.filter((_, at) => at % 2 === 0)];
      const spans = all.flatMap(({ edits }) => edits.map(({ span }) => span)).sort((a, b) => a.start - b.start);
      for (const [i, span] of spans.entries()) expect(spans[i - 1]?.end ?? 0).toBeLessThanOrEqual(span.start);
      const before = read(document.text);
      const seen = new Set<string>();
      for (const choice of choices) {
        const text = applyEdits(
          document.text,
          choice.flatMap(({ edits }) => edits),
        );
        // With few batches, some choices are equal.
        const chosen = all.map((batch) => Number(choice.includes(batch))).join('');
        if (seen.has(chosen)) continue;
        seen.add(chosen);
        const expected = choice
          .flatMap(({ fixes }) => fixes.flatMap(({ changes }) => changes))
          // Last items first. Changes below a removed parent have no effect.
          .toSorted((a, b) => JSON.stringify(b.path).localeCompare(JSON.stringify(a.path), 'en', { numeric: true }))
          .reduce((data, change) => (at(data, change.path) === undefined ? data : changed(data, change)), before);
        const name = `${id}: ${style.name}, ${choice.map(({ rules }) => rules).join('; ')}`;
        expect(read(text), name).toEqual(expected);
      }
    }
  }
  compared(`batches of fixes, ${counts.united} of several rules`, counts.batches);
});
