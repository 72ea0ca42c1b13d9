/** A version as `github.com/Masterminds/semver/v3` reads it. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  readonly prerelease: string;
  readonly metadata: string;
}

interface Constraint {
  readonly operator: string;
  readonly version: Version;
  /** Whether its minor, or only its patch, or its major version is a wildcard. */
  readonly wildcard: 'major' | 'minor' | 'patch' | undefined;
}

const SUFFIX = '(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?(?:\\+([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?';
const VERSION = new RegExp(`^v?([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?${SUFFIX}$`);
const WILDCARD = 'v?([0-9|xX*]+)(?:\\.([0-9|xX*]+))?(?:\\.([0-9|xX*]+))?';
const OPERATOR = '(=|!=|>=|=>|<=|=<|>|<|~>|~|\\^|)';
const CONSTRAINT = new RegExp(`^${OPERATOR}${WILDCARD}${SUFFIX}$`);

/** Longer texts are not versions. */
const MAX_LENGTH = 256;

/** Reads `1`, `v1.2` or `1.2.3-rc.1+build`; undefined for anything else. */
export function parseVersion(text: string): Version | undefined {
  const found = text.length > MAX_LENGTH ? null : VERSION.exec(text);
  if (found === null) return undefined;
  const [, major = '0', minor = '0', patch = '0', prerelease = '', metadata = ''] = found;
  if (/(?:^|\.)0\d+(?:\.|$)/.test(prerelease)) return undefined;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease, metadata };
}

/** Whether a version is in a range, as `constraints.go`; undefined for a range that is not valid. */
export function satisfies(range: string, version: Version): boolean | undefined {
  const alternatives = range.length > 2 * MAX_LENGTH ? [undefined] : range.split('||').map(constraintsOf);
  if (alternatives.includes(undefined)) return undefined;
  return alternatives.some((constraints = []) => {
    const hasPrerelease = constraints.some((constraint) => constraint.version.prerelease !== '');
    if (version.prerelease !== '' && !hasPrerelease) return false;
    return constraints.every((constraint) => isSatisfied(constraint, version));
  });
}

/** The constraints of an alternative, which blanks and commas separate. A blank may also follow an operator. */
function constraintsOf(text: string): Constraint[] | undefined {
  const words = text.split(/[\s,]/).filter((word) => word !== '');
  const parts: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const [word = '', next, last = ''] = words.slice(i, i + 3);
    if (next === '-') {
      // `1.2 - 1.4` is a range with both ends.
      parts.push(`>=${word}`, `<=${last}`);
      i += 2;
    } else if (/^[=!<>~^]+$/.test(word) && next !== undefined) {
      parts.push(word + next);
      i++;
    } else parts.push(word);
  }
  const constraints = (parts.length === 0 ? [''] : parts).map(constraintOf);
  return constraints.includes(undefined) ? undefined : (constraints as Constraint[]);
}

function constraintOf(text: string): Constraint | undefined {
  const found = CONSTRAINT.exec(text);
  if (found === null) return undefined;
  const [, operator = '', major = '', minor = '', patch = '', prerelease = '', metadata = ''] = found;
  const wildcard = isWildcard(major) ? 'major' : isWildcard(minor) ? 'minor' : isWildcard(patch) ? 'patch' : undefined;
  const numbers = [major, minor, patch].map((part) => (isWildcard(part) ? '0' : part));
  // Parts behind a wildcard do not count.
  if (wildcard === 'major') numbers.fill('0');
  if (wildcard === 'minor') numbers[2] = '0';
  if (!numbers.every((part) => /^\d+$/.test(part))) return undefined;
  const [first = 0, second = 0, third = 0] = numbers.map(Number);
  return { operator, wildcard, version: { major: first, minor: second, patch: third, prerelease, metadata } };
}

function isWildcard(part: string): boolean {
  return part === '' || part === 'x' || part === 'X' || part === '*';
}

function isSatisfied({ operator, version: wanted, wildcard }: Constraint, version: Version): boolean {
  const order = compareVersions(version, wanted);
  switch (operator) {
    case '':
    case '=':
      return wildcard === undefined ? order === 0 : isAbout(version, wanted, wildcard);
    case '!=':
      return !isEqual(version, wanted, wildcard, order);
    case '>':
      return isGreater(version, wanted, wildcard, order);
    case '<':
      return order < 0;
    case '>=':
    case '=>':
      return order >= 0;
    case '<=':
    case '=<':
      if (wildcard === undefined) return order <= 0;
      if (version.major !== wanted.major) return version.major < wanted.major;
      return wildcard === 'minor' || version.minor <= wanted.minor;
    case '^':
      return order >= 0 && isCompatible(version, wanted, wildcard);
    default:
      return isAbout(version, wanted, wildcard);
  }
}

function isEqual(version: Version, wanted: Version, wildcard: Constraint['wildcard'], order: number): boolean {
  if (wildcard === undefined || wildcard === 'major') return order === 0;
  if (version.major !== wanted.major) return false;
  if (wildcard === 'minor') return true;
  return version.minor === wanted.minor && version.prerelease === wanted.prerelease;
}

function isGreater(version: Version, wanted: Version, wildcard: Constraint['wildcard'], order: number): boolean {
  if (wildcard === undefined || wildcard === 'major') return order > 0;
  if (version.major !== wanted.major) return version.major > wanted.major;
  return wildcard === 'patch' && version.minor > wanted.minor;
}

/** `~1.2`: the same major and minor version, and not older. */
function isAbout(version: Version, wanted: Version, wildcard: Constraint['wildcard']): boolean {
  if (compareVersions(version, wanted) < 0) return false;
  const isZero = wanted.major === 0 && wanted.minor === 0 && wanted.patch === 0;
  if (isZero && wildcard !== 'minor' && wildcard !== 'patch') return true;
  return version.major === wanted.major && (wildcard === 'minor' || version.minor === wanted.minor);
}

/** `^1.2`: the same first number that is not 0. */
function isCompatible(version: Version, wanted: Version, wildcard: Constraint['wildcard']): boolean {
  if (wanted.major > 0 || wildcard === 'minor') return version.major === wanted.major;
  if (version.major > 0) return false;
  if (wanted.minor > 0 || wildcard === 'patch') return version.minor === wanted.minor;
  return version.minor === 0 && version.patch === wanted.patch;
}

/** Less than, equal to or greater than 0, as the first version is older or newer than the second. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrereleases(a.prerelease, b.prerelease);
}

function comparePrereleases(a: string, b: string): number {
  if (a === b) return 0;
  // A release is newer than its prereleases.
  if (a === '' || b === '') return a === '' ? 1 : -1;
  const [left, right] = [a.split('.'), b.split('.')];
  for (const [i, part] of left.entries()) {
    const other = right[i];
    if (other === undefined) return 1;
    if (part === other) continue;
    const [isNumber, isOther] = [/^\d+$/.test(part), /^\d+$/.test(other)];
    if (isNumber && isOther) return Number(part) - Number(other);
    return isNumber !== isOther ? (isNumber ? -1 : 1) : part < other ? -1 : 1;
  }
  return -1;
}
