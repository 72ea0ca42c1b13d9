import { type GroupKind, isLookedUp, readKinds } from '../../lint/rule-set/read-kinds.ts';
import { relevantWords } from '../../lint/rule-set/relevance.ts';
import { RULES } from '../../rules/index.ts';
import {
  errorsOf,
  forbiddenKind,
  isWholeList,
  type KubectlOutput,
  serverVersion,
} from '../../workspace/kubectl-output.ts';
import { type LargeReadResult, nodeSystems, type RelevanceCriteria } from '../../workspace/large-input.ts';
import type { ReadResult } from '../../workspace/reading.ts';
import type { MessageLog } from '../files/message-log.ts';
import type { ClusterRequest } from '../options/check.ts';
import { STDIN_PATH } from '../options/manifests.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Configs, folderUri } from './configs.ts';
import { Kubectl, KubectlFault } from './kubectl.ts';
import type { InputText, ReadInput } from './read-inputs.ts';
import { readStream } from './stream.ts';

/** The objects of a cluster as an input, and what else is known of it. */
export interface ClusterInput {
  readonly checked: ReadInput;
  /** The texts with objects that rules look up, and that are not checked. */
  readonly others: readonly InputText[];
  /** The texts with the objects of kinds that rules look up. */
  readonly lookedUp: readonly InputText[];
  /** The release of the API server, such as `v1.35.2`; undefined if it is unknown. */
  readonly release: string | undefined;
}

/**
 * Asks kubectl for the objects of a cluster: first which kinds there are, then for those that rules read, but never for Secrets.
 * Undefined if that fails; the log says why.
 */
export async function readCluster(
  request: ClusterRequest,
  configs: Configs,
  terminal: Terminal,
  log: MessageLog,
): Promise<ClusterInput | undefined> {
  const here = folderUri('.');
  const { settings, names } = await configs.of(`${here}/-`, here);
  let kubectl: Kubectl | undefined;
  const forget = terminal.onStop(() => kubectl?.stop());
  try {
    kubectl = new Kubectl(terminal, !request.diff.includes(STDIN_PATH));
    const reader = new ClusterReader(request, kubectl, log);
    const { lookedUp, workloads, release } = await reader.read({ words: relevantWords(RULES), settings });
    const parts = request.selector === undefined ? [lookedUp, workloads] : [workloads];
    const texts = parts.flatMap((part) => part.texts);
    const cut = { uris: texts.map(({ uri }) => uri), leftOut: parts.reduce((sum, part) => sum + part.leftOut, 0) };
    const file = { path: 'cluster', uri: 'cluster:', isStdin: false, isNamed: true, encoding: undefined };
    return {
      checked: { input: { ...file, cut, settings, configured: names }, texts },
      others: request.selector === undefined ? [] : lookedUp.texts,
      lookedUp: lookedUp.texts,
      release,
    };
  } catch (error) {
    if (!(error instanceof KubectlFault)) throw error;
    log.error({ path: undefined, at: undefined, message: error.message });
    return undefined;
  } finally {
    kubectl?.stop();
    forget();
  }
}

/** The texts with objects of some kinds. */
interface ObjectTexts {
  readonly texts: readonly InputText[];
  /** How many objects cannot matter, and are in none of the texts. */
  readonly leftOut: number;
}

/** A kind that a cluster has, as kubectl names it: `deployments.apps`. */
interface Resource extends GroupKind {
  readonly name: string;
}

class ClusterReader {
  readonly #request: ClusterRequest;
  readonly #kubectl: Kubectl;
  readonly #log: MessageLog;
  readonly #forbidden: string[] = [];

  constructor(request: ClusterRequest, kubectl: Kubectl, log: MessageLog) {
    this.#request = request;
    this.#kubectl = kubectl;
    this.#log = log;
  }

  async read(criteria: RelevanceCriteria) {
    const [resources, release] = await Promise.all([this.#resources(criteria), this.#release(criteria)]);
    const { selector, scope } = this.#request;
    // The Nodes come first: in a large list, they decide which pods matter.
    const lookedUp = await this.#objects('looked-up', resources.filter(isLookedUp), scope, criteria);
    const systems = new Map(lookedUp.texts.flatMap(({ text }) => [...nodeSystems(text)]));
    const others = resources.filter((resource) => !isLookedUp(resource));
    const selected = selector === undefined ? scope : [...scope, selector];
    const workloads = await this.#objects('workloads', others, selected, { ...criteria, systems });
    if (this.#forbidden.length > 0) {
      const list = new Intl.ListFormat('en').format(this.#forbidden.map((kind) => `\`${kind}\``));
      const message = `You are not allowed to list ${list}, so they are not read.`;
      if (this.#forbidden.length >= resources.length) throw new KubectlFault(message);
      this.#log.note({ path: undefined, at: undefined, message });
    }
    return { lookedUp, workloads, release };
  }

  /** The kinds that the cluster has, of those that rules read. */
  async #resources(criteria: RelevanceCriteria): Promise<readonly Resource[]> {
    const { reading, ended } = await this.#run(['api-resources', '--verbs=list', '--no-headers'], criteria);
    const all = 'text' in reading ? resourcesIn(reading.text) : [];
    const errors = errorsOf(ended);
    if (all.length === 0)
      throw new KubectlFault(`The kinds of the cluster are unknown: ${errors.join(' ') || 'kubectl names none.'}`);
    for (const message of errors) this.#log.error({ path: undefined, at: undefined, message });
    return readKinds(RULES, criteria.settings.embeddedPods).flatMap(({ group, kind }) =>
      all.filter((resource) => resource.group === group && resource.kind === kind && !isMirror(resource, all)),
    );
  }

  /** The release of the API server. Without it, the kubelets of the Nodes tell the release. */
  async #release(criteria: RelevanceCriteria): Promise<string | undefined> {
    try {
      const { reading } = await this.#run(['version', '-o', 'json'], criteria);
      return 'text' in reading ? serverVersion(reading.text) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The objects of some kinds. */
  async #objects(
    name: string,
    resources: readonly Resource[],
    more: readonly string[],
    criteria: RelevanceCriteria,
  ): Promise<ObjectTexts> {
    if (resources.length === 0) return { texts: [], leftOut: 0 };
    const names = resources.map((resource) => resource.name).join();
    const { reading, tail, ended } = await this.#run(['get', names, ...more, '-o', 'yaml'], criteria);
    const errors = errorsOf(ended, resources.length);
    if ('fault' in reading || !isWholeList(tail)) {
      const incomplete = 'The list of kubectl is incomplete, so nothing was checked.';
      throw new KubectlFault([...(tail === '' && errors.length > 0 ? [] : [incomplete]), ...errors].join(' '));
    }
    for (const error of errors) {
      const kind = forbiddenKind(error);
      if (kind === undefined) this.#log.error({ path: undefined, at: undefined, message: error });
      else this.#forbidden.push(kind);
    }
    const uri = `cluster:${name}`;
    if ('text' in reading) return { texts: [{ uri, text: reading.text }], leftOut: 0 };
    const texts = reading.parts.map(({ text, skips }, i) => ({ uri: `${uri}#${i}`, text, skips }));
    return { texts, leftOut: reading.leftOut };
  }

  /** Runs a command, and reads what it prints. `tail` is the end of it. */
  async #run(args: readonly string[], criteria: RelevanceCriteria): Promise<CommandResult> {
    const { stdout, ended } = this.#kubectl.start([...args, ...this.#request.access]);
    const { progress } = this.#log;
    let tail = Buffer.alloc(0);
    const watched = async function* () {
      for await (const chunk of stdout) {
        progress.show(() => 'Reading the cluster');
        tail = Buffer.concat([tail, chunk]).subarray(-TAIL);
        yield chunk;
      }
    };
    const reading = await readStream(watched(), 'The list of kubectl', criteria);
    progress.clear();
    if ('fault' in reading && reading.fault.kind !== 'unreadable')
      throw new KubectlFault(`The output of \`kubectl ${args[0]}\` cannot be read: ${reading.fault.message}`);
    return { reading, tail: tail.toString('latin1'), ended: await ended };
  }
}

interface CommandResult {
  readonly reading: ReadResult | LargeReadResult;
  readonly tail: string;
  readonly ended: Omit<KubectlOutput, 'stdout'>;
}

/** More than the keys below the items of a list, in bytes. */
const TAIL = 1_000;

/** Whether another API group of the cluster has the same objects. */
function isMirror({ group, kind }: Resource, all: readonly Resource[]): boolean {
  return (
    group === 'extensions' ||
    (group === 'crd.projectcalico.org' &&
      all.some((other) => other.kind === kind && other.group === 'projectcalico.org'))
  );
}

/** The rows of `kubectl api-resources`: name, short names if there are any, API version, whether it is namespaced, and kind. */
function resourcesIn(table: string): readonly Resource[] {
  return table.split('\n').flatMap((line): Resource[] => {
    const words = line.trim().split(/\s+/);
    const [version = '', isNamespaced = '', kind = ''] = words.slice(-3);
    const group = version.includes('/') ? (version.split('/')[0] ?? '') : '';
    const name = group === '' ? `${words[0]}` : `${words[0]}.${group}`;
    const isRow = words.length > 3 && /^(?:true|false)$/.test(isNamespaced) && /^[a-z][a-z0-9.-]*$/.test(name);
    return isRow ? [{ group, kind, name }] : [];
  });
}
