/** The text that a command writes to standard output, or the reason why there is none. */
export type ToolResult = { readonly text: string } | { readonly fault: string };
