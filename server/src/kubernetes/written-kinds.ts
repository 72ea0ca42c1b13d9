/**
 * The kinds that objects in a text may have, found without parsing it. Undefined if only parsing can tell: with an escape
 * sequence, tag, anchor, alias or template, or a key after `?`. For a list, it is the kind of its items. Text in comments
 * and block scalars counts, too. Takes time linear in the text.
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

/** The key as a word, with its value if that is plain. The line ends after `? kind`. */
const KIND = /(?<!\w)kind(?!\w)["']?[^\S\n]*(?:$|[\n#]|:(?:\s*["']?([A-Za-z]\w{0,99})["']?(?=[\s,}\]]|$))?)/y;
