import { describe, expect, test } from 'vitest';
import { CHARTS } from './charts.ts';
import { HELM_RELEASES } from './helm-program.ts';
import { readRecording } from './recording.ts';
import { compareChart, renderQuestion } from './rendered.ts';

describe.each(HELM_RELEASES)('Helm %i', (release) => {
  const recording = readRecording('charts', release);

  test.each(Object.entries(CHARTS))('%s', (name, question) => {
    const { differences, unknown } = compareChart(renderQuestion(question, release), recording[name] ?? {});
    expect(differences).toEqual([]);
    expect(unknown).toEqual([]);
  });
});

test('all charts are recorded', () => {
  expect(Object.keys(readRecording('charts', 3))).toEqual(Object.keys(CHARTS));
});
