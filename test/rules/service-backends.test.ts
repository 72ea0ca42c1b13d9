import { expect, test } from 'vitest';
import { NO_ORIGIN } from '../../server/src/kubernetes/controller.ts';
import type { PodFact } from '../../server/src/kubernetes/facts.ts';
import { objects } from '../../server/src/kubernetes/object.ts';
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
  const context = { object: service, settings: DEFAULT_SETTINGS, facts };
  const found = [1, 2, 3].map(() =>
    [...(rule.objects[0]?.check(field, context) ?? [])].map(({ message }) => message.args),
  );
  expect(found).toEqual([[['70']], [['70']], [['70']]]);
  expect(reads).toBe(70);
});
