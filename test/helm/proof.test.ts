import { afterAll, describe, expect, test } from 'vitest';
import { compared } from '../shared.ts';
import { CHARTS } from './charts.ts';
import { corpusCharts } from './corpus-charts.ts';
import { API_VERSIONS, chartOf, RELEASE, TEMPLATES } from './function-chart.ts';
import { generatedCharts } from './generated-charts.ts';
import { HELM_RELEASES, helmProgram, type Question } from './helm-program.ts';
import { chartsOfRandomValues } from './random-values.ts';
import { type Recording, readRecording, writeRecording } from './recording.ts';
import { type ChartComparison, compareChart, renderQuestion } from './rendered.ts';

/** Whether to compare with Helm itself, for which Go is needed; with `record`, its answers are recorded. */
const WANTED = process.env['HELM_PROOF'] ?? '';
const SEED = Number(process.env['HELM_SEED'] ?? 1);

/** In milliseconds: the first time, Go compiles Helm. */
const LONG = 3_600_000;

/** Empty where the real charts are not at hand. */
const CORPUS = [...corpusCharts().values()];

/** The cluster of both. */
const CLUSTER = { kubernetesVersion: 'v1.37.0', apiVersions: API_VERSIONS, release: RELEASE };

if (WANTED === '') test('no Helm', () => compared('charts with Helm', 0));
else {
  const program = helmProgram();
  afterAll(() => program.remove());

  describe.each(HELM_RELEASES)('Helm %i', (helm) => {
    test.each([
      ['functions', Object.fromEntries(TEMPLATES.map((template) => [template, chartOf(template)]))],
      ['charts', CHARTS],
    ])('the recording of %s is what Helm answers', { timeout: LONG }, (name, questions) => {
      const answers = program.render(Object.values(questions), helm);
      const recording: Recording = Object.fromEntries(
        Object.keys(questions).map((template, i) => [template, answers[i] ?? {}]),
      );
      if (WANTED === 'record') writeRecording(name, helm, recording);
      expect(readRecording(name, helm)).toEqual(recording);
    });

    test('the chart of `helm create` is rendered as Helm does', { timeout: LONG }, () => {
      const question = { files: program.create(), ...CLUSTER };
      const [{ differences, unknown }] = compare([question]) as [ChartComparison];
      expect(differences).toEqual([]);
      expect(unknown).toEqual([]);
    });

    test.skipIf(CORPUS.length === 0)('charts of the corpus are rendered as Helm does', { timeout: LONG }, () => {
      const questions = CORPUS.map((files) => ({ files, ...CLUSTER }));
      const total = sum(compare(questions));
      expect(total.differences).toEqual([]);
      expect(total.withoutBranches / total.templates).toBeGreaterThan(0.95);
      compared(`templates of the corpus with Helm ${helm}`, total.templates);
      console.log(`known: ${total.withoutBranches} of ${total.templates} templates`);
      console.log(`known: ${total.known} of ${total.characters} characters`);
    });

    test('charts of the corpus are rendered as Helm does without the name of the release', { timeout: LONG }, () => {
      const questions = CORPUS.map((files) => ({ files, ...CLUSTER }));
      const total = sum(compare(questions, false));
      expect(total.differences).toEqual([]);
      console.log(`known: ${total.known} of ${total.characters} characters without the name of the release`);
    });

    test.each([
      ['all', true],
      ['the name of the release unknown', false],
    ])(
      `generated charts are rendered as Helm does, with %s, and seed ${SEED}`,
      { timeout: LONG },
      (_, isReleaseKnown) => {
        const questions = generatedCharts(SEED, 300).map((files) => ({ files, ...CLUSTER }));
        const total = sum(compare(questions, isReleaseKnown));
        expect(total.differences).toEqual([]);
        compared(`generated templates with Helm ${helm}`, total.templates);
      },
    );

    test(`random values are written as Helm does, with seed ${SEED}`, { timeout: LONG }, () => {
      const total = sum(compare(chartsOfRandomValues(SEED, 200).map((files) => ({ files, ...CLUSTER }))));
      expect(total.differences).toEqual([]);
      compared(`templates with random values with Helm ${helm}`, total.templates);
    });

    function compare(questions: readonly Question[], isReleaseKnown = true): ChartComparison[] {
      const answers = program.render(questions, helm);
      return questions.map(({ release, ...others }, i) => {
        const known = isReleaseKnown && release !== undefined ? { ...others, release } : others;
        return compareChart(renderQuestion(known, helm), answers[i] ?? {});
      });
    }
  });
}

function sum(comparisons: readonly ChartComparison[]): ChartComparison {
  const total = (of: (comparison: ChartComparison) => number) =>
    comparisons.reduce((all, comparison) => all + of(comparison), 0);
  return {
    differences: comparisons.flatMap(({ differences }) => differences),
    unknown: comparisons.flatMap(({ unknown }) => unknown),
    templates: total(({ templates }) => templates),
    withoutBranches: total(({ withoutBranches }) => withoutBranches),
    characters: total(({ characters }) => characters),
    known: total(({ known }) => known),
  };
}
