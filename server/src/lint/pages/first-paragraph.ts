/** What a hover shows of the text of a rule or note: its first paragraph, in one line. */
export function firstParagraph(markdown: string): string {
  const [first = ''] = markdown.split('\n\n', 1);
  return first.replaceAll('\n', ' ');
}
