import { type LargeReadResult, type RelevanceCriteria, readLarge } from '../../workspace/large-input.ts';
import { decode, fault, MAX_BYTES, type ReadResult } from '../../workspace/reading.ts';

/** Reads a stream to its end, or up to the limit. `subject` begins a sentence about it. */
export async function readStream(
  stream: AsyncIterable<Uint8Array>,
  subject: string,
  criteria: RelevanceCriteria,
): Promise<ReadResult | LargeReadResult> {
  const iterator = stream[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
      chunks.push(next.value);
      length += next.value.length;
      if (length > MAX_BYTES) return await readLarge(followed(chunks, iterator), criteria);
    }
  } catch (error) {
    return fault('unreadable', `${subject} cannot be read: ${(error as Error).message}.`);
  }
  const bytes = Buffer.concat(chunks);
  const reading = decode(bytes);
  // The parser would read such a list as a single document.
  const isList = 'text' in reading && length > MAX_JSON && /^\s*\{\s*"/.test(reading.text.slice(0, 100));
  return isList ? readLarge(followed([bytes]), criteria) : reading;
}

/** A list in JSON with more bytes is cut into its items. */
const MAX_JSON = 2_000_000;

/** Chunks that were read already, followed by the rest of their stream. */
async function* followed(first: readonly Uint8Array[], rest?: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first;
  for (let next = await rest?.next(); next?.done === false; next = await rest?.next()) yield next.value;
}
