import { type Field, type Fix, message, type Problem, type Rule } from '../../lint/rule.ts';
import {
  COMMANDS,
  type CommandLine,
  callsIn,
  commandLineOf,
  programName,
  spanWithin,
  type Word,
} from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

/** Shells whose arguments are command lines in one string. */
const SHELLS: readonly string[] = ['cmd', 'powershell', 'pwsh', 'sh', 'bash'];

export default {
  id: 'command/icmp-outside-cluster',
  code: 'KW1006',
  title: 'ping to a host outside the cluster',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    check(list, { pod, settings, once, report }) {
      const line = once(list, commandLineOf);
      // HostProcess containers use the network of their node.
      if (line === undefined || isInHostProcess(pod, settings.kubernetesVersion, list)) return;
      for (const { at, field, target } of pings(line, settings.clusterDomain)) {
        report({
          at,
          field: field.path,
          message: message('`ping` to `{0}` leaves the pod network and gets no reply.', target),
          fixes: curlFix(list, line, target),
        });
      }
    },
  },
  outcomes: [{ effect: 'differs', result: 'Windows nodes translate addresses for TCP and UDP, but not for ICMP.' }],
  why: `Traffic from a Windows pod to a host outside the cluster requires address translation (NAT). Windows supports
it for TCP and UDP, but not for ICMP, which \`ping\` uses. To test a connection to the outside, use \`curl.exe\`, or
\`Test-NetConnection\` with a port.

Inside the pod network, \`ping\` works.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

const PING = /ping(?:\.exe)?(?=[ \t])/gi;

interface Ping {
  readonly at: Problem['at'];
  readonly field: Field;
  readonly target: string;
}

/** The pings to outside hosts, by the program itself or in a shell script. */
function pings({ words, program }: CommandLine, clusterDomain: string): Ping[] {
  if (program === undefined) return [];
  const index = words.findIndex(({ field }) => field === program.field);
  if (programName(program.text) === 'ping') {
    const text = words
      .slice(index)
      .map((word) => word.text)
      .join(' ');
    const target = outsideTarget(text, clusterDomain);
    return target === undefined ? [] : [{ at: program.field.valueSpan, field: program.field, target }];
  }
  const [shell] = words;
  if (shell === undefined || !SHELLS.includes(programName(shell.text))) return [];
  return words.slice(1).flatMap((word) => pingsIn(word, clusterDomain));
}

function pingsIn({ field, text }: Word, clusterDomain: string): Ping[] {
  return callsIn(text, PING).flatMap((call) => {
    const target = outsideTarget(call.text, clusterDomain);
    return target === undefined ? [] : [{ at: spanWithin(field, call.text), field, target }];
  });
}

/** The target of `ping`, if it is certainly outside of the cluster and the machine. */
function outsideTarget(text: string, clusterDomain: string): string | undefined {
  const [, ...args] = text.split(/\s+/);
  const target = args.find((arg) => /^\w[\w.:-]*$/.test(arg) && /[.:]/.test(arg));
  return target !== undefined && isOutside(target, clusterDomain) ? target : undefined;
}

/** The top-level domains of names in the cluster and in private networks. */
const PRIVATE_ENDING = /^(?:svc|alt|arpa|home|internal|invalid|lan|local|localhost|test)$/;

/** Public top-level domains besides those of countries; others may also be namespaces. */
const INTERNET_ENDING = /^(?:biz|com|edu|gov|info|int|mil|net|org|xn--[a-z\d-]+)$/;

/** Created on first use, because it would take a tenth of the start time. */
let countries: Intl.DisplayNames | undefined;

/** A pod of a StatefulSet with its Service and perhaps its namespace: `db-0.db.shop`. */
const POD_NAME = /^[^.]+-\d+(?:\.[^.]+){1,2}$/;

/** Whether a name of two labels has a public top-level domain; the second label may be a namespace (`web.shop`). */
function isInternetEnding(ending: string): boolean {
  countries ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const isCountry = /^[a-z]{2}$/.test(ending) && countries.of(ending.toUpperCase()) !== undefined;
  // These two are common names of deployment stages.
  return INTERNET_ENDING.test(ending) || (isCountry && ending !== 'ci' && ending !== 'qa');
}

/** Private addresses may be those of pods. */
function isOutside(host: string, clusterDomain: string): boolean {
  if (host.includes(':')) return /^[23][\da-f]{3}:/i.test(host);
  if (!/^[\d.]+$/.test(host)) {
    const name = host.toLowerCase().replace(/\.$/, '');
    const labels = name.split('.');
    const ending = labels.at(-1) ?? '';
    if (!/^(?:[a-z]+|xn--[a-z\d-]+)$/.test(ending) || PRIVATE_ENDING.test(ending)) return false;
    if (`.${name}`.endsWith(`.${clusterDomain.toLowerCase()}`) || POD_NAME.test(name)) return false;
    return labels.length > 2 || (labels.length === 2 && isInternetEnding(ending));
  }
  const [first = 0, second = 0, ...others] = host.split('.').map(Number);
  const isPrivate =
    [0, 10, 127].includes(first) ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168);
  return others.length === 2 && !isPrivate;
}

/** Requests a page from the host instead, if the command line is only this program. */
function curlFix(list: Field, { words, program }: CommandLine, target: string): Fix[] {
  if (program?.field !== words[0]?.field || words.length !== list.items().length || target.includes(':')) return [];
  if (programName(words[0]?.text ?? '') !== 'ping') return [];
  return [
    {
      title: t`Run \`curl.exe -sS ${target}\` instead`,
      safety: 'review',
      changes: [{ kind: 'replace', path: list.path, value: ['curl.exe', '-sS', target] }],
    },
  ];
}
