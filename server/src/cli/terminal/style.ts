/** The styles of text on a terminal. */
export type Paint = (style: Style, text: string) => string;

export type Style = keyof typeof CODES;

const CODES = { bold: 1, dim: 2, red: 31, yellow: 33, blue: 34, cyan: 36 } as const;

/** Puts ANSI codes around text, or leaves it as it is. */
export function painter(color: boolean): Paint {
  return (style, text) => (color && text !== '' ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
}

/**
 * Whether to use color if no option says so, by NO_COLOR (https://no-color.org) and FORCE_COLOR
 * (https://force-color.org). FORCE_COLOR wins, as in Node.
 */
export function wantsColor(environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = environment;
  if (force) return force !== '0' && force !== 'false';
  return !none && isTerminal && terminal !== 'dumb';
}

/** Escapes control, bidirectional and invisible characters in text from files and paths. */
export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 32 ? String.fromCharCode(0x2400 + code) : '\uFFFD';
  });
}
