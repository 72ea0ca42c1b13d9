import type { Expression, Expressions } from '../expression.ts';
import { IS_HOST_PROCESS } from '../fields.ts';
import { BUILT_ON } from '../images.ts';

const IS_POSITIVE = 'isQuantity(value) && quantity(value).isGreaterThan(quantity("0"))';

/** Not for ephemeral containers, which have no resources. */
const onLasting = (test: string): Expression => ({
  instead: [{ of: 'container', list: 'variables.lasting', test }],
});

export const RESOURCES: Expressions<'resources'> = {
  'resources/claims-unsupported': { when: 'value.exists(claim, has(claim.name))' },
  'resources/huge-pages': { when: IS_POSITIVE },
  'resources/memory-in-millibytes': {
    when: `value.endsWith("m") && ${IS_POSITIVE} && quantity(value).isLessThan(quantity("1024"))`,
  },
  'resources/memory-limit-too-small': {
    when:
      `${IS_POSITIVE} && quantity(value).isLessThan(quantity("100Mi")) && !(value.endsWith("m") && quantity(value).isLessThan(quantity("1024"))) && !${IS_HOST_PROCESS} && ` +
      `variables.images.exists(image, image.name == container.name && [${BUILT_ON}].exists(base, base == "servercore" || (base == "nanoserver" && quantity(value).isLessThan(quantity("50Mi")))))`,
  },
  'resources/memory-request-not-limit': onLasting(
    [
      'container.?resources.requests.memory.hasValue()',
      'container.?resources.limits.memory.hasValue()',
      ...['requests', 'limits'].map(
        (kind) =>
          `!(container.resources.${kind}.memory.endsWith("m") && quantity(container.resources.${kind}.memory).isLessThan(quantity("1024")))`,
      ),
      'quantity(container.resources.requests.memory).isLessThan(quantity(container.resources.limits.memory))',
    ].join(' && '),
  ),
  'resources/missing-requests-or-limits': onLasting('!container.?resources.limits.memory.hasValue()'),
  'resources/nvidia-gpu': { when: IS_POSITIVE },
};
