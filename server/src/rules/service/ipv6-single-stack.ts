import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { windowsService } from '../../lint/windows-selectors.ts';

export default {
  id: 'service/ipv6-single-stack',
  title: 'Service with IPv6 only for Windows pods',
  gate: 'object',
  objects: [
    windowsService(['spec.ipFamilies'], (field, { object }) => {
      const policy = object.field.at('spec', 'ipFamilyPolicy');
      const isSingle = policy === undefined || policy.string === 'SingleStack';
      if (!isSingle || field.items().length !== 1 || field.strings()[0] !== 'IPv6') return undefined;
      return { at: field.span, message: message('This Service, which leads to Windows pods, has IPv6 only.') };
    }),
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.19',
      result: 'It works where the pods have IPv4 as well, never in a cluster of IPv6 alone.',
    },
  ],
  why: `On Windows pods have IPv4, or IPv4 and IPv6 together; a network of IPv6 alone does not exist there. In a dual-stack cluster
a single Service may well have IPv6 only.`,
  sources: [docs.windowsNetworking, docs.dualStack],
} satisfies Rule;
