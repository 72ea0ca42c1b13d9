// Markdown that shows a text as it is, whatever is in it. What manifests and file names hold is never read as Markdown.

/** A code span: its fence is longer than any in the text (CommonMark 0.31.2, section 6.1), and it has one line. */
export function codeSpan(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ');
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(1 + runs.reduce((most, { length }) => Math.max(most, length), 0));
  // Blanks at both ends are not shown, and keep the fence apart from what begins or ends like one.
  const isApart = runs.length === 0 && line.trim() !== '' && !/^ .* $/.test(line);
  return isApart ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** A link with a text of one line. */
export function link(text: string, address: string): string {
  return `[${escaped(text)}](${address.replace(/[\s()<>\\]/g, encodeURIComponent).replace(/[()]/g, (one) => (one === '(' ? '%28' : '%29'))})`;
}

/** A message in which backticks mark code, in one line. */
export function prose(message: string): string {
  const parts = message.split('`');
  return parts
    .map((part, i) => {
      const isCode = i % 2 === 1 && i < parts.length - 1;
      if (isCode) return part === '' ? '' : codeSpan(part);
      // Addresses are links even without any marks.
      return `${i % 2 === 1 ? '\\`' : ''}${escaped(part).replace(/:(?=\/\/)|@|\bwww(?=\.)/g, '$&\u200b')}`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]<>&!~]/g, '\\$&');
}
