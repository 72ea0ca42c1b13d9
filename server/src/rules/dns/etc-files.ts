import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isResolverFile } from '../../windows/mount-paths.ts';

export default {
  id: 'dns/etc-files',
  code: 'KW1024',
  title: 'Linux resolver files in a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    check(field, { report }) {
      const path = field.string;
      if (path === undefined || !isResolverFile(path)) return;
      report({
        at: field.valueSpan,
        message: message('`{0}` does not affect name resolution on Windows.', path),
      });
    },
  },
  outcomes: [
    { effect: 'differs', result: 'Windows reads its DNS configuration from the registry, not from files in `/etc`.' },
  ],
  why: `Windows stores the DNS configuration of a container in the registry, so a file in \`/etc\` has no effect. Set
name servers in \`dnsConfig\`. The only file that Windows reads is \`C:\\Windows\\System32\\drivers\\etc\\hosts\`.

With containerd, the kubelet writes the hosts file, and \`hostAliases\` adds names to it.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;
