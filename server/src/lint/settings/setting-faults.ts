import { KUBERNETES_VERSIONS } from '../../kubernetes/version.ts';
import { FAST_GLOB } from '../../text/glob.ts';
import { t } from '../../text/localize.ts';
import { mayBeOwn } from './own-rules.ts';
import type { NamedRule } from './rule-names.ts';
import { ruleNames } from './rule-names.ts';
import { type InvalidValue, isRecord, MAX_VALUE_SETS, readSettings, SETTINGS, type Settings } from './settings.ts';

/** Something invalid in settings. */
export interface SettingFault {
  /** Without the prefix `kubewin.`. */
  readonly key: string;
  /** A sentence that names the setting and the fault. */
  readonly message: string;
}

/** The faults in settings: invalid values, and settings and rules that do not exist. */
export function settingFaults(raw: unknown, rules: readonly NamedRule[]): SettingFault[] {
  const { settings, faults } = readSettings(raw);
  const invalid = faults.map((fault) => ({ key: fault.key, message: messageOf(fault) }));
  const unknown = Object.keys(isRecord(raw) ? raw : {})
    .filter((key) => !Object.hasOwn(SETTINGS, key) && !CLIENT_SETTINGS.includes(key))
    .map((key) => ({ key, message: t`Unknown setting \`kubewin.${key}\`.` }));
  const known = ruleNames(rules);
  const rulesUnknown = Object.keys(settings.rules)
    // Only a configuration file shows which rules of users there are.
    .filter((id) => !known.has(id) && !mayBeOwn(id))
    .map((id) => ({
      key: `rules.${id}`,
      message: t`\`kubewin.rules\` contains \`${id}\`, which is not a rule or a category.`,
    }));
  return [...invalid, ...unknown, ...rulesUnknown];
}

/** The values that a setting accepts, as a sentence. */
export function legalValues(key: keyof Settings): string {
  if (key === 'kubernetesVersion') {
    return t`It must be a release from ${KUBERNETES_VERSIONS[0]} to ${KUBERNETES_VERSIONS.at(-1)}.`;
  }
  if (key === 'exclude') return t`It can have ${FAST_GLOB}.`;
  if (key === 'embeddedPods') return t('It maps a kind such as `example.com/Widget` to paths such as `spec.template`.');
  if (key === 'helm.values') {
    return t`It maps the folder of a chart to a list of YAML files, relative to that folder, or to up to ${MAX_VALUE_SETS} lists with names.`;
  }
  if (key === 'images.mirrors') {
    return t(
      'It maps a registry such as `docker.io` to hosts such as `mirror.example:5000`, without a scheme or a path.',
    );
  }
  if (key === 'images.maxAge') return t('It must be a number of days, or `0` for no hint.');
  if (key === 'rules') return t('It maps rules to severities.');
  const schema = SETTINGS[key].schema as { type: string; enum?: readonly string[]; patternErrorMessage?: string };
  if (schema.type === 'array') return t('It must be a list of strings.');
  if (schema.type === 'boolean') return t('It must be `true` or `false`.');
  return schema.enum === undefined ? t(schema.patternErrorMessage ?? '') : t`It must be ${list(schema.enum)}.`;
}

/** The values that an entry of a setting accepts, as a sentence. */
export function legalEntries(key: keyof Settings): string {
  const { enum: severities } = SETTINGS.rules.schema['additionalProperties'] as { enum: readonly string[] };
  return key === 'rules' ? t`It must be ${list(severities)}.` : legalValues(key);
}

/** Words as an enumeration: `a`, `b` or `c`. */
export function list(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter((part) => part !== '').join(' or ');
}

function messageOf({ key, entry, value }: InvalidValue): string {
  const text = JSON.stringify(value);
  if (entry === undefined) return t`\`kubewin.${key}\` cannot be ${text}; the default is used.`;
  const problem = value === undefined ? t`cannot have \`${entry}\`` : t`\`${entry}\` cannot be ${text}`;
  return t`\`kubewin.${key}\`${value === undefined ? '' : ':'} ${problem}; this entry is ignored.`;
}

/** Settings with the same prefix that Kubewin does not read: `kubewin.trace.server` belongs to the client library. */
const CLIENT_SETTINGS: readonly string[] = ['trace'];
