/** Compares two keys as `sorter.go` of `go.yaml.in/yaml/v2`: numbers in them by value, and letters behind other characters. */
export function compareKeys(first: string, second: string): number {
  const [a, b] = [[...first], [...second]];
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x = '', y = ''] = [a[i], b[i]];
    if (x === y) continue;
    const [isLetter, isOther] = [LETTER.test(x), LETTER.test(y)];
    if (isLetter !== isOther) return isOther ? -1 : 1;
    if (!isLetter) {
      // A number with zeros at its start counts from its first other digit.
      const lead = (x === '0' || y === '0') && hasDigitBefore(a, i) ? 1 : 0;
      const [left, right] = [numberAt(a, i, lead), numberAt(b, i, lead)];
      if (left.value !== right.value) return left.value - right.value;
      if (left.end !== right.end) return left.end - right.end;
    }
    return (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0);
  }
  return a.length - b.length;
}

const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;

/** Whether a digit other than 0 is in the digits before an offset. */
function hasDigitBefore(text: readonly string[], i: number): boolean {
  for (let j = i - 1; j >= 0 && DIGIT.test(text[j] ?? ''); j--) if (text[j] !== '0') return true;
  return false;
}

function numberAt(text: readonly string[], start: number, lead: number): { value: number; end: number } {
  let [value, end] = [lead, start];
  for (; DIGIT.test(text[end] ?? ''); end++) value = value * 10 + (text[end] ?? '').charCodeAt(0) - 48;
  return { value, end };
}
