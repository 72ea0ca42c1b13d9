import { SettingsKeys } from '../../cache/settings-keys.ts';
import type { CheckSettings } from '../../lint/settings/settings.ts';
import { ImageLockFile } from '../../workspace/config-files.ts';
import type { Disk } from '../../workspace/disk.ts';
import type { Rereader } from '../../workspace/file-text.ts';
import { BYTE_ORDER_MARK, type Fault, type ReadResult } from '../../workspace/reading.ts';
import type { KeptRun } from '../cache/run-cache.ts';
import type { Configs } from './configs.ts';
import type { ReadInput } from './read-inputs.ts';

/** Everything that a run reads, in its order: two runs with the same record have the same result. */
export class ReadingRecord {
  /** Whether the next run can read the same. A pipe cannot be read again, and of a large list only parts are kept. */
  isRepeatable = true;
  /** The digests of texts, by the URIs of the files. */
  readonly #texts = new Map<string, string>();
  /** The values files that were read besides the inputs. */
  readonly #values: KeptRun['values'][number][] = [];
  readonly rereader: Rereader;
  readonly #known: ReadonlyMap<string, string>;
  readonly #lines: string[] = [];
  readonly #settings: SettingsKeys;

  /** `known` has the texts of an earlier run. */
  constructor(rereader: Rereader, known: ReadonlyMap<string, string>) {
    this.rereader = rereader;
    this.#known = known;
    this.#settings = new SettingsKeys(rereader.digest);
  }

  /** Whether a file has the text that an earlier run has read. */
  isKnown(uri: string): boolean {
    const known = this.#known.get(uri);
    return known !== undefined && this.rereader.digestOfFile(uri) === known;
  }

  /** Whether this is the text that was recorded of a file. */
  isText(uri: string, text: string): boolean {
    return this.#texts.get(uri) === this.rereader.digest(text);
  }

  add(result: ReadInput): void {
    if ('fault' in result) {
      this.#addFault(result.fault);
      this.#lines.push(JSON.stringify(result));
      return;
    }
    const { path, uri, isStdin, isNamed, cut, settings, configured } = result.input;
    this.isRepeatable &&= !isStdin && cut === undefined;
    const digest = this.#digestOf(result);
    this.#lines.push(JSON.stringify([path, uri, isNamed, digest, this.settingsKey(settings), configured]));
  }

  #digestOf({ input: { uri }, texts }: Exclude<ReadInput, { readonly fault: Fault }>): string {
    const [first] = texts ?? [];
    const digest = (first === undefined ? this.#known.get(uri) : this.rereader.digest(first.text)) ?? '';
    // As bytes, this text would begin with a mark that is not a part of it.
    if (first?.text.startsWith(BYTE_ORDER_MARK) !== true) this.#texts.set(uri, digest);
    return digest;
  }

  /** A disk that records the values files that it reads. */
  recording(disk: Disk): Disk {
    return {
      ...disk,
      read: async (uri, within) => {
        const reading = await disk.read(uri, within);
        if ('fault' in reading) this.#addFault(reading.fault);
        this.#values.push({ uri, within, content: this.#contentOf(reading) });
        return reading;
      },
    };
  }

  /**
   * Whether an earlier run has read the same. The values files of charts follow from the inputs, so they are those that the
   * earlier run has read.
   */
  async isSame(last: KeptRun, configs: Configs, disk: Disk): Promise<boolean> {
    if (!this.isRepeatable || this.digest(configs) !== last.digest) return false;
    for (const { uri, within, content } of last.values) {
      if (this.#contentOf(await disk.read(uri, within)) !== content) return false;
      await configs.of(uri, uri.slice(0, uri.lastIndexOf('/')));
    }
    return this.#configsKey(configs) === last.configs;
  }

  #contentOf(reading: ReadResult): string {
    return 'text' in reading ? this.rereader.digest(reading.text) : JSON.stringify(reading.fault);
  }

  /** The digest of the inputs that were read so far, and of the configuration files that apply to them. */
  digest(configs: Configs): string {
    return this.rereader.digest([...this.#lines, this.#configsKey(configs)].join('\n'));
  }

  #configsKey({ used }: Configs): string {
    // Every day, a lock of images is older.
    const dates = [...used.values()].some((file) => file instanceof ImageLockFile) ? [...this.#settings.dates] : [];
    return this.rereader.digest(
      JSON.stringify([dates, [...used.values()].map(({ uri, text, faults }) => [uri, text, faults])]),
    );
  }

  /** What is kept of the record; `digest` is that of the inputs. */
  kept(digest: string, configs: Configs): Pick<KeptRun, 'digest' | 'texts' | 'values' | 'configs'> {
    const texts = Object.fromEntries(this.#texts);
    return { digest, texts, values: this.#values, configs: this.#configsKey(configs) };
  }

  #addFault({ kind }: Fault): void {
    this.isRepeatable &&= kind !== 'special' && kind !== 'too large';
  }

  /** The digest of settings. */
  settingsKey(settings: CheckSettings): string {
    return this.#settings.of(settings);
  }
}
