/**
 * The kinds that objects in a text may have, found without parsing it. Undefined if only parsing can tell: with an escape
 * sequence, tag, anchor, alias or template, or a key after `?`. For a list, it is the kind of its items. Without a `kind` at
 * the start of a line, text in comments and block scalars counts, too. Takes time linear in the text.
 */
export function writtenKinds(text: string): ReadonlySet<string> | undefined {
  const ofRoot = kindsOfRoot(text);
  if (ofRoot !== undefined) return ofRoot;
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

/**
 * The kind of an object in block style, whose keys begin their lines: definitions of custom resources and data of ConfigMaps
 * contain other kinds. Undefined for an object that may contain others, and if only more of the text can tell.
 */
export function kindsOfRoot(text: string): ReadonlySet<string> | undefined {
  if (!STARTS_WITH_KEY.test(text) || OTHER_KEY.test(text) || text.includes('{{')) return undefined;
  const kinds = new Set<string>();
  for (const [, kind] of text.matchAll(ROOT_KIND)) {
    if (kind === undefined || HOLDS_OBJECTS.test(kind)) return undefined;
    kinds.add(kind);
  }
  return kinds.size === 0 ? undefined : kinds;
}

/** The first line with content, which may follow comments and the start of the document. */
const STARTS_WITH_KEY = /^(?:[^\S\n]*(?:#.*)?\n|---[^\S\n]*\n)*[A-Za-z]/;
/** A key of the root that is not a plain word. */
const OTHER_KEY = /^["'?&!*]/m;
const ROOT_KIND = /^kind(?:[^\S\n]*:[^\S\n]+["']?([A-Za-z]\w*)["']?[^\S\n]*(?:#.*)?$|(?!\w))/gm;
const HOLDS_OBJECTS = /List$|^(?:Kustomization|Component)$/;
