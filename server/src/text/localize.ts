/** Finds the translation of an English text; undefined if there is none. */
export type Lookup = (english: string) => string | undefined;

let lookup: Lookup = () => undefined;

/** Sets the language of all messages from now on. The default is English. It applies to the whole process. */
export function setLanguage(language: Lookup): void {
  lookup = language;
}

/**
 * A text in the language of the reader: t('Remove the field'), or t`Change the value to \`${value}\``, which is looked up
 * as "Change the value to `{0}`". Texts without values are translated where they are shown, so that those of rules are plain
 * data; texts with values are translated where they are created.
 */
export function t(text: string | TemplateStringsArray, ...values: readonly unknown[]): string {
  const english = typeof text === 'string' ? text : text.reduce((whole, part, i) => `${whole}{${i - 1}}${part}`);
  const translated = lookup(english) ?? english;
  return values.length === 0
    ? translated
    : translated.replace(/\{(\d)\}/g, (whole, i) => (Number(i) < values.length ? String(values[Number(i)]) : whole));
}
