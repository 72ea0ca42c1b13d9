import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { isWithin, type KubernetesVersion } from '../../kubernetes/version.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

/** The safe sysctls of kubelets before 1.29, also on Windows, by first release. Later kubelets have none on Windows. */
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
  code: 'KW1181',
  title: 'Sysctls on a Windows pod',
  fields: ['spec.securityContext.sysctls'],
  message: '`{0}` {effect}: Windows does not have Linux kernel parameters.',
  accepted: (field) => field.items().length === 0,
  caseOf: (field, { settings }) => {
    const names = field.items().flatMap((item) => item.get('name')?.string ?? []);
    return names.some((name) => !isPlaceholder(name) && !isSafe(name, settings.kubernetesVersion))
      ? 'a sysctl is not on the safe list'
      : undefined;
  },
  outcomes: rejectedOnceDeclared(
    '1.24',
    {
      effect: 'fails',
      since: '1.29',
      doubtful: true,
      result: 'The kubelet fails the pod unless `--allowed-unsafe-sysctls` permits these sysctls.',
      seen: 'SysctlForbidden',
    },
    {
      effect: 'fails',
      case: 'a sysctl is not on the safe list',
      until: '1.28',
      doubtful: true,
      result: 'The kubelet fails the pod unless `--allowed-unsafe-sysctls` permits these sysctls.',
      seen: 'SysctlForbidden',
    },
    { effect: 'ignored', until: '1.28' },
  ),
  why: `A kubelet accepts a pod only if each sysctl is on its safe list or permitted by \`--allowed-unsafe-sysctls\`.
Remove the sysctls, and configure the application or the node instead; only an empty list is harmless.

In Kubernetes 1.29 and later, the safe list is empty on Windows. Before 1.29, the list contains the safe sysctls of
Linux, which have no effect on Windows.`,
  sources: [
    docs.windowsIntro,
    docs.sysctls,
    VALIDATE_WINDOWS,
    code('kubernetes/kubernetes pkg/kubelet/sysctl/safe_sysctls.go SafeSysctlAllowlist'),
    code('kubernetes/kubernetes pkg/kubelet/sysctl/allowlist.go Admit'),
  ],
});

/** Whether a sysctl is on the safe list of kubelets before 1.29. Slashes may separate its parts. */
function isSafe(name: string, version: KubernetesVersion): boolean {
  const since = SAFE.get(name) ?? SAFE.get(name.replaceAll('/', '.'));
  return since !== undefined && isWithin(version, since);
}
