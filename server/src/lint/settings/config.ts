import { KUBERNETES_VERSIONS } from '../../kubernetes/version.ts';
import { isFastGlob } from '../../text/glob.ts';
import { t } from '../../text/localize.ts';
import { didYouMean, nearest } from '../../text/nearest.ts';
import type { Span } from '../../text/span.ts';
import { PROVIDERS } from '../../windows/providers.ts';
import { parse } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { slice } from '../../yaml/read/slice.ts';
import type { OwnRule, OwnRuleReader } from './own-rules.ts';
import { type NamedRule, type RuleNames, ruleNames } from './rule-names.ts';
import { legalEntries, legalValues } from './setting-faults.ts';
import { EDITOR_SETTINGS, isRecord, NOT_IN_OVERRIDES, readSettings, SETTINGS, type Settings } from './settings.ts';

/** The name of a configuration file, which applies to the files in its folder and below. */
export const CONFIG_NAME = '.kubewin.yaml';

/** Settings by name, before `readSettings` checks them. */
export type RawSettings = Readonly<Record<string, unknown>>;

/** The settings of a configuration file. Invalid ones are left out and listed in `faults`. */
export interface Config {
  readonly settings: RawSettings;
  readonly overrides: readonly Override[];
  /** The file that has weaker settings: a path, or a file of a package. */
  readonly base: { readonly path: string; readonly span: Span } | undefined;
  /** The rules that it defines. */
  readonly ownRules: readonly OwnRule[];
  /** Whether the command line keeps results, in a folder beside the file. */
  readonly cache: boolean | undefined;
  readonly faults: readonly ConfigFault[];
}

/** Settings for the files that match one of the globs. If several overrides match, the last one wins. */
export interface Override {
  readonly files: readonly string[];
  readonly settings: RawSettings;
}

/** Something invalid in a configuration file. */
export interface ConfigFault {
  readonly span: Span;
  readonly message: string;
  /** The text that was probably meant at the span. */
  readonly replacement?: string | undefined;
  /** Whether a check by the JSON schema finds it, too. */
  readonly isInSchema?: boolean;
}

/** In characters. */
const MAX_LENGTH = 100_000;
/** Every file path is compared with every glob. */
const MAX_GLOBS = 1_000;
/** Further faults are not reported. */
const MAX_FAULTS = 100;
/** Messages show no more characters of a value. */
const MAX_SHOWN = 100;

/** A file that `extends` names: `./base.yaml`, or `@example/kubewin/base.yaml` in `node_modules`. */
export const BASE_PATTERN = String.raw`^(\.{1,2}/|(@[\w.~-]+/)?[\w~-][\w.~-]*/).*\.(ya?ml|json)$`;
const BASE = new RegExp(BASE_PATTERN);

/** Whether this is the URI of a configuration file. */
export function isConfig(uri: string): boolean {
  return uri.endsWith(`/${CONFIG_NAME}`);
}

/** Whether a text may define rules, so that an `OwnRuleReader` is needed. */
export function mayDefineRules(text: string): boolean {
  return text.includes('own/');
}

/**
 * Reads a configuration file. Parts that cannot be read have their defaults. `uri` is that of the file, for the rules that it
 * defines, and `readRules` reads them. By default, there are none.
 */
export function readConfig(
  text: string,
  rules: readonly NamedRule[],
  uri = '',
  readRules: OwnRuleReader = () => [],
): Config {
  const reader = new Reader(rules);
  const nothing = { ...EMPTY_CONFIG, faults: reader.faults };
  const whole = { start: 0, end: 0 };
  if (text.length > MAX_LENGTH) {
    reader.report(
      whole,
      () => t`The file has more than ${MAX_LENGTH.toLocaleString('en-US')} characters, so the defaults are used.`,
    );
    return nothing;
  }
  const [first, second] = slice(text);
  const document = parse(text.slice(0, first?.end));
  const [error] = document.errors;
  if (error !== undefined) {
    const message = error.message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
    const at = { start: error.at, end: Math.min(error.at + 1, text.length) };
    reader.report(at, () => t`The file is not valid YAML, so the defaults are used: ${message}.`);
    return nothing;
  }
  if (second !== undefined) {
    const at = { start: second.start, end: Math.min(second.start + 3, text.length) };
    reader.report(at, () => t('A configuration file has one document; the others are ignored.'));
  }
  const { root } = document;
  if (root === undefined || root.raw === '') return nothing;
  if (!root.isMapping) {
    reader.report(root.span, () => t('A configuration file is a mapping of settings.'));
    return nothing;
  }
  const base = reader.base(root.get('extends'));
  const ownRules = reader.ownRules(root.get('rules'), uri, readRules);
  const settings = reader.settings(root, ['extends', 'overrides', 'cache'], EDITOR_SETTINGS);
  const overrides = reader.overrides(root.get('overrides'));
  return { settings, overrides, base, ownRules, cache: reader.cache(root.get('cache')), faults: reader.faults };
}

export const EMPTY_CONFIG: Config = {
  settings: {},
  overrides: [],
  base: undefined,
  ownRules: [],
  cache: undefined,
  faults: [],
};

/** Merges settings: later mappings override single entries of earlier ones, and other values replace them. */
export function mergeSettings(...levels: readonly RawSettings[]): Settings {
  const all: Record<string, unknown> = {};
  for (const level of levels) {
    for (const [key, value] of Object.entries(level)) {
      const before = all[key];
      all[key] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
    }
  }
  return readSettings(all).settings;
}

interface FaultDetails {
  /** The text that was probably meant. */
  readonly replacement?: string | undefined;
  /** A word that is none of those that are `known`. */
  readonly word?: string | undefined;
  readonly known?: readonly string[];
  readonly isInSchema?: boolean;
}

/** Reads one file and collects its faults. */
class Reader {
  readonly faults: ConfigFault[] = [];
  readonly #rules: readonly NamedRule[];
  #names: RuleNames;
  #globCount = 0;

  constructor(rules: readonly NamedRule[]) {
    this.#rules = rules;
    this.#names = ruleNames(rules);
  }

  report(span: Span, message: () => string, details: FaultDetails = {}): undefined {
    const { word, known = [], isInSchema = false } = details;
    if (this.faults.length >= MAX_FAULTS) return;
    const suggestion = word === undefined ? '' : didYouMean(word, known);
    const replacement = word === undefined ? details.replacement : nearest(word, known);
    this.faults.push({ span, message: message() + suggestion, replacement, isInSchema });
  }

  /** The rules that are defined. To be called first, because settings may name them. */
  ownRules(field: Field | undefined, uri: string, read: OwnRuleReader): OwnRule[] {
    const defined = definitionsIn(field);
    if (defined.length === 0) return [];
    this.#names = ruleNames([...this.#rules, ...defined.map(([id]) => ({ id }))]);
    return read(defined, uri, (span, message, details) => this.report(span, message, details));
  }

  /** The settings in a mapping, which can also have the keys in `others`. */
  settings(root: Field, others: readonly string[], excluded: readonly string[]): RawSettings {
    const known = Object.keys(SETTINGS).filter((key) => !excluded.includes(key));
    const unknown = (key: string, span: Span) => {
      if (known.includes(key) || others.includes(key)) return;
      const isExcluded = EDITOR_SETTINGS.includes(key) || excluded.includes(key);
      const message = () => {
        if (EDITOR_SETTINGS.includes(key)) return t`\`${key}\` can only be set in the editor.`;
        return isExcluded ? t`\`${key}\` cannot be set in \`overrides\`.` : t`Unknown setting \`${key}\`.`;
      };
      this.report(span, message, {
        word: isExcluded ? undefined : key,
        known: [...known, ...others],
        isInSchema: true,
      });
    };
    for (const [key, span] of root.emptyKeys) unknown(key, span);
    const read = root.entries().flatMap(([key, field]) => {
      unknown(key, field.span);
      const value = known.includes(key) ? this.#value(key as keyof Settings, field) : undefined;
      return value === undefined ? [] : [[key, value] as const];
    });
    return Object.fromEntries(read);
  }

  overrides(list: Field | undefined): Override[] {
    if (list === undefined) return [];
    const needs = t('An override is a mapping of settings with `files`, a list of globs.');
    if (!list.isSequence) this.report(list.span, () => t`\`overrides\` is a list. ${needs}`, { isInSchema: true });
    return list.items().flatMap((item) => {
      const files = item.get('files');
      if (!files?.isSequence) this.report(item.span, () => needs, { isInSchema: true });
      const globs = files === undefined ? [] : this.#globs(files);
      const settings = this.settings(item, ['files'], [...EDITOR_SETTINGS, ...NOT_IN_OVERRIDES]);
      return globs.length === 0 ? [] : [{ files: globs, settings }];
    });
  }

  base(field: Field | undefined): Config['base'] {
    if (field === undefined) return undefined;
    const path = field.source;
    if (path !== undefined && BASE.test(path)) return { path, span: field.valueSpan };
    const message = () =>
      t`\`extends\` cannot be ${shown(dataOf(field))}. It must be a path such as \`./base.yaml\`, or a file of a package such as \`@example/kubewin/base.yaml\`.`;
    return this.report(field.valueSpan, message, { isInSchema: true });
  }

  cache(field: Field | undefined): boolean | undefined {
    if (field !== undefined && field.boolean === undefined) {
      this.report(field.valueSpan, () => t('`cache` must be `true` or `false`.'), { isInSchema: true });
    }
    return field?.boolean;
  }

  #value(key: keyof Settings, field: Field): unknown {
    const raw = key === 'rules' ? this.#severities(field) : dataOf(field);
    if (key === 'exclude' && field.isSequence) return this.#globs(field);
    const isFlag = typeof SETTINGS[key].default === 'boolean';
    const value = SETTINGS[key].read(isFlag ? field.boolean : raw, (entry, wrong) => {
      const at = field.get(entry) ?? field.items()[Number(entry.slice(1, -1))] ?? field;
      const isEntry = field.isMapping && wrong !== undefined;
      const what = isEntry ? t`\`${entry}\` cannot be` : t`\`${key}\` cannot have`;
      const shownValue = shown(wrong ?? entry);
      const message = () => `${what} ${shownValue}. ${legalEntries(key)}`.trim();
      return this.report(isEntry ? at.valueSpan : at.span, message, { isInSchema: key !== 'exclude' });
    });
    if (value === undefined) {
      const word = typeof raw === 'string' ? raw : undefined;
      const { pattern } = SETTINGS[key].schema as { pattern?: string };
      // A pattern allows releases and dates that do not exist.
      const isInSchema = word === undefined || pattern === undefined || !new RegExp(pattern).test(word);
      const message = () => t`\`${key}\` cannot be ${shown(raw)}. ${legalValues(key)}`;
      this.report(field.valueSpan, message, { word, known: candidates(key), isInSchema });
    }
    if (!isRecord(value) || (key !== 'rules' && key !== 'helm.values')) return value;
    const isLegal = (name: string, entry: Field) =>
      key === 'rules' ? this.#isRule(name, entry) : this.#isCounted(entry);
    const legal = Object.fromEntries(Object.entries(value).filter(([name]) => isLegal(name, field.get(name) ?? field)));
    return key === 'rules' ? this.#names.byId(legal) : legal;
  }

  /** The data of `rules` without the rules that it defines. */
  #severities(field: Field): unknown {
    const defined = new Map(definitionsIn(field));
    const isTop = field.parent?.parent === undefined;
    for (const { span } of isTop ? [] : defined.values()) {
      this.report(span, () => t('Define a rule in `rules` of the file itself. Here, only its severity can be set.'), {
        isInSchema: true,
      });
    }
    const data = dataOf(field);
    return isRecord(data) ? Object.fromEntries(Object.entries(data).filter(([id]) => !defined.has(id))) : data;
  }

  #isRule(id: string, { span }: Field): boolean {
    if (this.#names.has(id)) return true;
    const message = () => t`There is no rule and no category \`${id}\`.`;
    this.report(span, message, { word: id, known: this.#names.all, isInSchema: true });
    return false;
  }

  /** Counts a glob. Returns whether there are not too many of them. */
  #isCounted({ span }: Field): boolean {
    if (++this.#globCount === MAX_GLOBS + 1) this.report(span, () => t`There are more than ${MAX_GLOBS} globs.`);
    return this.#globCount <= MAX_GLOBS;
  }

  /** The valid globs in a list. */
  #globs(list: Field): string[] {
    return list.items().flatMap((item) => {
      const glob = item.source;
      if (!this.#isCounted(item)) return [];
      if (glob !== undefined && isFastGlob(glob)) return [glob];
      return this.report(item.span, () => t`${shown(dataOf(item))} is not a glob. ${legalValues('exclude')}`) ?? [];
    });
  }
}

/** The entries of `rules` that define rules. */
function definitionsIn(field: Field | undefined): [string, Field][] {
  return field?.entries().filter(([id, value]) => value.isMapping && id.startsWith('own/')) ?? [];
}

/** The data of a field. Every scalar is a string as written: `1.30` is a release, and `off` is a severity. */
function dataOf(field: Field): unknown {
  if (field.isMapping) return Object.fromEntries(field.entries().map(([key, value]) => [key, dataOf(value)]));
  return field.isSequence ? field.items().map(dataOf) : field.source;
}

function shown(raw: unknown): string {
  if (typeof raw !== 'string') return Array.isArray(raw) ? 'a list' : 'a mapping';
  return `\`${raw.replace(/\s/g, ' ').slice(0, MAX_SHOWN)}\``;
}

/** The words that a setting accepts; of releases, the newest first. */
function candidates(key: keyof Settings): readonly string[] {
  if (key === 'kubernetesVersion') return KUBERNETES_VERSIONS.toReversed();
  if (key === 'taint') return ['auto', 'none', ...PROVIDERS.map(({ id }) => id)];
  return (SETTINGS[key].schema as { enum?: readonly string[] }).enum ?? [];
}
