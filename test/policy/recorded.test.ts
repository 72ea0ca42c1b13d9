import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings.ts';
import { compared } from '../shared.ts';
import { digest, readRecording } from './recording.ts';
import { EXPRESSED, findings, mayBeOpen, written } from './subjects.ts';

const { release, policies, answers } = readRecording();
const settings = { ...DEFAULT_SETTINGS, kubernetesVersion: release as typeof DEFAULT_SETTINGS.kubernetesVersion };

test('the policies are those that the API server has answered with', () => {
  const { yaml } = written({ settings, rules: EXPRESSED });
  expect(digest(yaml), 'Run `npm run policy:proof` to compare the new policies, and record their answers').toBe(
    policies,
  );
});

test('Kubewin finds in generated workloads what the policies have answered', () => {
  const different = answers.flatMap(({ object, rules }, i) => {
    const found = findings(object, settings).all;
    return mayBeOpen(object) || found.join() === rules.join() ? [] : [{ i, found, rules }];
  });
  compared(`recorded answers of policies with ${release}`, answers.length);
  expect(different).toEqual([]);
  const seen = new Set(answers.flatMap(({ rules }) => rules));
  expect(seen.size).toBeGreaterThan(EXPRESSED.length / 2);
});
