import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'dns/options',
  code: 'KW1026',
  title: 'DNS resolver options on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsConfig.options'],
    check(field, { report }) {
      const names = field.items().flatMap((option) => option.get('name')?.string ?? []);
      if (names.length === 0) return;
      report({
        at: field.span,
        message: message(
          'The Windows resolver does not support {0} in `dnsConfig.options`.',
          names.map((name) => `\`${name}\``).join(', '),
        ),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      doubtful: true,
      result: 'The options have no effect unless the network plug-in uses them.',
    },
  ],
  why: `On Linux, these options are written to \`/etc/resolv.conf\`. Windows does not have this file: it stores DNS
servers and suffixes in the registry. \`ndots\` cannot have an effect at all, because Windows uses only one suffix.`,
  sources: [docs.windowsNetworking, docs.dns],
} satisfies Rule;
