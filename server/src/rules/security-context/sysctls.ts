import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { isWithin, type KubernetesVersion } from '../../kubernetes/version.ts';
import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

/** What kubelets up to 1.28 call safe, on Windows too, and since when; later ones call nothing safe on Windows. */
const SAFE: ReadonlyMap<string, KubernetesVersion> = new Map<string, KubernetesVersion>([
  ['kernel.shm_rmid_forced', '1.14'],
  ['net.ipv4.ip_local_port_range', '1.14'],
  ['net.ipv4.tcp_syncookies', '1.14'],
  ['net.ipv4.ping_group_range', '1.18'],
  ['net.ipv4.ip_unprivileged_port_start', '1.22'],
  ['net.ipv4.ip_local_reserved_ports', '1.27'],
]);

export default forbiddenField({
  id: 'security-context/sysctls',
  title: 'Sysctls on a Windows pod',
  fields: ['spec.securityContext.sysctls'],
  says: 'Sysctls are parameters of the Linux kernel, so a Windows node has none that `{0}` could set.',
  accepted: (field) => field.items().length === 0,
  caseOf: (field, { settings }) => {
    const names = field.items().flatMap((item) => item.get('name')?.string ?? []);
    return names.some((name) => !isPlaceholder(name) && !isSafe(name, settings.kubernetesVersion))
      ? 'one of them is not safe'
      : undefined;
  },
  outcomes: rejectedOnceDeclared(
    '1.24',
    {
      effect: 'fails',
      since: '1.29',
      doubtful: true,
      result: 'The kubelet of a Windows node refuses the pod, unless it is configured to let these sysctls pass.',
      seen: 'SysctlForbidden',
    },
    {
      effect: 'fails',
      case: 'one of them is not safe',
      until: '1.28',
      doubtful: true,
      result: 'The kubelet refuses the pod, unless it is configured to let these sysctls pass.',
      seen: 'SysctlForbidden',
    },
    { effect: 'ignored', until: '1.28' },
  ),
  why: `A kubelet admits a pod only if it knows each of its sysctls to be safe or was told to allow it
(\`--allowed-unsafe-sysctls\`). From 1.29 on it knows none to be safe on Windows and refuses the pod for any; before, it
let the safe ones of Linux pass and did nothing with them. Windows has no such parameters: set what you need in the
application, or on the node. An empty list does no harm anywhere.`,
  sources: [
    docs.windowsIntro,
    docs.sysctls,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/kubelet/sysctl/safe_sysctls.go SafeSysctlAllowlist'),
    code('kubernetes/kubernetes pkg/kubelet/sysctl/allowlist.go Admit'),
  ],
});

/** Whether kubelets up to 1.28 let a sysctl pass; its parts may also be separated by slashes. */
function isSafe(name: string, version: KubernetesVersion): boolean {
  const since = SAFE.get(name) ?? SAFE.get(name.replaceAll('/', '.'));
  return since !== undefined && isWithin(version, since);
}
