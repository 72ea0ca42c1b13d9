import { withoutCommands } from '../terminal/agent-commands.ts';

/** The commands of a CI agent: how they are written, and the escapes that the agent decodes. */
interface Dialect {
  /** The escapes in values of properties; those of the first row apply to the data, too. */
  readonly escapes: readonly (readonly (readonly [character: string, escape: string])[])[];
  readonly property: (key: string, value: string) => string;
  readonly separator: string;
  readonly line: (name: string, properties: string, data: string) => string;
}

const DIALECTS = {
  /** Workflow commands, escaped as by @actions/core: https://docs.github.com/actions, "Workflow commands". */
  github: {
    escapes: [
      [
        ['%', '%25'],
        ['\r', '%0D'],
        ['\n', '%0A'],
      ],
      [
        [':', '%3A'],
        [',', '%2C'],
      ],
    ],
    property: (key, value) => `${key}=${value}`,
    separator: ',',
    line: (name, properties, data) => `::${name} ${properties}::${data}\n`,
  },
  /** Logging commands: `CommandStringConvertor.cs` and docs/design/percentEncoding.md in microsoft/azure-pipelines-agent. */
  azure: {
    escapes: [
      [
        ['%', '%AZP25'],
        ['\r', '%0D'],
        ['\n', '%0A'],
      ],
      [
        [';', '%3B'],
        [']', '%5D'],
      ],
    ],
    property: (key, value) => `${key}=${value};`,
    separator: '',
    line: (name, properties, data) => `##vso[${name}${properties && ` ${properties}`}]${data}\n`,
  },
  /** Service messages: https://www.jetbrains.com/help/teamcity/service-messages.html, "Escaped Values". */
  teamcity: {
    escapes: [
      [
        ['|', '||'],
        ["'", "|'"],
        ['[', '|['],
        [']', '|]'],
        ['\r', '|r'],
        ['\n', '|n'],
        ['\u0085', '|0x0085'],
        ['\u2028', '|0x2028'],
        ['\u2029', '|0x2029'],
      ],
    ],
    property: (key, value) => `${key}='${value}'`,
    separator: ' ',
    line: (name, properties) => `##teamcity[${name} ${properties}]\n`,
  },
} satisfies Readonly<Record<string, Dialect>>;

/**
 * A line that a CI agent executes as a command. This is the only way to give one: properties and data stay what they are,
 * whatever they contain, and no agent finds another command in them.
 */
export function agentCommand(
  agent: keyof typeof DIALECTS,
  name: string,
  properties: Readonly<Record<string, string | number>>,
  data = '',
): string {
  const { escapes, property, separator, line }: Dialect = DIALECTS[agent];
  const escaped = (text: string, rows: Dialect['escapes']) =>
    rows.flat().reduce((result, [from, to]) => result.replaceAll(from, to), withoutCommands(text));
  const list = Object.entries(properties).map(([key, value]) => property(key, escaped(String(value), escapes)));
  return line(name, list.join(separator), escaped(data, escapes.slice(0, 1)));
}
