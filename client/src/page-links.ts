/** The first workspace folder, where absolute links in a preview start. */
export interface PreviewRoot {
  /** Its URI, without `/` at the end. */
  readonly folder: string;
  /** The URI of the root of its file system. */
  readonly origin: string;
  /** How many folders are between the two. */
  readonly depth: number;
}

/**
 * Markdown as the preview of VS Code can show it: that has no links to `file:` and to commands. Files become absolute
 * paths, from the first workspace folder up where they are outside of it, and words where there is no folder. Rules become
 * the pages that `pathOf` gives.
 */
export function withLinks(markdown: string, root: PreviewRoot | undefined, pathOf: (rule: string) => string): string {
  return markdown.replace(/(?<!\\)\[((?:\\.|[^[\]\\])*)\]\(([^()\s]+)\)/g, (whole, text: string, address: string) => {
    const rule = /^command:kubewin\.openRule\?(.*)$/.exec(address)?.[1];
    if (rule !== undefined) return `[${text}](..${pathOf(JSON.parse(decodeURIComponent(rule))[0])})`;
    if (/^https?:/.test(address)) return whole;
    const path = root && pathFrom(root, address);
    return path === undefined ? text : `[${text}](${path})`;
  });
}

function pathFrom({ folder, origin, depth }: PreviewRoot, address: string): string | undefined {
  if (address.startsWith(`${folder}/`)) return address.slice(folder.length);
  return address.startsWith(origin) ? `/${'../'.repeat(depth)}${address.slice(origin.length)}` : undefined;
}
