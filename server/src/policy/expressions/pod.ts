import { type Expressions, harmless, IS_SET } from '../expression.ts';

export const POD: Expressions<'pod'> = {
  'pod/host-aliases': {
    when: IS_SET,
    cases: [['all containers are HostProcess containers', 'variables.allHostProcess']],
  },
  'pod/host-ipc': { when: 'value' },
  'pod/host-network': { when: 'value && !variables.allHostProcess' },
  'pod/host-network-port-mismatch': {
    when: 'value != 0 && variables.spec.?hostNetwork.orValue(false) && value != item.containerPort',
  },
  'pod/host-pid': { when: 'value' },
  'pod/host-users': harmless('value'),
  'pod/resources': {
    cases: [
      ['the field is not empty', '["requests", "limits", "claims"].exists(key, key in value && size(value[key]) > 0)'],
    ],
  },
  'pod/share-process-namespace': harmless('!value'),
  'pod/termination-grace-period-seconds': { when: 'value > 5 && value != 30' },
};
