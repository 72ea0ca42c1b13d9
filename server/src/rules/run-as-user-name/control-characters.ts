import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { controlCharacter, userNameFaults } from '../../windows/user-name.ts';

export default userNameRule({
  id: 'run-as-user-name/control-characters',
  code: 'KW1121',
  fault: 'control-characters',
  title: 'Control character in runAsUserName',
  messageFor: (name) => {
    const code = controlCharacter(name)?.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return message('`runAsUserName` {effect}: it contains the control character U+{0}.', code ?? '');
  },
  intended: (name, field) => {
    if (userNameFaults(name.trim()).length === 0) return name.trim();
    // In double quotes, a backslash and a letter are one character. The intended name is the raw text.
    const raw = field.document.text.slice(field.valueSpan.start + 1, field.valueSpan.end - 1);
    return field.quoting === 'double' && !/\\[xuU]/.test(raw) ? raw : undefined;
  },
  seen: 'runAsUserName cannot contain control characters',
  why: `A user name must consist of printable characters, and a control character is usually a YAML mistake. In double
quotes, \`\\t\` is a tab and \`\\n\` is a line break: \`"CONTOSO\\tom"\` contains a tab instead of a backslash. Write
the name without quotes or in single quotes.

A block scalar ends with a line break.`,
});
