import { isScalar, Schema } from 'yaml';
import type { ScalarNode } from './tree.ts';

/** The types of scalars in YAML 1.1, in the order in which they are tried. */
const TAGS = new Schema({ schema: 'yaml-1.1', merge: true }).tags.flatMap((tag) =>
  'test' in tag && tag.test !== undefined && tag.default === true && !tag.collection ? [tag] : [],
);

/** What every number, boolean, date and null begins with. */
const OTHER_THAN_STRING = /^(?:[-+.\d~yYnNtTfFoOeE]|$)/;

/** The value of a plain scalar as `yaml` reads it, with what Kubernetes reads differently as a string. */
export function plainValue(source: string): ScalarNode['value'] {
  if (!OTHER_THAN_STRING.test(source)) return source;
  const tag = TAGS.find(({ test }) => test?.test(source));
  const found: unknown = tag?.resolve?.(source, ignore, { intAsBigInt: false } as never) ?? (tag ? null : source);
  return kubernetesValue(isScalar(found) ? found.value : found, source);
}

/** A value of `yaml` as Kubernetes reads it: dates and sexagesimal numbers are strings, and so is a merge key. */
export function kubernetesValue(value: unknown, source: string): ScalarNode['value'] {
  if (typeof value === 'number') return source.includes(':') ? source : value;
  return value === null || typeof value === 'boolean' || typeof value === 'string' ? value : source;
}

function ignore(): void {}
