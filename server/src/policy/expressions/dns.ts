import { matches } from '../cel.ts';
import type { Expressions } from '../expression.ts';

export const DNS: Expressions<'dns'> = {
  'dns/cluster-first-with-host-net': {
    when: 'value == "ClusterFirstWithHostNet"',
    cases: [
      ['all containers are HostProcess containers', 'variables.allHostProcess'],
      ['`hostNetwork` is `true`', 'variables.spec.?hostNetwork.orValue(false)'],
    ],
  },
  'dns/etc-files': { when: matches('value', /^([a-z]:)?[\\/]+etc[\\/]+(resolv\.conf|hosts|nsswitch\.conf)$/i) },
  'dns/multiple-searches': {
    when: 'size(value) > (variables.spec.?dnsPolicy.orValue("ClusterFirst").startsWith("ClusterFirst") ? 0 : 1)',
  },
  'dns/options': { when: 'value.exists(option, has(option.name))' },
};
