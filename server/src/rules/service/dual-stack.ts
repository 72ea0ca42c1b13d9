import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/dual-stack',
  title: 'Dual-stack Service for Windows pods on an overlay network',
  gate: 'object',
  objects: [
    proxiedService(['spec.ipFamilyPolicy'], (field, { settings }) => {
      const policy = field.string;
      if (settings.cniMode !== 'overlay' || (policy !== 'PreferDualStack' && policy !== 'RequireDualStack')) {
        return undefined;
      }
      return {
        at: field.valueSpan,
        message: message('`{0}` is asked for a Service that leads to Windows pods on an overlay network.', policy),
      };
    }),
  ],
  outcomes: [{ effect: 'differs', since: '1.19', result: 'Overlay networks of Windows have IPv4 only.' }],
  why: `Windows pods have IPv4 and IPv6 together on l2bridge networks, from Windows Server 2019 on. On an overlay network such as
VXLAN kube-proxy falls back to one family. The setting \`kubewin.cniMode\` says which network it is; without it this rule is
silent.`,
  sources: [
    docs.windowsNetworking,
    docs.dualStack,
    code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go DualStackCompatible'),
  ],
} satisfies Rule;
