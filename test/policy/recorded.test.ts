import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { compared } from '../shared.ts';
import { digest, readRecording } from './recording.ts';
import { EXPRESSED, findings, mayBeOpen, withEveryRule, written } from './subjects.ts';

const { release, policies, answers } = readRecording();
const settings = { ...DEFAULT_SETTINGS, kubernetesVersion: release as typeof DEFAULT_SETTINGS.kubernetesVersion };

test('the policies are those of the recorded answers', () => {
  const { evaluated } = written({ settings: withEveryRule(settings) });
  expect(digest(evaluated), '`npm run policy:record` records the answers of other policies, with Go').toBe(policies);
});

test('Kubewin and the recorded answers of policies agree on generated workloads', () => {
  const different = answers.flatMap(({ object, rules }, i) => {
    const found = findings(object, settings).all;
    return mayBeOpen(object) || found.join() === rules.join() ? [] : [{ i, found, rules }];
  });
  compared(`recorded answers of policies with ${release}`, answers.length);
  expect(different).toEqual([]);
  const seen = new Set(answers.flatMap(({ rules }) => rules));
  expect(seen.size).toBeGreaterThan(EXPRESSED.length / 2);
});

test('rules on builds and base images apply to many of the workloads', () => {
  const answered = (id: string) => answers.filter(({ rules }) => rules.includes(id)).length;
  for (const id of [
    'image/base-image-end-of-support',
    'image/build-mismatch-in-pod',
    'image/build-mismatch-with-node',
    'image/unavailable-base-image',
    'resources/memory-limit-too-small',
  ]) {
    expect(answered(id), id).toBeGreaterThan(50);
  }
});
