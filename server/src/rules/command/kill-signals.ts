import { message, type Rule } from '../../lint/rule.ts';
import { COMMANDS, commandLineOf, spanWithin } from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';

const SIGNAL = '(?:SIG)?(?:HUP|INT|QUIT|KILL|USR1|USR2|TERM|CONT|STOP|WINCH)';

/**
 * `kill -TERM 1`, `kill -s HUP 1`, `kill -9 1`, and with `pkill` or `killall`. Not `nginx -s quit`: nginx for
 * Windows supports it with events (https://nginx.org/en/docs/windows.html).
 */
const KILL = new RegExp(`(?<![\\w.-])(?:kill|pkill|killall)\\s+-(?:s\\s+)?(?:${SIGNAL}|\\d+)(?![\\w-])`);

export default {
  id: 'command/kill-signals',
  code: 'KW1007',
  title: 'Unix signals in commands',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    check(list, { once, report }) {
      const line = once(list, commandLineOf);
      const [first] = line?.words ?? [];
      if (line === undefined || first === undefined) return;
      // A list of words is one command; a script is in a single word.
      const script = line.words.find(({ text }) => KILL.test(text));
      const command = KILL.exec(script?.text ?? line.words.map(({ text }) => text).join(' '))?.[0];
      const word = script ?? line.words.find(({ text }) => command?.startsWith(text));
      if (command === undefined || word === undefined) return;
      report({
        at: spanWithin(word.field, script === undefined ? word.text : command),
        field: word.field.path,
        message: message('`{0}` does not work: Windows does not support Unix signals.', command),
      });
    },
  },
  outcomes: [
    { effect: 'differs', result: 'Windows programs stop on console control events or service control codes.' },
  ],
  why: `Windows does not support Unix signals. When a pod ends, a console program gets a control event, a service a
control code, and a GUI program a message. To stop a program at another time, use its own interface, such as an HTTP request, or \`Stop-Process\`, which terminates it immediately.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
