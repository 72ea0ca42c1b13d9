import { type CheckRequest, checkFile } from './cli/files/check-file.ts';
import { explainedOnce, explainFile } from './cli/files/explain-file.ts';
import type { FileContent } from './cli/files/file-summary.ts';
import type { InputFile, Manifests } from './cli/files/input.ts';
import { type Message, NO_OBJECT } from './cli/files/message.ts';
import { checkedJson, explainedJson, headJson, noteJson, totalsJson } from './cli/formats/json.ts';
import { WORST_FIRST } from './lint/rule-set/rule-list.ts';
import { ruleSet } from './lint/rule-set/rule-set.ts';
import { ruleNames } from './lint/settings/rule-names.ts';
import { legalEntries, legalValues } from './lint/settings/setting-faults.ts';
import { EDITOR_SETTINGS, isRecord, NOT_IN_OVERRIDES, readSettings, SETTINGS } from './lint/settings/settings.ts';
import { dayOf } from './lint/settings/today.ts';
import type { CheckResult, Effect, ExplainResult, Severity } from './results.ts';
import { RULES } from './rules/index.ts';
import { didYouMean } from './text/nearest.ts';
import { decode } from './workspace/reading.ts';
import { uriOfPath } from './workspace/uri.ts';
import { Workspace } from './workspace/workspace.ts';

// The exports of this file are the API of the npm package. The package contains the declarations of this file and of
// results.ts, so no type of another file may appear in them.

export type {
  Certainty,
  CheckResult,
  Effect,
  Evidence,
  ExplainResult,
  Finding,
  Note,
  ObjectName,
  Place,
  Range,
  Severity,
  Signal,
  Workload,
} from './results.ts';

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

/** How a text is checked or explained. */
export interface Options {
  /** The path in the result. Kustomize files are recognized by their name. The default is `-`. */
  readonly path?: string;
  readonly settings?: Settings;
}

/** A rule, as findings name it. */
export interface Rule {
  /** `category/name`. */
  readonly id: string;
  /** A short name that never changes, such as `KW1001`. */
  readonly code: string;
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

/** All rules, in the order of their ids. */
export const rules: readonly Rule[] = RULES.map(({ id, code, title, why, outcomes, offByDefault, sources }) => ({
  id,
  code,
  title,
  description: why,
  effects: [...new Set(outcomes.map(({ effect }) => effect))],
  offByDefault: offByDefault === true,
  sources: sources.map((source) => ({ title: source.title, url: source.url ?? null })),
})).sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Finds what does not work on Windows nodes in a text of one or more YAML or JSON documents. Objects of the text are
 * evaluated together; nothing else is read.
 *
 * @throws TypeError for a text that is not a string, and for options or settings that are not valid. A text that cannot be
 * parsed is a note in the result.
 */
export function check(text: string, options: Options = {}): CheckResult {
  const opened = open(text, options);
  const files = opened.report((input, manifests) => checkFile(input, manifests, ALL));
  return {
    ...opened.head,
    files: files.map(checkedJson),
    totals: totalsJson(files),
    notes: opened.messages.map(noteJson),
  };
}

/**
 * Determines on which operating system each workload of a text runs, and by which evidence.
 *
 * @throws TypeError like `check`.
 */
export function explain(text: string, options: Options = {}): ExplainResult {
  const opened = open(text, options);
  const files = explainedOnce(opened.report(explainFile));
  return { ...opened.head, files: files.map(explainedJson), notes: opened.messages.map(noteJson) };
}

/** Findings of every severity, with their fixes. */
const ALL: CheckRequest = { fixes: 'titles', fixable: WORST_FIRST, baseline: new Set() };

/** Opens a text in a workspace of its own, and collects messages that are not findings. */
function open(text: string, options: Options) {
  if (typeof text !== 'string') throw new TypeError('The text must be a string.');
  if (!isRecord(options)) throw new TypeError('The options must be an object.');
  const { path = '-', settings: raw = {}, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new TypeError(`Unknown option \`${unknown}\`.${didYouMean(unknown, ['path', 'settings'])}`);
  if (typeof path !== 'string') throw new TypeError('The option `path` must be a string.');
  const settings = settingsOf(raw);
  const messages: Message[] = [];
  const add = (message: string, isError: boolean, at?: Message['at']) => messages.push({ path, at, message, isError });
  const workspace = new Workspace(
    RULE_SET,
    ({ id }, error) => add(`The rule ${id} failed because of a bug in Kubewin: ${String(error)}`, true),
    { onNote: (_, message) => add(message, false) },
  );
  workspace.setSettings('', settings);
  const uri = uriOfPath(path, 'posix');
  const reading = decode(new TextEncoder().encode(text));
  if ('fault' in reading) add(reading.fault.message, true, reading.fault.at);
  else workspace.setOnDisk(uri, reading.text);
  return {
    head: headJson({
      kubewin: KUBEWIN_VERSION,
      kubernetesVersion: settings.kubernetesVersion,
      upgradeTo: undefined,
    }),
    messages,
    report<File extends FileContent>(
      reportFile: (input: InputFile, manifests: Manifests) => File | undefined,
    ): readonly File[] {
      const manifests = { workspace, paths: new Map([[uri, path]]), thorough: true };
      const file = reportFile({ path, uri, isNamed: true, cut: undefined }, manifests);
      messages.push(...(file?.broken ?? []));
      if (!file || file.objects === 0) messages.push(NO_OBJECT);
      return file === undefined ? [] : [file];
    },
  };
}

const RULE_SET = ruleSet(RULES);

/** The settings of a text. Throws an error that names everything that is not valid. */
function settingsOf(raw: unknown) {
  if (!isRecord(raw)) throw new TypeError('The option `settings` must be an object.');
  const known = Object.keys(SETTINGS).filter((key) => ![...EDITOR_SETTINGS, ...NOT_IN_OVERRIDES].includes(key));
  const names = ruleNames(RULES);
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
