import { sep } from 'node:path';
import { KUBERNETES_VERSIONS } from '../../kubernetes/version.ts';
import { CONFIG_NAME, type RawSettings } from '../../lint/settings/config.ts';
import { mayBeOwn } from '../../lint/settings/own-rules.ts';
import type { RuleSelection } from '../../lint/settings/rule-names.ts';
import { legalValues, list } from '../../lint/settings/setting-faults.ts';
import {
  BUILT_IN_PATHS,
  EDITOR_SETTINGS,
  readSettings,
  SETTINGS,
  type Settings,
  TAINT_CHOICES,
} from '../../lint/settings/settings.ts';
import { POLICY_SETTINGS } from '../../policy/policies.ts';
import { FAST_GLOB } from '../../text/glob.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { GivenOptions } from './given-options.ts';
import type { Option } from './option.ts';
import { RULE_NAMES, readRuleNames } from './rule-id.ts';

/** The configuration file that applies to all files; undefined where the nearest one applies to each. */
export type ConfigChoice = { readonly path: string } | 'none' | undefined;

export const CONFIG_OPTIONS: readonly Option[] = [
  {
    name: 'config',
    also: ['policy'],
    value: 'file',
    description: `The configuration file for all files, with globs relative to the current folder (default: for each file, the nearest \`${CONFIG_NAME}\` in its folder or above, up to the root of its repository). Options win over it.`,
  },
  { name: 'no-config', also: ['policy'], description: 'Do not read configuration files.' },
];

export function readConfigChoice(given: GivenOptions): ConfigChoice {
  const path = given.path('config');
  given.exclude('config', 'no-config');
  return given.has('no-config') ? 'none' : path === undefined ? undefined : { path };
}

/** Reads `--select` and `--ignore`. */
export function readSelection(given: GivenOptions): RuleSelection {
  return { select: readRuleNames('select', given), ignore: readRuleNames('ignore', given) };
}

/** The options that choose rules by their names. */
export const SELECTION_OPTIONS: readonly Option[] = [
  {
    name: 'select',
    value: 'rule,…',
    values: RULE_NAMES.all,
    repeatable: true,
    except: ['images', 'other-linters'],
    description:
      'Report only these rules and categories. A rule that is named itself is reported even if it is off by default or in a configuration file.',
  },
  {
    name: 'ignore',
    value: 'rule,…',
    values: RULE_NAMES.all,
    repeatable: true,
    except: ['images', 'other-linters'],
    description:
      'Do not report these rules and categories. A rule that --select names itself is reported nevertheless if only its category is ignored.',
  },
];

/** Options whose description differs from that of their setting. */
const OWN_WORDS: Readonly<Record<string, Partial<Option>>> = {
  rules: {
    name: 'rule',
    value: 'id=severity',
    values: RULE_NAMES.all,
    description:
      'Turn a rule such as `pod/host-network` or a category such as `image` off or on, or set its severity: `off`, `on`, `error`, `warning`, `information` or `hint`. All but `off` turn on rules that are off by default, too.',
  },
  kubernetesVersion: { values: KUBERNETES_VERSIONS },
  taint: { values: TAINT_CHOICES.map(({ value }) => value) },
  embeddedPods: {
    name: 'embedded-pods',
    value: 'group/Kind=path',
    description: `Where a custom resource contains pod templates or pod specs, such as \`example.com/Widget=spec.template\` or \`example.com/Widget=spec.pools[*].template\`. ${BUILT_IN_PATHS}`,
  },
  windowsImages: { value: 'prefix' },
  linuxImages: { value: 'prefix' },
  posixShellImages: { value: 'prefix' },
  linuxOnlyCsiDrivers: { value: 'driver' },
  exclude: {
    value: 'glob',
    except: ['cluster'],
    description: `Files and folders to skip, in addition to \`.gitignore\`, relative to each folder that is checked. A glob can have ${FAST_GLOB}.`,
  },
};

/**
 * An option for each setting that is not about an editor, in the order of the settings. Those with a dot are for single charts
 * and registries. `--values` is for all charts.
 */
export const SETTING_OPTIONS: readonly (Option & { readonly setting: keyof Settings })[] = Object.entries(SETTINGS)
  .filter(([key]) => !EDITOR_SETTINGS.includes(key) && !key.includes('.'))
  .map(([key, { schema, description }]) => {
    const setting = key as keyof Settings;
    const { type, enum: values } = schema as { type: string; enum?: readonly string[] };
    const lastWord = key.replace(/^.*(?=[A-Z])/, '').toLowerCase();
    return {
      name: key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      setting,
      also: POLICY_SETTINGS.includes(setting) ? ['init', 'policy'] : ['init'],
      description,
      ...(type === 'boolean' ? {} : { value: values?.join('|') ?? lastWord }),
      ...(type === 'array' || type === 'object' ? { repeatable: true } : {}),
      ...OWN_WORDS[key],
    };
  });

/** Reads the settings that options set. */
export function readSettingOptions(given: GivenOptions): RawSettings {
  const raw: Record<string, unknown> = {};
  for (const option of SETTING_OPTIONS) {
    const legal: string[] = [];
    for (const value of given.all(option.name) ?? []) {
      if (isLegal(option, value, given)) legal.push(value);
    }
    if (legal.length > 0) raw[option.setting] = rawSetting(option, legal);
  }
  return raw;
}

/** The value of a setting that all values of its option make together, as `readSettings` takes it. */
function rawSetting({ setting, value, repeatable }: Option, values: readonly string[]): unknown {
  const pairs = values.map((text) => text.split('=', 2));
  if (setting === 'rules')
    return Object.fromEntries(pairs.map(([name = '', severity]) => [RULE_NAMES.idOf(name) ?? name, severity]));
  if (setting === 'embeddedPods') {
    const pathsOf = (kind: string) => pairs.flatMap(([pairKind, path = '']) => (pairKind === kind ? [path] : []));
    return Object.fromEntries(pairs.map(([kind = '']) => [kind, pathsOf(kind)]));
  }
  if (value === undefined) return true;
  if (setting === 'exclude') return values.map((glob) => (sep === '/' ? glob : glob.replaceAll(sep, '/')));
  return repeatable ? values : values.at(-1);
}

function isLegal(option: (typeof SETTING_OPTIONS)[number], value: string, given: GivenOptions): boolean {
  const { name, setting } = option;
  if (setting === 'rules') {
    const fault = ruleFault(value);
    if (fault !== undefined) given.fault(fault);
    return fault === undefined;
  }
  const isValid = readSettings({ [setting]: rawSetting(option, [value]) }).faults.length === 0;
  if (!isValid) given.invalid(name, value, setting === 'embeddedPods' ? KIND_AND_PATH : legalValues(setting));
  return isValid;
}

const KIND_AND_PATH = 'It must be a kind and a path, such as `example.com/Widget=spec.template`.';

function ruleFault(text: string): string | undefined {
  const [id = '', severity] = text.split('=', 2);
  // Rules of users are known once their file is read.
  if (!RULE_NAMES.has(id) && !mayBeOwn(id)) {
    return `\`--rule ${text}\`: there is no rule and no category \`${id}\`.${didYouMean(id, RULE_NAMES.all)}`;
  }
  const { enum: severities } = SETTINGS.rules.schema['additionalProperties'] as { enum: readonly string[] };
  return severities.includes(severity ?? '')
    ? undefined
    : `\`--rule ${text}\`: the severity must be ${list(severities)}.`;
}
