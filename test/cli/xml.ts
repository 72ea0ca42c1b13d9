import { SaxesParser } from 'saxes';

/** Elements with their attributes; throws if the text is not well-formed or contains characters that XML does not allow. */
export function elements(xml: string) {
  const found: { name: string; attributes: Readonly<Record<string, string>> }[] = [];
  parse(xml, (parser) =>
    parser.on('opentag', ({ name, attributes }) => {
      found.push({ name, attributes: attributes as Record<string, string> });
    }),
  );
  return found;
}

/** The texts and attributes of XML, one in a line; throws like `elements`. */
export function textsIn(xml: string): string {
  const texts: string[] = [];
  parse(xml, (parser) => {
    parser.on('text', (text) => texts.push(text));
    parser.on('opentag', ({ attributes }) => texts.push(...(Object.values(attributes) as string[])));
  });
  return texts.join('\n');
}

function parse(xml: string, listen: (parser: SaxesParser) => void): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  listen(parser);
  parser.write(xml).close();
}
