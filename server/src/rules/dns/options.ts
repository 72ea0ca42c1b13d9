import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'dns/options',
  title: 'DNS resolver options on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsConfig.options'],
    *check(field) {
      const names = field.items().flatMap((option) => option.get('name')?.string ?? []);
      if (names.length === 0) return;
      yield {
        at: field.span,
        message: message(
          'The resolver of Windows knows no options such as {0}.',
          names.map((name) => `\`${name}\``).join(', '),
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      doubtful: true,
      result: 'They do nothing, unless the network plug-in makes something of them.',
    },
  ],
  why: `The options are lines of \`/etc/resolv.conf\`, and Windows has no such file: it keeps the servers and suffixes of DNS
in the registry. \`ndots\` would have no effect anyway, for there is one suffix only.`,
  sources: [docs.windowsNetworking, docs.dns],
} satisfies Rule;
