import { expect, test } from 'vitest';
import { NO_ORIGIN } from '../../server/src/kubernetes/controller.ts';
import type { PodFact } from '../../server/src/kubernetes/facts.ts';
import { objects } from '../../server/src/kubernetes/object.ts';
import type { Problem } from '../../server/src/lint/rule.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import rule from '../../server/src/rules/service/too-many-backends.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

test('counts pods that several Services select once', () => {
  let reads = 0;
  const pods = Array.from({ length: 70 }, (_, i) => {
    const place = { uri: 'file:///pods.yaml', document: i, span: { start: 0, end: 0 } };
    return {
      kind: 'Pod',
      workload: 'Pod',
      name: `web-${i}`,
      location: place,
      origin: NO_ORIGIN,
      get replicas() {
        reads++;
        return 1;
      },
    } as PodFact;
  });
  const facts = { ask: () => pods as never };
  const [service] = objects(parse('apiVersion: v1\nkind: Service\nspec: { selector: { app: web } }\n'));
  const field = service?.field.at('spec', 'selector');
  if (service === undefined || field === undefined) throw new Error('the text has both');
  const found: Problem[] = [];
  const report = (problem: Problem) => found.push(problem);
  const context = { object: service, settings: DEFAULT_SETTINGS, facts, report };
  for (let i = 0; i < 3; i++) rule.objects[0]?.check(field, context);
  expect(found.map(({ message }) => message.args)).toEqual([['70'], ['70'], ['70']]);
  expect(reads).toBe(70);
});
