import { type CheckRequest, checkFile } from './cli/files/check-file.ts';
import { explainedOnce, explainFile } from './cli/files/explain-file.ts';
import { contentOf, type FileContent } from './cli/files/file-summary.ts';
import { fixFile } from './cli/files/fix-file.ts';
import type { InputFile, Manifests } from './cli/files/input.ts';
import { NO_OBJECT, type Message as Note } from './cli/files/message.ts';
import { migratedOnce, migrator } from './cli/files/migrate-file.ts';
import { checkedJson, explainedJson, headJson, noteJson, totalsJson } from './cli/formats/json.ts';
import { migratedJson } from './cli/formats/migrate.ts';
import { chartTools } from './lint/charts/chart-tools.ts';
import type { Rule as InternalRule } from './lint/rule.ts';
import { WORST_FIRST } from './lint/rule-set/rule-list.ts';
import { type RuleSet, ruleSet } from './lint/rule-set/rule-set.ts';
import { type RuleNames, ruleNames } from './lint/settings/rule-names.ts';
import { legalEntries, legalValues, list } from './lint/settings/setting-faults.ts';
import { EDITOR_SETTINGS, isRecord, NOT_IN_OVERRIDES, readSettings, SETTINGS } from './lint/settings/settings.ts';
import { dayOf } from './lint/settings/today.ts';
import { ACTIONS } from './policy/policies.ts';
import { mutatingPolicyText, POLICY_FORMATS, policyText } from './policy/policy-text.ts';
import { readDefinitions } from './read-definitions.ts';
import type { CheckResult, Effect, ExplainResult, FixResult, MigrateResult, Severity } from './results.ts';
import type { Message, RuleDefinition } from './rule-definition.ts';
import { RULES } from './rules/index.ts';
import { didYouMean } from './text/nearest.ts';
import { decode } from './workspace/reading.ts';
import { uriOfPath } from './workspace/uri.ts';
import { Workspace } from './workspace/workspace.ts';

// The exports of this file are the API of the npm package. The package contains the declarations of this file, of results.ts
// and of rule-definition.ts, so no type of another file may appear in them.

export type {
  Certainty,
  CheckResult,
  Effect,
  Evidence,
  ExplainResult,
  Finding,
  FixResult,
  MigratedImage,
  MigratedWorkload,
  MigrateResult,
  MigrationStep,
  Note,
  ObjectName,
  Place,
  Range,
  Severity,
  Signal,
  SkippedWorkload,
  Workload,
} from './results.ts';

export type {
  Change,
  CheckContext,
  Field,
  Fix,
  KubeObject,
  Message,
  ObjectCheck,
  Outcome,
  Path,
  Pod,
  PodCheck,
  PodContext,
  Problem,
  RuleDefinition,
  Source,
  Span,
  Value,
} from './rule-definition.ts';

declare const KUBEWIN_VERSION: string;

/** The settings of `.kubewin.yaml` that apply to one text. Each is optional. */
export interface Settings {
  /** The Kubernetes release, such as `'1.29'`. The default is the newest one that this version knows. */
  readonly kubernetesVersion?: string;
  /** The date with which ends of support are compared, such as `'2027-01-31'`. The default is `'today'`. */
  readonly date?: string;
  /** The provider of the cluster, which implies the taint and the container runtime of its Windows nodes. */
  readonly provider?: 'unknown' | 'aks' | 'eks' | 'gke' | 'openshift';
  /** The container runtime of the Windows nodes. By default, it follows from the provider and the release. */
  readonly containerRuntime?: 'auto' | 'containerd-2' | 'containerd-1.7' | 'containerd-1.6' | 'docker';
  /** Maps a rule (`pod/host-network` or its code) or a category (`image`) to a severity or `off`. */
  readonly rules?: Readonly<Record<string, Severity | 'off' | 'on'>>;
  /** The taint of the Windows nodes: `auto` (that of the provider), `none`, the name of a provider such as `eks`, or `key=value:effect`. */
  readonly taint?: string;
  /** Every image has to match the exact build of its node. */
  readonly strictImageMatching?: boolean;
  /** Images of Windows Server 2019 are also reported before Kubernetes 1.35. */
  readonly strictOsSupport?: boolean;
  /** Prefixes of image names that are always Windows images. */
  readonly windowsImages?: readonly string[];
  /** Prefixes of image names that are always Linux images. */
  readonly linuxImages?: readonly string[];
  /** Prefixes of Windows images that include `sh` and Linux utilities. */
  readonly posixShellImages?: readonly string[];
  /** CSI drivers without a node plug-in for Windows, in addition to the built-in list. */
  readonly linuxOnlyCsiDrivers?: readonly string[];
  /** The cluster has Windows and Linux nodes, so Linux pods need a node selector too. */
  readonly mixedCluster?: boolean;
  /** The network mode of the Windows nodes. */
  readonly cniMode?: 'unknown' | 'overlay' | 'l2bridge';
  /** The DNS domain of the cluster. */
  readonly clusterDomain?: string;
  /** Maps a custom resource (`example.com/Widget`) to the paths of its pod templates (`['spec.template']`). */
  readonly embeddedPods?: Readonly<Record<string, readonly string[]>>;
}

/** A file with its text. */
export interface TextFile {
  /** The path in the result, such as `charts/web/templates/web.yaml`. Files of Kustomize and Helm are recognized by it. */
  readonly path: string;
  readonly text: string;
}

/** How texts are read. */
export interface Options {
  /** The path of a text that is given alone. The default is `-`. */
  readonly path?: string;
  readonly settings?: Settings;
}

/** Which fixes are applied beside the safe ones. */
export interface FixOptions extends Options {
  /** Also removes fields that have no effect on pods that certainly run on Windows. */
  readonly ineffective?: boolean;
  /** The rules whose first fix is applied, even if its result needs a review, by ID or code. */
  readonly rules?: readonly string[];
}

/** Which policies are written. */
export interface PolicyOptions {
  /** What the API server does. `audit` can be combined with one of the others. The default is `warn`. */
  readonly actions?: readonly ('warn' | 'deny' | 'audit')[];
  /** Rules and categories, each with policies of its own. The default is all rules. */
  readonly rules?: readonly string[];
  /** Whether the namespaces of the system are checked, too. */
  readonly systemNamespaces?: boolean;
  /** Writes policies that change workloads, instead of policies with `actions`. */
  readonly mutate?: boolean;
  /** What evaluates them: the API server (`yaml`, the default), Kyverno or Gatekeeper. */
  readonly format?: 'yaml' | 'kyverno' | 'gatekeeper';
  readonly settings?: Settings;
}

/** A rule, as findings name it. */
export interface Rule {
  /** `category/name`. */
  readonly id: string;
  /** A short name that never changes, such as `KW1001`; null for a rule of the caller. */
  readonly code: string | null;
  readonly title: string;
  /** Markdown: why Windows differs, and what to do instead. */
  readonly description: string;
  /** What its findings can mean, depending on the Kubernetes release. */
  readonly effects: readonly Effect[];
  /** Whether only the setting `rules` turns it on. */
  readonly offByDefault: boolean;
  /** Where its facts are from. */
  readonly sources: readonly { readonly title: string; readonly url: string | null }[];
}

/** Checks texts with further rules. */
export interface Checker {
  /** All rules, in the order of their ids. */
  readonly rules: readonly Rule[];
  /** Like the function `check`. */
  check(input: string | readonly TextFile[], options?: Options): CheckResult;
  /** Like the function `explain`. */
  explain(input: string | readonly TextFile[], options?: Options): ExplainResult;
  /** Like the function `fix`. */
  fix(input: string | readonly TextFile[], options?: FixOptions): FixResult;
}

/**
 * A checker with rules of the caller beside those of Kubewin, which are written in the same form.
 *
 * @throws TypeError for rules that are not valid. What a rule itself throws is a note in the result.
 */
export function createChecker(options: { readonly rules: readonly RuleDefinition[] }): Checker {
  return new RuleChecker(readDefinitions(options, RULES));
}

/** The message of a problem, with values for `{0}`, `{1}` … in the template. */
export function message(template: string, ...args: readonly string[]): Message {
  return { template, args };
}

/**
 * Finds what does not work on Windows nodes in a text of one or more YAML or JSON documents, or in several files. All objects are
 * evaluated together; nothing else is read.
 *
 * @throws TypeError for texts that are not strings, and for options or settings that are not valid. A text that cannot be
 * parsed is a note in the result.
 */
export function check(input: string | readonly TextFile[], options: Options = {}): CheckResult {
  return BUILT_IN.check(input, options);
}

/**
 * Determines on which operating system each workload runs, and by which evidence.
 *
 * @throws TypeError like `check`.
 */
export function explain(input: string | readonly TextFile[], options: Options = {}): ExplainResult {
  return BUILT_IN.explain(input, options);
}

/**
 * Determines what each workload that is not for Windows needs to run on Windows nodes.
 *
 * @throws TypeError like `check`.
 */
export function migrate(input: string | readonly TextFile[], options: Options = {}): MigrateResult {
  const opened = open(input, options, RULE_SET);
  opened.manifests.workspace.charts.rendersAll = true;
  const files = migratedOnce(opened.report(migrator(opened.manifests)));
  return { ...opened.head, ...migratedJson(files), notes: opened.notes() };
}

/**
 * Applies the safe fixes, and others on request. Texts without fixes are returned as they are.
 *
 * @throws TypeError like `check`, and for rules that do not exist.
 */
export function fix(input: string | readonly TextFile[], options: FixOptions = {}): FixResult {
  return BUILT_IN.fix(input, options);
}

/**
 * Writes ValidatingAdmissionPolicies as YAML, for the rules that one object decides; with `mutate`, MutatingAdmissionPolicies.
 *
 * @throws TypeError for options or settings that are not valid, and Error if no policy can express the rules.
 */
export function policy(options: PolicyOptions = {}): string {
  checkNames(options, ['actions', 'rules', 'systemNamespaces', 'mutate', 'format', 'settings']);
  const { actions = ['warn'], rules: named, systemNamespaces = false, mutate = false, format = 'yaml' } = options;
  for (const [name, value] of Object.entries({ systemNamespaces, mutate })) {
    if (typeof value !== 'boolean') throw new TypeError(`The option \`${name}\` must be \`true\` or \`false\`.`);
  }
  if (mutate && options.actions !== undefined) throw new TypeError('Use either `mutate` or `actions`, not both.');
  if (mutate && format !== 'yaml') throw new TypeError('Use either `mutate` or `format`, not both.');
  if (!Array.isArray(actions) || actions.length === 0) throw new TypeError('The option `actions` must be a list.');
  for (const action of actions) {
    if (!ACTIONS.includes(action)) throw new TypeError(`Unknown action \`${action}\`. It must be ${list(ACTIONS)}.`);
  }
  if (!POLICY_FORMATS.includes(format))
    throw new TypeError(`Unknown format \`${format}\`. It must be ${list(POLICY_FORMATS)}.`);
  if (actions.includes('deny') && actions.includes('warn')) {
    throw new TypeError('The API server does not allow `deny` and `warn` together.');
  }
  const policyOptions = {
    actions: ACTIONS.filter((action) => actions.includes(action)),
    rules: named && idsOf(named, RULE_SET, ({ idOf, has }, name) => idOf(name) ?? (has(name) ? name : undefined)),
    systemNamespaces,
    params: undefined,
    settings: settingsOf(options.settings ?? {}, RULE_SET),
    kubewin: KUBEWIN_VERSION,
  };
  const result = mutate ? mutatingPolicyText(RULES, policyOptions) : policyText(RULES, policyOptions, format);
  if ('faults' in result) throw new Error(result.faults.join('\n'));
  return result.text;
}

class RuleChecker implements Checker {
  readonly rules: readonly Rule[];
  readonly #set: RuleSet;

  /** `custom` are rules beside those of Kubewin. */
  constructor(custom: readonly InternalRule[]) {
    this.#set = ruleSet([...RULES, ...custom]);
    this.rules = this.#set.rules.map(listed).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  check(input: string | readonly TextFile[], options: Options = {}): CheckResult {
    const opened = open(input, options, this.#set);
    const files = opened.report((file, manifests) => checkFile(file, manifests, ALL));
    return { ...opened.head, files: files.map(checkedJson), totals: totalsJson(files), notes: opened.notes() };
  }

  explain(input: string | readonly TextFile[], options: Options = {}): ExplainResult {
    const opened = open(input, options, this.#set);
    opened.manifests.workspace.charts.rendersAll = true;
    const files = explainedOnce(opened.report(explainFile));
    return { ...opened.head, files: files.map(explainedJson), notes: opened.notes() };
  }

  fix(input: string | readonly TextFile[], options: FixOptions = {}): FixResult {
    const opened = open(input, options, this.#set, ['ineffective', 'rules']);
    const { ineffective = false, rules: named = [] } = options;
    if (typeof ineffective !== 'boolean') throw new TypeError('The option `ineffective` must be `true` or `false`.');
    const selection = {
      safeties: ineffective ? (['safe', 'ineffective'] as const) : (['safe'] as const),
      rules: idsOf(named, this.#set, ({ idOf }, name) => idOf(name)),
    };
    // The notes are those of the text as it was.
    const files = opened.report((file, { workspace }) => {
      const before = workspace.file(file.uri)?.text;
      if (before === undefined) return undefined;
      const { text, fixes } = fixFile(file, workspace, selection) ?? { text: before, fixes: 0 };
      return { path: file.path, text, fixes, ...contentOf(file, workspace, true) };
    });
    return {
      ...opened.head,
      files: files.map(({ path, text, fixes }) => ({ path, text, fixes })),
      notes: opened.notes(),
    };
  }
}

function listed({ id, code, title, why, outcomes, offByDefault, sources }: InternalRule): Rule {
  return {
    id,
    code: code ?? null,
    title,
    description: why,
    effects: [...new Set(outcomes.map(({ effect }) => effect))],
    offByDefault: offByDefault === true,
    sources: sources.map((source) => ({ title: source.title, url: source.url ?? null })),
  };
}

/** Findings of every severity, with their fixes. */
const ALL: CheckRequest = { fixes: 'titles', fixable: WORST_FIRST, baseline: new Set() };

/** The current names of rules in a list. */
function idsOf(
  named: unknown,
  { rules }: RuleSet,
  idOf: (names: RuleNames, name: string) => string | undefined,
): string[] {
  if (!Array.isArray(named)) throw new TypeError('The option `rules` must be a list.');
  const names = ruleNames(rules);
  return named.map((name) => {
    const id = idOf(names, String(name));
    if (id === undefined) throw new TypeError(`There is no rule \`${name}\`.${didYouMean(String(name), names.all)}`);
    return id;
  });
}

function checkNames(options: unknown, known: readonly string[]): void {
  if (!isRecord(options)) throw new TypeError('The options must be an object.');
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`Unknown option \`${unknown}\`.${didYouMean(unknown, known)}`);
}

/** The files that a call is given. */
function filesOf(input: unknown, path: unknown): readonly TextFile[] {
  if (!Array.isArray(input)) {
    if (typeof input !== 'string') throw new TypeError('The text must be a string.');
    if (path !== undefined && typeof path !== 'string') throw new TypeError('The option `path` must be a string.');
    return [{ path: path ?? '-', text: input }];
  }
  if (path !== undefined) throw new TypeError('The option `path` is for a text that is given alone.');
  const paths = new Set<string>();
  for (const file of input) {
    if (!isRecord(file) || typeof file['path'] !== 'string' || typeof file['text'] !== 'string') {
      throw new TypeError('A file must be an object with the strings `path` and `text`.');
    }
    if (paths.has(file['path'])) throw new TypeError(`There are two files \`${file['path']}\`.`);
    paths.add(file['path']);
  }
  return input;
}

/** Opens texts in a workspace of their own, and collects messages that are not findings. */
function open(input: unknown, options: Options, rules: RuleSet, others: readonly string[] = []) {
  checkNames(options, ['path', 'settings', ...others]);
  const { path, settings: raw = {} } = options;
  const files = filesOf(input, path);
  const settings = settingsOf(raw, rules);
  const messages: Note[] = [];
  const add = (path: string | undefined, message: string, isError: boolean, at?: Note['at']) =>
    messages.push({ path, at, message, isError });
  const [only] = files.length === 1 ? files : [];
  const workspace = new Workspace(
    rules,
    (rule, error) => {
      const isOurs = RULE_SET.rules.includes(rule);
      add(
        only?.path,
        `The rule ${rule.id} failed${isOurs ? ' because of a bug in Kubewin' : ''}: ${String(error)}`,
        true,
      );
    },
    { onNote: (_, message) => add(only?.path, message, false) },
  );
  workspace.charts.tools = chartTools;
  workspace.setSettings('', settings);
  const inputs = files.map(({ path, text }): InputFile => {
    const uri = uriOfPath(path, 'posix');
    const reading = decode(new TextEncoder().encode(text));
    if ('fault' in reading) add(path, reading.fault.message, true, reading.fault.at);
    else workspace.setOnDisk(uri, reading.text);
    // Of several files, some may be no manifests, as in a folder.
    return { path, uri, isNamed: typeof input === 'string', cut: undefined };
  });
  const manifests = { workspace, paths: new Map(inputs.map(({ uri, path }) => [uri, path])), thorough: true };
  return {
    head: headJson({
      kubewin: KUBEWIN_VERSION,
      kubernetesVersion: settings.kubernetesVersion,
      upgradeTo: undefined,
    }),
    manifests,
    notes: () => messages.map(noteJson),
    report<File extends FileContent>(
      reportFile: (input: InputFile, manifests: Manifests) => File | undefined,
    ): readonly File[] {
      const reported = inputs.flatMap((file) => reportFile(file, manifests) ?? []);
      messages.push(...reported.flatMap(({ broken }) => broken));
      if (reported.every(({ objects }) => objects === 0)) messages.push(NO_OBJECT);
      return reported;
    },
  };
}

const RULE_SET = ruleSet(RULES);
const BUILT_IN: Checker = new RuleChecker([]);

/** All rules, in the order of their ids. */
export const rules: readonly Rule[] = BUILT_IN.rules;

/** The settings of a text. Throws an error that names everything that is not valid. */
function settingsOf(raw: unknown, { rules }: RuleSet) {
  if (!isRecord(raw)) throw new TypeError('The option `settings` must be an object.');
  const known = Object.keys(SETTINGS).filter((key) => ![...EDITOR_SETTINGS, ...NOT_IN_OVERRIDES].includes(key));
  const names = ruleNames(rules);
  const isToday = (raw['date'] ?? 'today') === 'today';
  const { settings, faults } = readSettings(isToday ? { ...raw, date: dayOf(new Date()) } : raw);
  const messages = [
    ...Object.keys(raw).flatMap((key) =>
      known.includes(key) ? [] : [`Unknown setting \`${key}\`.${didYouMean(key, known)}`],
    ),
    ...faults.flatMap(({ key, entry, value }) => {
      if (!known.includes(key)) return [];
      const where = entry === undefined ? `\`${key}\`` : `\`${entry}\` in \`${key}\``;
      const legal = (entry === undefined ? legalValues : legalEntries)(key as keyof typeof settings);
      return [`Invalid value for ${where}${value === undefined ? '' : `: ${JSON.stringify(value)}`}. ${legal}`];
    }),
    ...Object.keys(settings.rules).flatMap((id) =>
      names.has(id) ? [] : [`There is no rule and no category \`${id}\`.${didYouMean(id, names.all)}`],
    ),
  ];
  if (messages.length > 0) throw new TypeError(messages.join(' '));
  return settings;
}
