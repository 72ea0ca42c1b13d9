import { Failure } from '../failure.ts';
import { type Call, defined, type FunctionTable, madeText, unknownResult } from '../function.ts';
import { parseVersion, satisfies, type Version } from '../semver.ts';
import { NOWHERE } from '../source.ts';
import { SourcedText } from '../sourced-text.ts';
import { bool, int, NIL, type Special, text, type Value } from '../value.ts';
import { isText, plain } from './arguments.ts';

/** `include`, `tpl`, `index`, and functions for versions and paths. */
export const OTHER_FUNCTIONS: FunctionTable = {
  include: defined(
    'text any',
    (call, [name, dot = NIL]) => {
      return isText(name) && !name.value.hasHoles ? call.include(plain(name), dot) : unknownResult(call, true);
    },
    'all',
  ),
  tpl: defined(
    'text any > text',
    (call, [template, dot = NIL]) => {
      if (!isText(template) || template.value.hasHoles) return unknownResult(call, true);
      return template.value.text.includes('{{') ? call.template(template.value, dot) : template;
    },
    'all',
  ),
  index: defined('any any…', indexOf),
  semver: defined('text', (_, [version]) => semverOf(versionOf(version), plain(version))),
  semverCompare: defined('text text', (call, [range, version]) => {
    const isSatisfied = satisfies(plain(range), versionOf(version));
    return isSatisfied === undefined ? unknownResult(call) : bool(isSatisfied);
  }),
  base: defined('text > text', (call, [path]) => madeText(call, baseOf(plain(path)))),
  dir: defined('text > text', (call, [path]) =>
    madeText(call, cleanPath(plain(path).slice(0, plain(path).lastIndexOf('/') + 1))),
  ),
  ext: defined('text > text', (call, [path]) => madeText(call, /\.[^./]*$/.exec(plain(path))?.[0] ?? '')),
  clean: defined('text > text', (call, [path]) => madeText(call, cleanPath(plain(path)))),
  isAbs: defined('text', (_, [path]) => bool(plain(path).startsWith('/'))),
  // Helm has no names of hosts unless it is told to look them up.
  getHostByName: defined('text > text', () => text(SourcedText.EMPTY)),
};

function indexOf(call: Call, [first = NIL, ...indices]: readonly Value[]): Value {
  if (first.kind === 'nil') throw new Failure('index of untyped nil');
  let value: Value = first;
  for (const index of indices) {
    switch (value.kind) {
      case 'unknown':
      case 'special':
      // The byte of a text has a type of its own.
      case 'text':
        return unknownResult(call);
      case 'nil':
        throw new Failure('index of nil pointer');
      case 'list': {
        if (index.kind !== 'int') throw new Failure(`cannot index slice/array with type ${index.kind}`);
        const item: Value | undefined = value.items[index.value];
        if (item === undefined) throw new Failure(`index out of range: ${index.value}`);
        value = item;
        break;
      }
      case 'dict': {
        if (!isText(index)) throw new Failure(`value has type ${index.kind}; should be string`);
        const entry = value.entries.get(plain(index));
        if (entry === undefined && value.isOpen) return unknownResult(call);
        value = entry?.value ?? (value.type === 'map[string]string' ? text(SourcedText.EMPTY) : NIL);
        break;
      }
      default:
        throw new Failure(`can't index item of type ${value.kind}`);
    }
  }
  return value;
}

function versionOf(value: Value | undefined): Version {
  const version = parseVersion(plain(value));
  if (version === undefined) throw new Failure('invalid semantic version');
  return version;
}

function semverOf({ major, minor, patch, prerelease, metadata }: Version, original: string): Special {
  const members: Record<string, Value> = {
    Major: int(major),
    Minor: int(minor),
    Patch: int(patch),
    Prerelease: textOf(prerelease),
    Metadata: textOf(metadata),
    Original: textOf(original),
  };
  const suffix = (prerelease && `-${prerelease}`) + (metadata && `+${metadata}`);
  return {
    kind: 'special',
    type: '*semver.Version',
    at: undefined,
    text: SourcedText.made(`${major}.${minor}.${patch}${suffix}`, NOWHERE),
    member: (name, args) => (args.length > 0 ? 'unknown' : Object.hasOwn(members, name) ? members[name] : 'unknown'),
  };
}

function textOf(made: string): Value {
  return text(SourcedText.made(made, NOWHERE));
}

function baseOf(path: string): string {
  const names = path.split('/').filter((name) => name !== '');
  return names.at(-1) ?? (path === '' ? '.' : '/');
}

/** `path.Clean`: without empty names, `.` and `..`. */
function cleanPath(path: string): string {
  const root = path.startsWith('/') ? '/' : '';
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (root === '') names.push(name);
  }
  return root + names.join('/') || '.';
}
