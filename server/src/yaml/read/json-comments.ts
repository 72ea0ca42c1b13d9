/**
 * Masks the comments of JSON, `// …` and `/* … *\/`, with blanks, so that the rest can be parsed as YAML. The result has the
 * same length and the same lines. A text that does not begin with `{` and a quoted key, apart from comments, is returned as
 * it is. Takes time linear in the length of the text.
 */
export function maskJsonComments(text: string): string {
  if (!/^\s*[{/]/.test(text) || !/\/[/*]/.test(text)) return text;
  const parts: string[] = [];
  // No comment is closed behind it; searching for an end each time would take quadratic time.
  const lastEnd = text.lastIndexOf('*/');
  let opening = '';
  let behind = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    // A `//` within an unquoted scalar, such as `http://x`, does not begin a comment.
    const mayBegin =
      character === '/' && (at === behind || /[\s,[\]{}"]$|":$/.test(text.slice(Math.max(at - 2, 0), at)));
    const end = mayBegin ? commentEnd(text, at, lastEnd) : -1;
    if (end !== -1) {
      parts.push(text.slice(behind, at), text.slice(at, end).replace(/[^\r\n]/g, ' '));
      behind = end;
      at = end - 1;
      continue;
    }
    if (opening.length < 2 && character.trim() !== '') {
      opening += character;
      if (!/^\{["}]?$/.test(opening)) return text;
    }
    if (character === '"' || character === "'") at = stringEnd(text, at);
  }
  return opening.length < 2 ? text : parts.join('') + text.slice(behind);
}

/** The offset behind a comment; -1 if there is none, or if it is not closed. */
function commentEnd(text: string, start: number, lastEnd: number): number {
  if (text[start + 1] === '/') {
    const end = text.indexOf('\n', start);
    return end === -1 ? text.length : end;
  }
  const end = text[start + 1] === '*' && start + 2 <= lastEnd ? text.indexOf('*/', start + 2) : -1;
  return end === -1 ? -1 : end + 2;
}

/** The offset of the closing quote of a string, which may have several lines in YAML; otherwise the length of the text. */
function stringEnd(text: string, start: number): number {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += quote === '"' && text[at] === '\\' ? 2 : 1;
  return at;
}
