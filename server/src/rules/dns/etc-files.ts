import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isResolverFile } from '../../windows/mount-paths.ts';

export default {
  id: 'dns/etc-files',
  title: 'Files of the Linux resolver on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const path = field.string;
      if (path === undefined || !isResolverFile(path)) return;
      yield {
        at: field.valueSpan,
        message: message('`{0}` is a file of the Linux resolver.', path),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'Windows does not read it to resolve names.' }],
  why: `Windows keeps what it needs for DNS in the registry of the container, so a file in \`/etc\` changes nothing. Use
\`dnsConfig\` for name servers. The one file that counts, \`C:\\Windows\\System32\\drivers\\etc\\hosts\`, is written by the
kubelet with containerd; \`hostAliases\` adds names to it.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;
