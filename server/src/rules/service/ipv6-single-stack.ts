import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { windowsService } from '../../rule-kit/windows-selectors.ts';

export default {
  id: 'service/ipv6-single-stack',
  code: 'KW1185',
  title: 'IPv6-only Service with Windows endpoints',
  gate: 'object',
  objects: [
    windowsService(['spec.ipFamilies'], (field, { object }) => {
      const policy = object.field.at('spec', 'ipFamilyPolicy');
      const isSingle = policy === undefined || policy.string === 'SingleStack';
      if (!isSingle || field.items().length !== 1 || field.strings()[0] !== 'IPv6') return undefined;
      return {
        at: field.span,
        message: message('This IPv6-only Service selects Windows pods, so it requires a dual-stack cluster.'),
      };
    }),
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.19',
      result: 'Windows does not support IPv6-only clusters.',
    },
  ],
  why: `Windows supports IPv4-only and dual-stack pod networks, but not IPv6-only pod networks. In a dual-stack cluster,
a Service for Windows pods can use IPv6 only.`,
  sources: [docs.windowsNetworking, docs.dualStack],
} satisfies Rule;
