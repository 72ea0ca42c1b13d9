/** A `float64` as `strconv.FormatFloat(value, 'g', -1, 64)` writes it, which `%v` and YAML use. */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= SHORTEST_PRECISION) return exponential(digits, exponent);
  // JavaScript writes numbers of this size without an exponent.
  return String(value);
}

/** The precision that decides on an exponent if the number is written in its shortest form. */
const SHORTEST_PRECISION = 6;

/** Digits with the exponent of Go, which has a sign and at least two digits. */
function exponential(digits: string, exponent: number): string {
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** A `float64` as `encoding/json` writes it. */
export function formatJsonNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
