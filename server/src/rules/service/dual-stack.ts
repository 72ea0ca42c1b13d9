import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/dual-stack',
  title: 'Dual-stack Service on a Windows overlay network',
  gate: 'object',
  objects: [
    proxiedService(['spec.ipFamilyPolicy'], (field, { settings }) => {
      const policy = field.string;
      if (settings.cniMode !== 'overlay' || (policy !== 'PreferDualStack' && policy !== 'RequireDualStack')) {
        return undefined;
      }
      return {
        at: field.valueSpan,
        message: message('`ipFamilyPolicy: {0}` does not work on Windows overlay networks.', policy),
      };
    }),
  ],
  outcomes: [{ effect: 'differs', since: '1.19', result: 'Windows overlay networks support only IPv4.' }],
  why: `Windows supports dual-stack networking (IPv4 and IPv6) only on l2bridge networks, with Windows Server 2019 and
later. On an overlay network such as VXLAN, kube-proxy falls back to a single address family.

This rule applies only if the setting \`kubewin.cniMode\` is \`overlay\`.`,
  sources: [
    docs.windowsNetworking,
    docs.dualStack,
    code('kubernetes/kubernetes pkg/proxy/winkernel/proxier.go DualStackCompatible'),
  ],
} satisfies Rule;
