import { type KubeObject, objects } from '../kubernetes/object.ts';
import { type RelevantWords, relevance } from '../lint/rule-set/relevance.ts';
import type { Settings } from '../lint/settings/settings.ts';
import type { LineSkip } from '../text/line-index.ts';
import { OS_LABEL } from '../windows/node-constraint.ts';
import { parse } from '../yaml/read/document.ts';
import { type Cutter, cutterFor, type Unit, withoutUnreadFields } from '../yaml/read/large-text.ts';
import { pieces } from '../yaml/read/list-items.ts';
import { mayMatter } from './document-relevance.ts';
import { type Encoding, encodingOf, type Fault, fault, MAX_BYTES, tooLarge } from './reading.ts';

/** Maximum size of a list, such as that of a large cluster from `kubectl get -A`. Most of it is not kept. */
const MAX_LIST_BYTES = 250_000_000;

/** Characters after which a part ends with its document: only the trees of one part are in memory. */
const PART = 500_000;

/** The relevant objects of a large text, in parts that are checked one after the other, or a fault. */
export type LargeReadResult =
  | {
      readonly parts: readonly LargePart[];
      /** The number of objects that are not relevant. */
      readonly leftOut: number;
      readonly encoding?: Encoding;
    }
  | { readonly fault: Fault };

/** A text of whole documents, and the lines that are not in it. */
export interface LargePart {
  readonly text: string;
  readonly skips: readonly LineSkip[];
}

/** Which objects are relevant. */
export interface RelevanceCriteria {
  readonly words: RelevantWords;
  readonly settings: Settings;
  /** Whether pods of all operating systems are. */
  readonly all?: boolean;
  /** The operating systems of Nodes that were read before, by their names. */
  readonly systems?: ReadonlyMap<string, string | undefined>;
}

/**
 * Reads a text that is too large for memory, and keeps the documents and items that may be relevant, without values that no
 * rule reads. Line numbers are those of the whole text.
 */
export async function readLarge(
  stream: AsyncIterable<Uint8Array>,
  criteria: RelevanceCriteria,
): Promise<LargeReadResult> {
  const retained = new RetainedUnits(criteria);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let encoding: Encoding | undefined;
  let cutter: Cutter | undefined;
  let length = 0;
  for await (const bytes of stream) {
    if (decoder === undefined) {
      encoding = encodingOf(bytes);
      decoder = new TextDecoder(encoding, { fatal: true });
    }
    length += bytes.length;
    if (length > MAX_LIST_BYTES)
      return fault('too large', `The input is larger than ${MAX_LIST_BYTES / 1_000_000} MB.`);
    const text = decoded(decoder, bytes);
    if (text === undefined) return fault('binary', NOT_VALID);
    cutter ??= cutterFor(text);
    for (const unit of cutter.push(text)) retained.add(unit);
    // A file that consists of such a document is not read either.
    if (cutter.pending > MAX_BYTES) return tooLarge();
  }
  // The input may end within a character.
  if (decoder !== undefined && decoded(decoder) === undefined) return fault('binary', NOT_VALID);
  for (const unit of cutter?.end() ?? []) retained.add(unit);
  const { parts, leftOut } = retained.result();
  if (parts.some(({ text }) => text.length > MAX_BYTES)) return fault('too large', TOO_MUCH);
  return { parts, leftOut, ...(encoding === undefined ? {} : { encoding }) };
}

/** Decodes the next bytes, or without bytes the rest; undefined if they are not valid. */
function decoded(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return undefined;
  }
}

const TOO_MUCH = `With a directive for the whole file, what can matter for Windows nodes in it may have ${MAX_BYTES / 1_000_000} MB.`;
const NOT_VALID = 'It is not text: it contains bytes that are not valid in its encoding.';

/** As kubectl and the API server write these fields. Objects that are written in another way are kept. */
const NODE_NAME = /(?:^ +|[{,])"?nodeName"?: ?"?([\w.-]+)"?,?/m;
const KIND = /(?:^ *|[{,])"?kind"?: ?"?(\w+)/m;

/** The operating systems of the Nodes in a text, by their names. */
export function nodeSystems(text: string): ReadonlyMap<string, string | undefined> {
  const nodes = pieces(text).flatMap(({ start, end, isItem }) => {
    const piece = text.slice(start, end);
    if (!/^ *"?kind"?: "?Node\b/m.test(piece)) return [];
    return objects(parse(piece, isItem)).filter(({ group, kind }) => group === '' && kind === 'Node');
  });
  const labelOf = ({ field }: KubeObject) => field.at('metadata', 'labels', OS_LABEL)?.string;
  return new Map(nodes.flatMap((node) => (node.name === null ? [] : [[node.name, labelOf(node)]])));
}

/** The documents and items that may be relevant. */
class RetainedUnits {
  readonly #criteria: RelevanceCriteria;
  readonly #units: RetainedUnit[] = [];
  /** The operating systems of the Nodes so far, by their names. */
  readonly #systems: Map<string, string | undefined>;
  /** Whether the Nodes so far have both operating systems. `kubectl get nodes,all` writes the Nodes first. */
  #isMixed: boolean;
  #objects = 0;

  constructor(criteria: RelevanceCriteria) {
    this.#criteria = criteria;
    this.#systems = new Map(criteria.systems);
    this.#isMixed = this.#hasBoth();
  }

  add({ text, line, isBroken }: Unit): void {
    const kind = KIND.exec(text)?.[1];
    if (isBroken || (kind !== undefined && !kind.endsWith('List'))) this.#objects++;
    // Errors are always reported.
    if (isBroken) {
      this.#units.push({ text, line, lines: Array.from(text.matchAll(/\n/g), (_, i) => i), node: undefined });
      return;
    }
    const { words, settings } = this.#criteria;
    const node = NODE_NAME.exec(text)?.[1];
    const needsWords = node === undefined || (this.#systems.get(node) ?? 'windows') !== 'windows';
    if (needsWords && !this.#mayMatter(text, node)) return;
    const hasData = kind === 'Secret' || (kind === 'ConfigMap' && relevance(text, words, settings) === 'none');
    const short = withoutUnreadFields(text, hasData);
    const isSure = this.#mayMatter(short.text, node);
    if (needsWords && !isSure) return;
    if (kind === 'Node') this.#addSystem(short.text);
    this.#units.push({ ...short, line, node: isSure ? undefined : node });
  }

  /** Whether a text may be relevant without the node that it names: every pod of a cluster names one, mostly for Linux. */
  #mayMatter(text: string, node: string | undefined): boolean {
    const { words, settings, all } = this.#criteria;
    // What can be scheduled on the wrong node is reported; the pods of the cluster are on a node already.
    const given = this.#isMixed && node === undefined ? { ...settings, mixedCluster: true } : settings;
    return all === true || mayMatter(text.replace(NODE_NAME, ''), words, given);
  }

  #addSystem(text: string): void {
    for (const [name, system] of nodeSystems(text)) this.#systems.set(name, system);
    this.#isMixed ||= this.#hasBoth();
  }

  #hasBoth(): boolean {
    const systems = [...this.#systems.values()];
    return systems.includes('windows') && systems.includes('linux');
  }

  result(): { readonly parts: readonly LargePart[]; readonly leftOut: number } {
    const parts: LargePart[] = [];
    let texts: string[] = [];
    let skips: LineSkip[] = [];
    let [now, by, length, count] = [0, 0, 0, 0];
    // A directive for the file applies to all documents, so there is only one part.
    const maxLength = FOR_FILE.test(this.#units[0]?.text ?? '') ? Infinity : PART;
    const finish = () => {
      parts.push({ text: texts.join(''), skips });
      [texts, skips, now, by, length] = [[], [], 0, 0, 0];
    };
    for (const { text, line: start, lines, node } of this.#units) {
      if (node !== undefined && this.#systems.get(node) !== 'windows') continue;
      if (length > maxLength) finish();
      // Each unit becomes a document.
      const hasSeparator = /^---\s/.test(text);
      if (!hasSeparator) now++;
      for (const line of lines) {
        if (start + line - now !== by) {
          by = start + line - now;
          skips.push({ at: now, by });
        }
        now++;
      }
      texts.push(hasSeparator ? text : `---\n${text}`);
      length += text.length;
      count++;
    }
    finish();
    return { parts, leftOut: Math.max(0, this.#objects - count) };
  }
}

/** A directive for a whole file, in its first document. */
const FOR_FILE = /# *kubewin: *allow-file /;

interface RetainedUnit {
  readonly text: string;
  /** The line at which it begins, and the indexes of the lines that are kept. */
  readonly line: number;
  readonly lines: readonly number[];
  /** Set if it is relevant only if this node runs Windows. */
  readonly node: string | undefined;
}
