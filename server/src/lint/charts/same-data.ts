import { parse } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { slice } from '../../yaml/read/slice.ts';

/** Whether two texts have the same data. Keys without a value do not count, and neither does the order of keys. */
export function hasSameData(expected: string, actual: string): boolean {
  if (expected === actual) return true;
  const [one, other] = [expected, actual].map(dataIn);
  return one !== undefined && one === other;
}

/** The data of all documents as a text; undefined if actions remain in them, or errors. */
function dataIn(text: string): string | undefined {
  const documents = slice(text).map(({ start, end }) => parse(text.slice(start, end)));
  const isCertain = documents.every(({ template, errors }) => template === undefined && errors.length === 0);
  return isCertain ? JSON.stringify(documents.map(({ root }) => dataOf(root))) : undefined;
}

function dataOf(field: Field | undefined): unknown {
  if (field?.isSequence) return field.items().map(dataOf);
  if (field?.isScalar) return field.string ?? { raw: field.raw };
  if (!field?.isMapping) return undefined;
  const entries = field.entries().map(([key, value]) => [key, dataOf(value)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
