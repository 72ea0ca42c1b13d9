import type { Field } from '../yaml/field.ts';

const FACTORS: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** An amount such as `1Gi`, `500m` or a plain number; undefined for anything else, a placeholder among it. */
export function quantityOf(field: Field | undefined): number | undefined {
  const [, digits, exponent = '', suffix = ''] =
    /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i))?$/.exec(field?.source ?? '') ?? [];
  const factor = FACTORS[suffix];
  return digits === undefined || factor === undefined ? undefined : Number(digits + exponent) * factor;
}
