import type { Syntax } from '../terminal/agent-commands.ts';

/** The text that a command writes to standard output, `text` by default, or the reason why there is none. */
export type ToolResult = { readonly text: string; readonly syntax?: Syntax } | { readonly fault: string };
