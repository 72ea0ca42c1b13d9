// Markdown that shows a text literally. The contents of manifests and file names are never interpreted as Markdown.

/** A code span in one line, with a fence longer than any in the text (CommonMark 0.31.2, section 6.1). */
export function codeSpan(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ');
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + runs.reduce((most, { length }) => Math.max(most, length), 0));
  // A blank at each end is not shown, and separates the fence from backticks in the text.
  const needsNoBlanks = runs.length === 0 && line.trim() !== '' && !/^ .* $/.test(line);
  return needsNoBlanks ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** A link with its text in one line. */
export function link(text: string, address: string): string {
  return `[${escaped(text)}](${address.replace(/[\s()<>\\]/g, encodeURIComponent).replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))})`;
}

/** A message in one line, in which backticks mark code. */
export function prose(message: string): string {
  const parts = message.split('`');
  return parts
    .map((part, i) => {
      const isCode = i % 2 === 1 && i < parts.length - 1;
      if (isCode) return part === '' ? '' : codeSpan(part);
      // Zero-width spaces keep addresses from becoming links.
      return `${i % 2 === 1 ? '\\`' : ''}${escaped(part).replace(/:(?=\/\/)|@|\bwww(?=\.)/g, '$&\u200b')}`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]<>&!~]/g, '\\$&');
}
