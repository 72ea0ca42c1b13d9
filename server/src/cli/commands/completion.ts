import { SETTINGS } from '../../lint/settings/settings.ts';
import { optionsOf } from '../options/all-options.ts';
import { COMMANDS, type Command, takesPaths } from '../options/commands.ts';
import { choicesOf, type Option } from '../options/option.ts';
import { ARGUMENTS, type Shell } from '../options/tools.ts';
import { firstSentence, SUMMARIES } from './help.ts';

/** A script that completes commands, options, values and rules in a shell; file names where nothing else fits. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell]();
}

/**
 * The completion of the last argument of `kubectl kubewin`, as kubectl asks for it: what is possible with a description, and a number
 * that says whether files are, too. https://kubernetes.io/docs/tasks/extend-kubectl/kubectl-plugins/
 */
export function pluginCompletion(args: readonly string[]): string {
  const [before = '', word = ''] = args.length < 2 ? ['', ...args] : args.slice(-2);
  const options = optionsOf('cluster');
  const [, named, start = ''] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  const option = options.filter(takesValue).find((each) => [long(each), `-${each.short}`].includes(named ?? before));
  const values = option === undefined ? [] : choicesOf(option).map((value) => [value, ''] as const);
  const all = option === undefined ? options.map((each) => [long(each), firstSentence(each)] as const) : values;
  const lines = all
    .filter(([text]) => text.startsWith(named === undefined ? word : start))
    .map(([text, description]) => `${named === undefined ? '' : `${named}=`}${text}\t${description}\n`);
  const hasFiles = option !== undefined && values.length === 0;
  return `${lines.join('')}:${hasFiles ? 0 : NO_FILES}\n`;
}

/** `ShellCompDirectiveNoFileComp` of spf13/cobra. */
const NO_FILES = 4;

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish, powershell };

/** The severities that can follow a rule: `--rule pod/host-pid=off`. */
const { enum: SEVERITIES } = SETTINGS.rules.schema['additionalProperties'] as { enum: readonly string[] };

/**
 * Splits the line at blanks only. Bash also splits at `=` and `:`, and replaces only the last part by a completion, so
 * `prefix`, the text before that part, is cut from the completions.
 */
function bash(): string {
  const valued = [...new Set(COMMANDS.flatMap((command) => optionsOf(command).filter(takesValue).map(long)))];
  return `# Completion for kubewin in bash. In ~/.bashrc: source <(kubewin completion bash)
_kubewin() {
  local line=\${COMP_LINE:0:COMP_POINT} command= list= start= prefix= token before word value
  local -a words
  COMPREPLY=()
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  token=\${words[\${#words[@]}-1]}
  before=\${words[\${#words[@]}-2]}
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    case $word in
      ${COMMANDS.join('|')}) command=$word; break ;;
    esac
  done
  if [[ $token == --*=* ]]; then
    before=\${token%%=*}
    start=$before=
  elif [[ $token == -* ]]; then
    before=
  fi
  value=\${token#"$start"}
  case $before in
    ${valued.join('|')})
      case "$command $before" in
${bashValues()}
      esac
      ;;
    *)
      case "$command $token" in
${COMMANDS.map((command) => `        '${command} -'*) list='${optionsOf(command).map(long).join(' ')}' ;;`).join('\n')}
        ' -'*) list='--help --version' ;;
        ' '*) list='${COMMANDS.join(' ')}' ;;
${argumentsOf(COMMANDS)
  .map(([command, values]) => `        '${command} '*) list='${values.join(' ')}' ;;`)
  .join('\n')}
      esac
      ;;
  esac
  [[ $COMP_WORDBREAKS == *=* && $token == *=* ]] && prefix=\${token%"\${token##*=}"}
  [[ $COMP_WORDBREAKS == *:* && \${token#"$prefix"} == *:* ]] && prefix=\${token%"\${token##*:}"}
  for word in $list; do
    word=$start$word
    [[ $word == "$token"* ]] && COMPREPLY+=("\${word#"$prefix"}")
  done
  [[ \${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _kubewin kubewin
`;
}

function bashValues(): string {
  return COMMANDS.flatMap((command) =>
    optionsOf(command)
      .filter((option) => choicesOf(option).length > 0)
      .map((option) => {
        const severities = SEVERITIES.map((severity) => `\${value%%=*}=${severity}`).join(' ');
        const values = choicesOf(option).map((choice) => (isOfRules(option) ? `${choice}=` : choice));
        const list = `list='${values.join(' ')}'`;
        const assignment = isOfRules(option)
          ? `if [[ $value == *=* ]]; then list="${severities}"; else ${list}; fi`
          : list;
        return `        '${command} ${long(option)}') ${assignment} ;;`;
      }),
  ).join('\n');
}

function zsh(): string {
  const cases = COMMANDS.map((command) => {
    const specs = [...optionsOf(command).map(zshOption), ...zshArgument(command)];
    return `    ${command})\n      _arguments -S \\\n        ${specs.join(' \\\n        ')}\n      ;;`;
  });
  return `#compdef kubewin
# Completion for kubewin in zsh. In ~/.zshrc, behind compinit: source <(kubewin completion zsh)
_kubewin() {
  local -a commands
  commands=(
${COMMANDS.map((command) => `    ${quoted(`${command}:${SUMMARIES[command].does}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    if [[ $words[2] == -* ]]; then
      _arguments '--help[Show this help.]' '--version[Show the version of Kubewin.]'
    else
      _describe command commands
    fi
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
_kubewin_severities() {
  local -a rules severities
  rules=(${optionsOf('check').filter(isOfRules).flatMap(choicesOf).join(' ')})
  severities=(${SEVERITIES.join(' ')})
  if compset -P '*='; then
    compadd -a severities
  else
    compadd -S '=' -a rules
  fi
}
if [[ $funcstack[1] == _kubewin ]]; then
  _kubewin "$@"
else
  compdef _kubewin kubewin
fi
`;
}

function zshOption(option: Option): string {
  const { short, value, repeatable } = option;
  const text = `[${firstSentence(option).replace(/[\\[\]:]/g, '\\$&')}]`;
  const choices = choicesOf(option);
  const values = isOfRules(option) ? '_kubewin_severities' : choices.length > 0 ? `(${choices.join(' ')})` : '_files';
  const rest = value === undefined ? text : `=${text}:${value.replace(/[|:].*/, '')}:${values}`;
  if (short !== undefined) return `'(-${short} ${long(option)})'{-${short},${long(option)}}${quoted(rest)}`;
  return quoted(`${repeatable ? '*' : ''}${long(option)}${rest}`);
}

function zshArgument(command: Command): string[] {
  if (takesPaths(command)) return [`'*:file:_files'`];
  const { name = '', values = [] } = ARGUMENTS[command] ?? {};
  return values.length === 0 ? [] : [quoted(`:${name}:(${values.join(' ')})`)];
}

function fish(): string {
  const lines = COMMANDS.flatMap((command) => {
    const when = `complete -c kubewin -n ${quoted(`__fish_seen_subcommand_from ${command}`)}`;
    const values = ARGUMENTS[command]?.values ?? [];
    return [
      `complete -c kubewin -n __fish_use_subcommand -a ${command} -d ${fishQuoted(SUMMARIES[command].does)}`,
      ...optionsOf(command).map((option) => `${when} ${fishOption(option)}`),
      ...(takesPaths(command) ? [`${when} -F`] : []),
      ...(values.length === 0 ? [] : [`${when} -a ${fishQuoted(values.join(' '))}`]),
    ];
  });
  const rules = optionsOf('check').filter(isOfRules).flatMap(choicesOf);
  return `# Completion for kubewin in fish. In ~/.config/fish/config.fish: kubewin completion fish | source
complete -c kubewin -f
function __kubewin_severities
  set -l parts (string split -m 1 = -- (string replace -r '^--rule=' '' -- (commandline -ct)))
  if set -q parts[2]
    printf '%s\\t\\n' $parts[1]={${SEVERITIES.join(',')}}
  else
    printf '%s=\\t\\n' ${rules.join(' ')}
  end
end
complete -c kubewin -n __fish_use_subcommand -l help -d 'Show this help.'
complete -c kubewin -n __fish_use_subcommand -l version -d 'Show the version of Kubewin.'
${lines.join('\n')}
`;
}

function fishOption(option: Option): string {
  // Behind a tab is the description of a value. Without a tab, it would be that of the option.
  const values = isOfRules(option) ? ['(__kubewin_severities)'] : choicesOf(option).map((choice) => `${choice}\\t`);
  return [
    `-l ${option.name}`,
    ...(option.short === undefined ? [] : [`-s ${option.short}`]),
    // With `-x`, no files are offered.
    ...(option.value === undefined
      ? []
      : values.length === 0
        ? ['-r', '-F']
        : ['-x', `-a ${fishQuoted(values.join(' '))}`]),
    `-d ${fishQuoted(firstSentence(option))}`,
  ].join(' ');
}

function powershell(): string {
  const options = COMMANDS.map(
    (command) =>
      `    ${literal(command)} = @(${optionsOf(command)
        .map((option) => literal(long(option)))
        .join(', ')})`,
  );
  const values = COMMANDS.flatMap((command) =>
    optionsOf(command)
      .filter((option) => choicesOf(option).length > 0 && !isOfRules(option))
      .map(
        (option) => `    ${literal(`${command} ${long(option)}`)} = @(${choicesOf(option).map(literal).join(', ')})`,
      ),
  );
  const words = argumentsOf(COMMANDS).map(
    ([command, list]) => `    ${literal(command)} = @(${list.map(literal).join(', ')})`,
  );
  const rules = optionsOf('check').filter(isOfRules).flatMap(choicesOf);
  return `# Completion for kubewin in PowerShell. In $PROFILE: kubewin completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kubewin -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${options.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $arguments = @{
${words.join('\n')}
  }
  $rules = @(${rules.map(literal).join(', ')})
  $severities = @(${SEVERITIES.map(literal).join(', ')})
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = $words | Select-Object -Skip 1 | Where-Object { $options.ContainsKey($_) } | Select-Object -First 1
  $before = $words[-1]
  $start = ''
  if ($wordToComplete -match '^(--[^=]+)=') {
    $before = $Matches[1]
    $start = "$before="
  }
  $value = $wordToComplete.Substring($start.Length)
  if (-not $command) {
    $list = @($options.Keys | Sort-Object) + @('--help', '--version')
  } elseif ($before -eq '--rule') {
    $list = if ($value -match '^([^=]+)=') { $severities | ForEach-Object { "$($Matches[1])=$_" } } else { $rules | ForEach-Object { "$_=" } }
  } elseif ($values.ContainsKey("$command $before")) {
    $list = $values["$command $before"]
  } elseif ($wordToComplete -like '-*') {
    $list = $options[$command]
  } else {
    $list = $arguments[$command]
  }
  $list | Where-Object { $_ -and "$start$_" -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new("$start$_", $_, 'ParameterValue', $_)
  }
}
`;
}

/** The commands with arguments to choose from. */
function argumentsOf(commands: readonly Command[]): (readonly [Command, readonly string[]])[] {
  return commands.flatMap((command) => {
    const values = ARGUMENTS[command]?.values;
    return values === undefined ? [] : [[command, values] as const];
  });
}

function takesValue({ value }: Option): boolean {
  return value !== undefined;
}

function isOfRules({ setting }: Option): boolean {
  return setting === 'rules';
}

function long({ name }: Option): string {
  return `--${name}`;
}

/** A quoted word for bash or zsh. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** A string literal for PowerShell. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
