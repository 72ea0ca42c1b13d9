import type { Field } from '../yaml/read/field.ts';

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

/** The value of a quantity such as `1Gi`, `500m` or a plain number; undefined for anything else, such as a placeholder. */
export function quantityOf(field: Field | undefined): number | undefined {
  return parseQuantity(field?.source ?? '');
}

/** The value of a text such as `1Gi`; undefined if it is not a quantity. */
export function parseQuantity(text: string): number | undefined {
  const [, digits, exponent = '', suffix = ''] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))(?:([eE][+-]?\d+)|([numkMGTPE]|[KMGTPE]i))?$/.exec(text) ?? [];
  const factor = FACTORS[suffix];
  return digits === undefined || factor === undefined ? undefined : Number(digits + exponent) * factor;
}

/** A quantity of memory in bytes; undefined also if the unit is millibytes by mistake. */
export function memoryOf(field: Field | undefined): number | undefined {
  return field === undefined || isMillibytes(field) ? undefined : quantityOf(field);
}

/**
 * Whether a quantity of memory such as `800m` is in millibytes and less than one KiB, where `Mi` was meant. Quantities that
 * the API server writes, such as `128974848000m`, are larger.
 */
export function isMillibytes(field: Field): boolean {
  const amount = quantityOf(field) ?? 0;
  return field.source?.endsWith('m') === true && amount > 0 && amount < 1024;
}
