/**
 * Masks the comments of JSON with comments, `// …` and `/* … *\/`, with blanks, so that the rest can be read as YAML: the
 * result has the same length and the same lines. Any other text is its own mask, as is one that does not begin with a
 * `{` and a key in quotes, but for comments. Takes time linear in the length of the text.
 */
export function maskJsonComments(text: string): string {
  if (!/^\s*[{/]/.test(text) || !/\/[/*]/.test(text)) return text;
  const parts: string[] = [];
  // Behind it none is closed, and looking for an end each time would take long.
  const lastEnd = text.lastIndexOf('*/');
  let opening = '';
  let behind = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    // In a scalar without quotes, such as `http://x`, YAML knows no comments of this sort.
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

/** The offset behind a comment; -1 where there is none, or where it is not closed. */
function commentEnd(text: string, start: number, lastEnd: number): number {
  if (text[start + 1] === '/') {
    const end = text.indexOf('\n', start);
    return end === -1 ? text.length : end;
  }
  const end = text[start + 1] === '*' && start + 2 <= lastEnd ? text.indexOf('*/', start + 2) : -1;
  return end === -1 ? -1 : end + 2;
}

/** The offset of the quote that closes a string, or the length of the text; strings of YAML go over several lines. */
function stringEnd(text: string, start: number): number {
  const quote = text[start];
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += quote === '"' && text[at] === '\\' ? 2 : 1;
  return at;
}
