/** The commands that read manifests. */
export const READERS = ['check', 'explain', 'migrate', 'images', 'other-linters', 'cluster'] as const;
/** The commands that read neither manifests nor configuration files. */
export const TOOLS = ['rules', 'rule', 'init', 'lsp', 'mcp', 'completion'] as const;
/** All commands, in the order of the help. */
export const COMMANDS = [...READERS, 'policy', ...TOOLS, 'help', 'version'] as const;

export type Command = (typeof COMMANDS)[number];
export type Reader = (typeof READERS)[number];
export type Tool = (typeof TOOLS)[number];

/** Whether the arguments of a command are paths. */
export function takesPaths(command: Command): boolean {
  return command !== 'cluster' && readsManifests(command);
}

/** Whether a command reads manifests, or the objects of a cluster. */
export function readsManifests(command: Command): boolean {
  return READERS.some((reader) => reader === command);
}
