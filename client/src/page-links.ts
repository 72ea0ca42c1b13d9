/** The first workspace folder. Absolute links in a Markdown preview are relative to it. */
export interface PreviewRoot {
  /** The URI of the folder, without `/` at the end. */
  readonly folder: string;
  /** The URI of the root of its file system. */
  readonly origin: string;
  /** The depth of the folder below that root. */
  readonly depth: number;
}

/**
 * Adapts links for the Markdown preview of VS Code, which does not support `file:` and `command:`. Links to files become
 * paths from the first workspace folder, or plain text if there is no folder. Links to rules become links to their pages,
 * whose paths `pathOf` returns.
 */
export function withPreviewLinks(
  markdown: string,
  root: PreviewRoot | undefined,
  pathOf: (rule: string) => string,
): string {
  return markdown.replace(/(?<!\\)\[((?:\\.|[^[\]\\])*)\]\(([^()\s]+)\)/g, (link, text: string, address: string) => {
    const rule = /^command:kubewin\.openRule\?(.*)$/.exec(address)?.[1];
    if (rule !== undefined) return `[${text}](..${pathOf(JSON.parse(decodeURIComponent(rule))[0])})`;
    if (/^https?:/.test(address)) return link;
    const path = root && pathFrom(root, address);
    return path === undefined ? text : `[${text}](${path})`;
  });
}

function pathFrom({ folder, origin, depth }: PreviewRoot, address: string): string | undefined {
  if (address.startsWith(`${folder}/`)) return address.slice(folder.length);
  return address.startsWith(origin) ? `/${'../'.repeat(depth)}${address.slice(origin.length)}` : undefined;
}
