/** The first paragraph of a rule's or note's text in one line, for hovers. */
export function firstParagraph(markdown: string): string {
  const [first = ''] = markdown.split('\n\n', 1);
  return first.replaceAll('\n', ' ');
}
