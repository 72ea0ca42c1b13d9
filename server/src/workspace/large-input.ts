import { type RelevantWords, relevance } from '../lint/relevance.ts';
import type { Settings } from '../lint/settings.ts';
import type { LineSkip } from '../text/line-index.ts';
import { OS_LABEL } from '../windows/node-constraint.ts';
import { parse } from '../yaml/document.ts';
import { type Cutter, cutterFor, lean, type Unit } from '../yaml/large-text.ts';
import { mayMatter } from './document-facts.ts';
import { type Encoding, encodingOf, fault, MAX_BYTES, type Reading, tooLarge } from './reading.ts';

/** What `kubectl get -A` writes of a large cluster; it is read in parts, and most of it is not kept. */
const MAX_LIST_BYTES = 250_000_000;

/**
 * Reads a text that is too large to be kept, and keeps of its documents and items those that can matter, without what no
 * rule reads. Lines are counted as in the whole text.
 */
export async function readLarge(
  stream: AsyncIterable<Uint8Array>,
  words: RelevantWords,
  settings: Settings,
): Promise<Reading> {
  const kept = new Kept(words, settings);
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
    for (const unit of cutter.push(text)) kept.add(unit);
    // One document that is so large is not read either where it is a file of its own.
    if (cutter.waiting > MAX_BYTES) return tooLarge();
    if (kept.length > MAX_BYTES) return fault('too large', TOO_MUCH);
  }
  // A character can be cut off.
  if (decoder !== undefined && decoded(decoder) === undefined) return fault('binary', NOT_VALID);
  for (const unit of cutter?.end() ?? []) kept.add(unit);
  const { text, skips, leftOut } = kept.result();
  // Pods that matter because of their node are among them only now.
  if (text.length > MAX_BYTES) return fault('too large', TOO_MUCH);
  return { text, skips, leftOut, ...(encoding === undefined ? {} : { encoding }) };
}

/** The next part of the text, or with no bytes that nothing is left; undefined for bytes that are not valid. */
function decoded(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return undefined;
  }
}

const NOT_VALID = 'It is not text: it contains bytes that are not valid in its encoding.';
const TOO_MUCH = `What can matter for Windows nodes in it is larger than ${MAX_BYTES / 1_000_000} MB. Check a part of it, such as one namespace.`;

/** How kubectl and the API server write these; what is written otherwise is kept. */
const NODE_NAME = /(?:^ +|[{,])"?nodeName"?: ?"?([\w.-]+)"?,?/m;
const KIND = /(?:^ *|[{,])"?kind"?: ?"?(\w+)/m;

/** The units that are kept. */
class Kept {
  readonly #words: RelevantWords;
  readonly #settings: Settings;
  readonly #units: KeptUnit[] = [];
  /** The operating systems of the Nodes so far, by their names. */
  readonly #systems = new Map<string, string | undefined>();
  #length = 0;
  #objects = 0;

  constructor(words: RelevantWords, settings: Settings) {
    this.#words = words;
    this.#settings = settings;
  }

  /** In characters, of what is certain to be kept. */
  get length(): number {
    return this.#length;
  }

  add({ text, line, isBroken }: Unit): void {
    const kind = KIND.exec(text)?.[1];
    if (isBroken || (kind !== undefined && !kind.endsWith('List'))) this.#objects++;
    // It says what is wrong, whatever it is.
    if (isBroken) {
      this.#length += text.length;
      this.#units.push({ text, line, lines: Array.from(text.matchAll(/\n/g), (_, i) => i), node: undefined });
      return;
    }
    const node = NODE_NAME.exec(text)?.[1];
    const isLost = node === undefined || (this.#systems.get(node) ?? 'windows') !== 'windows';
    if (isLost && !this.#mayMatter(text)) return;
    const hasData =
      kind === 'Secret' || (kind === 'ConfigMap' && relevance(text, this.#words, this.#settings) === 'none');
    const short = lean(text, hasData);
    const isSure = this.#mayMatter(short.text);
    if (isLost && !isSure) return;
    if (kind === 'Node') this.#addSystem(short.text);
    if (isSure) this.#length += short.text.length;
    this.#units.push({ ...short, line, node: isSure ? undefined : node });
  }

  /** Whether it may matter whatever its node is. Every pod of a cluster has one, and most of them run Linux. */
  #mayMatter(text: string): boolean {
    return mayMatter(text.replace(NODE_NAME, ''), this.#words, this.#settings);
  }

  #addSystem(text: string): void {
    const metadata = parse(text).root?.get('metadata');
    const name = metadata?.get('name')?.string;
    if (name !== undefined) this.#systems.set(name, metadata?.at('labels', OS_LABEL)?.string);
  }

  result(): { readonly text: string; readonly skips: readonly LineSkip[]; readonly leftOut: number } {
    const texts: string[] = [];
    const skips: LineSkip[] = [];
    let [now, by] = [0, 0];
    for (const { text, line: start, lines, node } of this.#units) {
      if (node !== undefined && this.#systems.get(node) !== 'windows') continue;
      // Each is a document of its own.
      const isOpen = /^---\s/.test(text);
      if (!isOpen) now++;
      for (const line of lines) {
        if (start + line - now !== by) {
          by = start + line - now;
          skips.push({ at: now, by });
        }
        now++;
      }
      texts.push(isOpen ? text : `---\n${text}`);
    }
    return { text: texts.join(''), skips, leftOut: Math.max(0, this.#objects - texts.length) };
  }
}

interface KeptUnit {
  readonly text: string;
  /** Where it begins, and which of its lines are left. */
  readonly line: number;
  readonly lines: readonly number[];
  /** Set where it matters only if this node runs Windows. */
  readonly node: string | undefined;
}
