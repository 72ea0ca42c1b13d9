/** What a text is, which decides how a character in it is escaped. `commands` has only commands that Kubewin gives itself. */
export type Syntax = 'text' | 'json' | 'xml' | 'commands';

/**
 * Where a CI agent finds a command in what a program writes, up to the first of two equal characters:
 *
 * - Azure Pipelines executes `##vso[` anywhere in a line, warns of any `##vso`, and formats its log by `##[`: `Command.cs`,
 *   `WorkerCommandManager.cs` and docs/design/vso-command-suppression.md in microsoft/azure-pipelines-agent.
 * - GitHub executes `::` at the start of a line, behind any white space, and `##[` anywhere: `ActionCommand.cs` and
 *   `OutputManager.cs` in actions/runner. White space is that of .NET, which includes U+0085.
 * - TeamCity executes `##teamcity[` anywhere in a line: https://www.jetbrains.com/help/teamcity/service-messages.html
 *
 * All of them read lines, which end with CR, LF or both, and read standard error, too.
 */
const COMMAND = /#(?=#(?:\[|vso|teamcity))|^(?:[^\S\r\n\u2028\u2029]|\u0085)*:(?=:)/gim;

/**
 * What is written instead of the first character. JSON and XML keep their meaning. Other text gets a visible backslash between
 * the two characters: the runner of GitHub compares by culture, which ignores zero-width characters.
 */
const ESCAPED: Readonly<Record<Exclude<Syntax, 'commands'>, (character: string) => string>> = {
  text: (character) => `${character}\\`,
  json: (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  xml: (character) => `&#${character.charCodeAt(0)};`,
};

/** Breaks up what a CI agent would execute as a command, because it may be from a manifest, a path or a setting. */
export function withoutCommands(text: string, syntax: Syntax = 'text'): string {
  if (syntax === 'commands') return text;
  return text.replace(COMMAND, (start) => start.slice(0, -1) + ESCAPED[syntax](start.slice(-1)));
}

/** Whether a CI agent would execute a part of the text as a command. */
export function hasCommand(text: string): boolean {
  return withoutCommands(text) !== text;
}
