import type { RawSettings } from '../../lint/settings/config.ts';
import { namesOf } from '../../lint/settings/rule-names.ts';
import { list } from '../../lint/settings/setting-faults.ts';
import { OLDEST_MUTATING } from '../../policy/mutations.ts';
import { ACTIONS, type Action, type ObjectName } from '../../policy/policies.ts';
import { POLICY_FORMATS, type PolicyFormat } from '../../policy/policy-text.ts';
import { SYSTEM_NAMESPACES } from '../../policy/yaml.ts';
import { RULES } from '../../rules/index.ts';
import type { GivenOptions } from './given-options.ts';
import type { Option } from './option.ts';
import { readRuleNames } from './rule-id.ts';
import { type ConfigChoice, readConfigChoice, readSettingOptions } from './settings.ts';

/** The options of `policy`. */
export interface PolicyOptions {
  readonly command: 'policy';
  readonly format: PolicyFormat;
  readonly actions: readonly Action[];
  /** Ids and categories; undefined for all. */
  readonly rules: readonly string[] | undefined;
  readonly systemNamespaces: boolean;
  readonly params: ObjectName | undefined;
  /** Whether to write policies that change objects. */
  readonly mutate: boolean;
  readonly config: ConfigChoice;
  readonly settings: RawSettings;
}

export const POLICY_OPTIONS: readonly Option[] = [
  {
    name: 'format',
    value: POLICY_FORMATS.join('|'),
    values: POLICY_FORMATS,
    only: 'policy',
    description:
      'What evaluates the policies: the API server (`yaml`, the default), Kyverno (ValidatingPolicies) or Gatekeeper (ConstraintTemplates with the engine K8sNativeValidation, and constraints).',
  },
  {
    name: 'action',
    value: 'action,…',
    values: ACTIONS,
    repeatable: true,
    only: 'policy',
    description:
      'What the API server does with an object that a rule applies to (default: `warn`): `warn` shows a warning, `audit` adds a note to the audit log, and `deny` rejects the object. `audit` can be combined with one of the others.',
  },
  {
    name: 'rules',
    value: 'rule,…',
    values: [...new Set(RULES.flatMap((rule) => namesOf(rule).filter((name) => name !== rule.code)))],
    repeatable: true,
    only: 'policy',
    description:
      'Only these rules and categories, each with policies of its own (default: all rules whose severity is error or warning, and with `deny` only error). A rule that is named itself counts with any severity.',
  },
  {
    name: 'system-namespaces',
    only: 'policy',
    description: `Also check the namespaces of the system: ${SYSTEM_NAMESPACES.join(', ')}.`,
  },
  {
    name: 'mutate',
    only: 'policy',
    description: `Write policies that change workloads, instead of policies that report them: they remove fields without effect, and insert the toleration for \`--taint\`. Requires Kubernetes ${OLDEST_MUTATING}.`,
  },
  {
    name: 'params',
    value: 'namespace/name',
    only: 'policy',
    description:
      'Let policies read exceptions from this ConfigMap, which is the first object of the output. Without the ConfigMap, the API server checks nothing.',
  },
];

/** Reads the options of `policy`. */
export function readPolicyOptions(words: readonly string[], given: GivenOptions): PolicyOptions {
  given.noArguments('policy', words);
  given.exclude('mutate', 'action');
  const format = readFormat(given);
  const actions = readActions(given);
  return {
    command: 'policy',
    format,
    actions,
    rules: readRuleNames('rules', given),
    systemNamespaces: given.has('system-namespaces'),
    params: readParams(given),
    mutate: given.has('mutate'),
    config: readConfigChoice(given),
    settings: readSettingOptions(given),
  };
}

/** The format. Only the API server changes objects, and reads exceptions. */
function readFormat(given: GivenOptions): PolicyFormat {
  const value = given.last('format') ?? 'yaml';
  const format = POLICY_FORMATS.find((name) => name === value);
  if (format === undefined) given.invalid('format', value, `It must be ${list(POLICY_FORMATS)}.`);
  for (const name of ['mutate', 'params']) {
    if (format !== 'yaml' && format !== undefined && given.has(name)) {
      given.fault(`\`--${name}\` is only for policies of the API server, and not for \`--format=${format}\`.`);
    }
  }
  return format ?? 'yaml';
}

const LABEL = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?';
const OBJECT_NAME = new RegExp(`^(?<namespace>${LABEL})/(?<name>(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*)$`);

function readParams(given: GivenOptions): ObjectName | undefined {
  const value = given.last('params');
  if (value === undefined) return undefined;
  const { namespace, name } = OBJECT_NAME.exec(value)?.groups ?? {};
  if (namespace !== undefined && name !== undefined) return { namespace, name };
  given.invalid('params', value, 'It must be the namespace and the name of a ConfigMap, such as `platform/kubewin`.');
  return undefined;
}

/** The actions, each once, in the order of `ACTIONS`. */
function readActions(given: GivenOptions): Action[] {
  const words = given.all('action')?.flatMap((value) => value.split(',')) ?? ['warn'];
  for (const word of words) {
    if (!ACTIONS.some((action) => action === word)) given.invalid('action', word, `It must be ${list(ACTIONS)}.`);
  }
  if (words.includes('deny') && words.includes('warn')) {
    given.fault(
      'The API server does not allow `Deny` and `Warn` together: a warning would repeat the rejection. Run `kubewin policy` once for each action.',
    );
  }
  return ACTIONS.filter((action) => words.includes(action));
}
