/**
 * Adapts links for a webview, which opens only links to the web and runs commands: links to places in files become links to the
 * `command` that shows a place.
 */
export function withCommandLinks(markdown: string, command: string): string {
  return markdown.replace(/(?<!\\)\[((?:\\.|[^[\]\\])*)\]\(([^()\s]+)\)/g, (link, text: string, address: string) => {
    if (/^(?:https?|command):/.test(address)) return link;
    return `[${text}](command:${command}?${encodeURIComponent(JSON.stringify([address]))})`;
  });
}
