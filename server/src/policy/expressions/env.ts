import { matches } from '../cel.ts';
import type { Expressions } from '../expression.ts';
import { IS_HOST_PROCESS } from '../fields.ts';

const VARIABLES = 'container.?env.orValue([])';
/** Whether `test` is true of a variable `one` and the `first` variable with its name, ignoring case. */
const envTest = (test: string) =>
  `[${VARIABLES}.map(one, one.name.lowerAscii())].exists(names, ${VARIABLES}.exists(one, [${VARIABLES}[names.indexOf(one.name.lowerAscii())]].exists(first, ${test})))`;
const SAME_VALUE =
  'first.?value.orValue("") == one.?value.orValue("") && first.?valueFrom.orValue({}) == one.?valueFrom.orValue({})';

export const ENV: Expressions<'env'> = {
  'env/case-insensitive-duplicate': {
    instead: [
      {
        of: 'container',
        test: envTest('first.name != one.name'),
      },
    ],
    cases: [
      ['the values differ', envTest(`first.name != one.name && !(${SAME_VALUE})`)],
      ['the values are equal', 'true'],
    ],
  },
  'env/path-override': {
    when: `value.name.lowerAscii() == "path" && size(value.?value.orValue("")) <= 4096 && !${matches('value.?value.orValue("")', /system32|\{\{|\$\{/i)} && !${IS_HOST_PROCESS}`,
    cases: [['the value is a list of Linux paths', matches('value.?value.orValue("")', /(^|:)\/[^:;]*:\//)]],
  },
};
