import type { CheckSettings } from '../lint/settings/settings.ts';
import { endedBy } from '../windows/ended.ts';

/** The digests of settings: what is found under settings with the same digest is the same. */
export class SettingsKeys {
  /** The dates of these settings. A date is in the digest only as far as support ends by then. */
  readonly dates = new Set<string>();
  readonly #digest: (text: string) => string;
  readonly #known = new Map<CheckSettings, string>();

  constructor(digest: (text: string) => string) {
    this.#digest = digest;
  }

  of(settings: CheckSettings): string {
    const known = this.#known.get(settings);
    if (known !== undefined) return known;
    const { date, ...others } = settings;
    this.dates.add(date);
    const key = this.#digest(JSON.stringify([others, endedBy(date)], mapAsEntries));
    this.#known.set(settings, key);
    return key;
  }
}

function mapAsEntries(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}
