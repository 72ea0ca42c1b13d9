/** Whether a text has only characters of one byte. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

/** The length of a text in UTF-8, in bytes. */
export function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) length += bytesOf(character.codePointAt(0) ?? 0);
  return length;
}

/** The bytes of a text in UTF-8. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const count = bytesOf(code);
    if (count === 1) bytes[at] = code;
    else {
      bytes[at] = (LEADS[count] ?? 0) | (code >> (6 * (count - 1)));
      for (let i = 1; i < count; i++) bytes[at + i] = 0x80 | ((code >> (6 * (count - 1 - i))) & 0x3f);
    }
    at += count;
  }
  return bytes;
}

/** The text of bytes in UTF-8; undefined if they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  const characters: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const count = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    let code = count === 1 ? lead : lead & (0x7f >> count);
    for (let i = 1; i < count; i++) {
      const next = bytes[at + i] ?? 0;
      if (next >> 6 !== 2) return undefined;
      code = (code << 6) | (next & 0x3f);
    }
    const isValid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && bytesOf(code) === count;
    if (!isValid || (lead >= 0x80 && lead < 0xc0)) return undefined;
    characters.push(String.fromCodePoint(code));
    at += count;
  }
  return characters.join('');
}

const LEADS = [0, 0, 0xc0, 0xe0, 0xf0];

function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
