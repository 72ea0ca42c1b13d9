import { expect, test } from 'vitest';
import { CHARTS } from './charts.ts';
import { readRecording } from './recording.ts';
import { compareChart, renderQuestion } from './rendered.ts';

const recording = readRecording('charts');

test.each(Object.entries(CHARTS))('%s', (name, question) => {
  const { differences, unknown } = compareChart(renderQuestion(question), recording[name] ?? {});
  expect(differences).toEqual([]);
  expect(unknown).toEqual([]);
});

test('all charts are recorded', () => {
  expect(Object.keys(recording)).toEqual(Object.keys(CHARTS));
});
