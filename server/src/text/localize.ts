/** Finds what stands for an English text in the language of the reader; undefined where nothing does. */
export type Lookup = (english: string) => string | undefined;

let lookup: Lookup = () => undefined;

/** Sets the language of everything that is said from now on, which is English before. It holds for the whole process. */
export function speak(language: Lookup): void {
  lookup = language;
}

/**
 * A text in the language of the reader: t('Remove the field'), or t`Change the value to \`${value}\`` of which
 * "Change the value to `{0}`" is looked up. Texts without values are translated where they are shown, so that
 * those of rules can be plain data; the others where they are made.
 */
export function t(text: string | TemplateStringsArray, ...values: readonly unknown[]): string {
  const english = typeof text === 'string' ? text : text.reduce((whole, part, i) => `${whole}{${i - 1}}${part}`);
  const own = lookup(english) ?? english;
  return values.length === 0
    ? own
    : own.replace(/\{(\d)\}/g, (whole, i) => (Number(i) < values.length ? String(values[Number(i)]) : whole));
}
