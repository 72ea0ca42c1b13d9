import { expect, test } from 'vitest';
import { withoutTypo } from '../../server/src/text/nearest.ts';

test.each<[name: string, other: string, isTypo: boolean]>([
  ['webap-gmsa', 'webapp-gmsa', true],
  ['wepapp-gmsa', 'webapp-gmsa', false],
  ['wbeapp-gmsa', 'webapp-gmsa', true],
  ['webappgmsa', 'webapp-gmsa', true],
  ['WebApp_gmsa', 'webapp-gmsa', true],
  ['gmsa-webapp1', 'gmsa-webap1', true],
  ['credentiel', 'credential', true],
  ['services', 'service', true],
  ['windows-2022', 'windows-2019', false],
  ['webapp-1', 'webapp-2', false],
  ['webapp-12', 'webapp-1-2', false],
  ['webapp', 'webapp1', false],
  ['webapp-a', 'webapp-b', false],
  ['webapp-eu', 'webapp-us', false],
  ['webapp-dev', 'webapp-prd', false],
  ['webapi-gmsa', 'webapp-gmsa', false],
  ['app', 'apps', false],
  ['webap-gmas', 'webapp-gmsa', false],
  ['webapp-gmsa', 'webapp', false],
  ['frontend', 'backend', false],
  ['abcdefgh', 'badcefgh', false],
  [`${'a'.repeat(70)}b`, `${'a'.repeat(70)}`, false],
  ['webapp', 'webapp', false],
])('%s is %s with a typo: %s', (name, other, isTypo) => {
  expect(withoutTypo(name, ['other', other])).toBe(isTypo ? other : undefined);
});
