import { KUBERNETES_VERSIONS } from '../../kubernetes/version.ts';
import { t } from '../../text/localize.ts';
import { type Span, touches } from '../../text/span.ts';
import { filledField, type Slot, slotAt, textFor } from '../../yaml/edit/slot.ts';
import { parse } from '../../yaml/read/document.ts';
import { fieldAt } from '../../yaml/read/locate.ts';
import type { FieldPath } from '../../yaml/read/path.ts';
import type { Rule } from '../rule.ts';
import { OWN_RULE_KEYS, OWN_RULE_WORDS } from '../settings/own-rule-keys.ts';
import { ruleNames } from '../settings/rule-names.ts';
import { EDITOR_SETTINGS, NOT_IN_OVERRIDES, SETTINGS, type Settings, TAINT_CHOICES } from '../settings/settings.ts';
import { type Completion, scalarIn } from './completion.ts';

type TitledRule = Pick<Rule, 'id' | 'code' | 'formerIds' | 'title'>;

/** Completions at an offset of a configuration file. Releases and taints are only patterns in its JSON schema. */
export function completeConfig(text: string, offset: number, rules: readonly TitledRule[]): Completion[] {
  const found = slotAt(text, offset);
  // An item of `overrides` starts with a key.
  const slot: Slot | undefined = found?.role === 'item' ? { ...found, role: 'key' } : found;
  const field = slot && filledField(text, slot);
  if (slot === undefined || field === undefined) return [];
  const { path, isOverride } = inSettings(field.path);
  if (slot.role !== 'key') return values(slot, path);
  if (field.parent === undefined) return [];
  const others = new Set(field.parent.entries().map(([key]) => key));
  const keys = keysAt(path, isOverride, rules);
  return keys
    .filter(({ key }) => !others.has(key))
    .map(({ key, code, detail, value }) => {
      const text = textFor(key, slot);
      const end = slot.isKey ? '' : value === 'scalar' ? ': ' : ':';
      const filter = slot.quote === '' ? key : text;
      return {
        at: slot,
        text: `${text}${end}`,
        label: key,
        code,
        filter: code === undefined ? filter : `${filter} ${code}`,
        documentation: detail,
        kind: 'setting',
        isInSchema: true,
      };
    });
}

/** A description of the key at an offset of a configuration file, in Markdown; undefined if there is none. */
export function explainConfig(
  text: string,
  offset: number,
  rules: readonly TitledRule[],
): { readonly at: Span; readonly markdown: string } | undefined {
  const field = fieldAt(parse(text), offset);
  if (field === undefined || !touches(field.span, offset)) return undefined;
  const { path, isOverride } = inSettings(field.path);
  const [key, id] = path;
  const setting = path.length === 1 ? settingKeys(isOverride).find((known) => known.key === key)?.detail : undefined;
  const ofDefinition = isInDefinition(path)
    ? definitionKeys().find((known) => known.key === path[2])?.detail
    : undefined;
  const rule = isRule(path)
    ? rules.find((candidate) => ruleNames([candidate]).idOf(String(id)) === candidate.id)
    : undefined;
  const markdown = rule === undefined ? t(setting ?? ofDefinition ?? '') : explainRule(rule);
  return markdown === '' ? undefined : { at: field.span, markdown };
}

/** The names and the title of a rule, in Markdown. */
function explainRule({ id, code, title }: TitledRule): string {
  return `\`${id}\`${code === undefined ? '' : ` (\`${code}\`)`}: ${t(title)}`;
}

/** A path from the settings on, also within an override. */
function inSettings(path: FieldPath): { readonly path: FieldPath; readonly isOverride: boolean } {
  const isOverride = path[0] === 'overrides' && path.length > 2;
  return { path: isOverride ? path.slice(2) : path, isOverride };
}

/** Whether a path is that of an entry of `rules`. */
function isRule(path: FieldPath): boolean {
  return path.length === 2 && path[0] === 'rules';
}

/** Whether a path is that of a key in the definition of a rule. */
function isInDefinition(path: FieldPath): boolean {
  return path.length === 3 && path[0] === 'rules' && String(path[1]).startsWith('own/');
}

function values(slot: Slot, path: FieldPath): Completion[] {
  const [key] = path;
  if (isInDefinition(path)) {
    const words = OWN_RULE_WORDS[path[2] as keyof typeof OWN_RULE_WORDS] ?? [];
    return words.map((word) => ({ ...scalarIn(slot, word), ...unquoted(slot, word), isInSchema: true }));
  }
  if (path.length === 1 && key === 'kubernetesVersion') {
    // Scalars are read as written, so releases do not need quotes.
    return KUBERNETES_VERSIONS.toReversed().map((version) => ({
      ...scalarIn(slot, version),
      ...unquoted(slot, version),
    }));
  }
  if (path.length === 1 && key === 'taint') {
    return TAINT_CHOICES.map(({ value, description }) => scalarIn(slot, value, description));
  }
  const known = Object.hasOwn(SETTINGS, String(key)) ? SETTINGS[key as keyof Settings].schema : {};
  const schema = isRule(path) ? known['additionalProperties'] : path.length === 1 ? known : {};
  const { type, enum: words } = schema as { readonly type?: string; readonly enum?: readonly string[] };
  const all = type === 'boolean' ? ['true', 'false'] : (words ?? []);
  return all.map((word) => ({ ...scalarIn(slot, word), ...unquoted(slot, word), isInSchema: true }));
}

/** Without quotes: `off` and `true` do not need them, because every scalar is read as written. */
function unquoted(slot: Slot, word: string): Partial<Completion> {
  return slot.quote === '' ? { text: word } : {};
}

/** What the key `extends` of a configuration file means. */
export const EXTENDS_DESCRIPTION =
  'A file with weaker settings: a path such as `../base.yaml`, or a file of a package in `node_modules`, such as `@example/kubewin/base.yaml`.';

/** What the key `cache` of a configuration file means. */
export const CACHE_DESCRIPTION =
  'Whether `kubewin check` keeps its results in the folder `.kubewin_cache` beside this file, so that the next run only reads files that did not change.';

interface ConfigKey {
  readonly key: string;
  readonly code?: string | undefined;
  readonly detail: string | undefined;
  readonly value: 'scalar' | 'collection';
}

function settingKeys(isOverride: boolean): ConfigKey[] {
  const excluded = isOverride ? [...EDITOR_SETTINGS, ...NOT_IN_OVERRIDES] : EDITOR_SETTINGS;
  const own = Object.entries(SETTINGS).map(([key, { description, schema }]): ConfigKey => {
    const isCollection = schema['type'] === 'object' || schema['type'] === 'array';
    return { key, detail: description, value: isCollection ? 'collection' : 'scalar' };
  });
  const others: readonly ConfigKey[] = isOverride
    ? [{ key: 'files', detail: 'Globs of the files, relative to the folder of this file.', value: 'collection' }]
    : [
        { key: 'extends', detail: EXTENDS_DESCRIPTION, value: 'scalar' },
        { key: 'overrides', detail: 'Settings for some of the files.', value: 'collection' },
        { key: 'cache', detail: CACHE_DESCRIPTION, value: 'scalar' },
      ];
  return [...own.filter(({ key }) => !excluded.includes(key)), ...others];
}

function keysAt(path: FieldPath, isOverride: boolean, rules: readonly TitledRule[]): readonly ConfigKey[] {
  if (isRule(path)) return ruleKeys(rules);
  if (isInDefinition(path) && !isOverride) return definitionKeys();
  return path.length === 1 ? settingKeys(isOverride) : [];
}

/** The keys of the definition of a rule. */
function definitionKeys(): readonly ConfigKey[] {
  return Object.entries(OWN_RULE_KEYS).map(([key, detail]) => {
    return { key, detail, value: key === 'fields' ? 'collection' : 'scalar' };
  });
}

function ruleKeys(rules: readonly TitledRule[]): ConfigKey[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return ruleNames(rules).all.map((key) => {
    const rule = byId.get(key);
    return { key, code: rule?.code, detail: rule?.title, value: 'scalar' };
  });
}
