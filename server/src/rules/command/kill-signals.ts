import { COMMANDS, commandLine, spanWithin } from '../../lint/commands.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

const SIGNAL = '(?:SIG)?(?:HUP|INT|QUIT|KILL|USR1|USR2|TERM|CONT|STOP|WINCH)';

/**
 * `kill -TERM 1`, `kill -s HUP 1`, `kill -9 1`, and the same by the name of a program. Not `nginx -s quit`: nginx for
 * Windows has it too and uses events (https://nginx.org/en/docs/windows.html).
 */
const KILL = new RegExp(`(?<![\\w.-])(?:kill|pkill|killall)\\s+-(?:s\\s+)?(?:${SIGNAL}|\\d+)(?![\\w-])`);

export default {
  id: 'command/kill-signals',
  title: 'Unix signals in commands',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    *check(list, { pod }) {
      const line = commandLine(pod, list);
      const [first] = line?.words ?? [];
      if (line === undefined || first === undefined) return;
      // A list of words is one command, a script stands in a single one.
      const script = line.words.find(({ text }) => KILL.test(text));
      const found = KILL.exec(script?.text ?? line.words.map(({ text }) => text).join(' '))?.[0];
      const place = script ?? line.words.find(({ text }) => found?.startsWith(text));
      if (found === undefined || place === undefined) return;
      yield {
        at: spanWithin(place.field, script === undefined ? place.text : found),
        field: place.field.path,
        message: message('`{0}` sends a signal, and Windows has none.', found),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'Programs there stop on console events and on control codes of services.' }],
  why: `Signals belong to Unix. Windows asks a console program to stop with an event, a service with a control code, and a program with
windows by a message. The kubelet does that by itself when a pod ends. To reach a program at other times use what it offers, such as a
request to its own address, or \`Stop-Process\`, which ends it at once.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
