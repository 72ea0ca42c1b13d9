/** A setting: its default, its texts, and how it is read. */
export interface Setting<T> {
  readonly default: T;
  /** The default in the settings of VS Code, if it differs from that of the server. */
  readonly inVsCode?: T;
  /** Markdown, one or two sentences, as the editor shows it. */
  readonly description: string;
  /** The rest of the JSON schema, for `contributes.configuration` and the configuration file. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The value, or undefined if it is invalid. Invalid entries of a list or mapping are reported and left out. */
  read(raw: unknown, report: ReportEntry): T | undefined;
}

/** Called with the name of an invalid entry and its value; without a value if the name itself is invalid. */
export type ReportEntry = (entry: string, value?: unknown) => undefined;

export function choice<T extends string>(
  values: readonly [T, ...T[]],
  description: string,
  texts: Readonly<Record<NoInfer<T>, string>>,
): Setting<T> {
  return {
    default: values[0],
    description,
    schema: { type: 'string', enum: values, markdownEnumDescriptions: values.map((value) => texts[value]) },
    read: (raw) => values.find((value) => value === raw),
  };
}

export function list(description: string, isValid: (item: string) => boolean = () => true): Setting<readonly string[]> {
  return {
    default: [],
    description,
    schema: { type: 'array', items: { type: 'string' } },
    read: (raw, report) => {
      const isItem = (item: unknown): item is string => isString(item) && isValid(item);
      return Array.isArray(raw) ? readItems(raw, isItem, report) : undefined;
    },
  };
}

export function flag(description: string, byDefault = false): Setting<boolean> {
  return {
    default: byDefault,
    description,
    schema: { type: 'boolean' },
    read: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  };
}

export function readItems(
  raw: readonly unknown[],
  isValid: (item: unknown) => item is string,
  report: ReportEntry,
): string[] {
  for (const [i, item] of raw.entries()) if (!isValid(item)) report(`[${i}]`, item);
  return raw.filter(isValid);
}

export function isString(raw: unknown): raw is string {
  return typeof raw === 'string';
}
