/**
 * The kinds that a text may give its objects, read without parsing it; undefined where one is written in a way that shows
 * only when the text is parsed: by an escape, a tag, an anchor, an alias, a template or behind `?`. Kinds of lists are
 * those of their items. What stands in comments and block scalars counts as well. Takes time linear in the text.
 */
export function writtenKinds(text: string): ReadonlySet<string> | undefined {
  if (ESCAPE.test(text)) return undefined;
  const kinds = new Set<string>();
  for (let at = text.indexOf('kind'); at !== -1; at = text.indexOf('kind', at + 'kind'.length)) {
    KIND.lastIndex = at;
    const found = KIND.exec(text);
    if (found === null) continue;
    const [, kind] = found;
    if (kind === undefined) return undefined;
    kinds.add(kind.replace(/(?<=.)List$/, ''));
  }
  return kinds;
}

const ESCAPE = /\\[xuU/]/;

/** The key as a word, with its value if that is a plain one. Behind `? kind` the line ends. */
const KIND = /(?<!\w)kind(?!\w)["']?[^\S\n]*(?:$|[\n#]|:(?:\s*["']?([A-Za-z]\w{0,99})["']?(?=[\s,}\]]|$))?)/y;
