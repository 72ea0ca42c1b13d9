import { expect, test } from 'vitest';
import { labelMap, labelSelector, selects } from '../../server/src/kubernetes/label-selector.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';

function field(text: string): Field {
  const found = parse(`value: ${text}\n`).root?.get('value');
  if (found === undefined) throw new Error(`no field: ${text}`);
  return found;
}

const LABELS = { app: 'web', tier: 'front', 'kubernetes.io/os': 'windows', empty: '' };

/** Whether the labels above are selected; undefined if the selector cannot be evaluated. */
test.each<[selector: string, selected: boolean | undefined]>([
  ['{}', true],
  ['{matchLabels: {}}', true],
  ['{matchExpressions: []}', true],
  ['{matchLabels: {app: web}}', true],
  ['{matchLabels: {app: web, tier: front}}', true],
  ['{matchLabels: {app: web, tier: back}}', false],
  ['{matchLabels: {App: web}}', false],
  ['{matchLabels: {empty: ""}}', true],
  ['{matchLabels: {absent: ""}}', false],
  ['{matchLabels: {toString: web}}', false],
  ['{matchExpressions: [{key: app, operator: In, values: [api, web]}]}', true],
  ['{matchExpressions: [{key: app, operator: In, values: [api]}]}', false],
  ['{matchExpressions: [{key: absent, operator: In, values: [web]}]}', false],
  ['{matchExpressions: [{key: app, operator: NotIn, values: [api]}]}', true],
  ['{matchExpressions: [{key: app, operator: NotIn, values: [api, web]}]}', false],
  ['{matchExpressions: [{key: absent, operator: NotIn, values: [web]}]}', true],
  ['{matchExpressions: [{key: kubernetes.io/os, operator: Exists}]}', true],
  ['{matchExpressions: [{key: empty, operator: Exists}]}', true],
  ['{matchExpressions: [{key: absent, operator: Exists, values: []}]}', false],
  ['{matchExpressions: [{key: absent, operator: DoesNotExist}]}', true],
  ['{matchExpressions: [{key: app, operator: DoesNotExist}]}', false],
  ['{matchLabels: {app: web}, matchExpressions: [{key: tier, operator: In, values: [back]}]}', false],
  ['{matchLabels: {tier: front}, matchExpressions: [{key: app, operator: Exists}]}', true],
  ['{matchLabels: {app: 1}}', undefined],
  ['{matchLabels: web}', undefined],
  ['{matchExpressions: {key: app}}', undefined],
  ['{matchExpressions: [{key: app}]}', undefined],
  ['{matchExpressions: [{operator: Exists}]}', undefined],
  ['{matchExpressions: [{key: app, operator: Gt, values: ["1"]}]}', undefined],
  ['{matchExpressions: [{key: app, operator: in, values: [web]}]}', undefined],
  ['{matchExpressions: [{key: app, operator: In, values: []}]}', undefined],
  ['{matchExpressions: [{key: app, operator: NotIn}]}', undefined],
  ['{matchExpressions: [{key: app, operator: In, values: web}]}', undefined],
  ['{matchExpressions: [{key: app, operator: In, values: [web, 2]}]}', undefined],
  ['{matchExpressions: [{key: app, operator: Exists, values: [web]}]}', undefined],
  ['{matchExpressions: [{key: app, operator: Exists, values: web}]}', undefined],
  ['{matchExpressions: [{key: app, operator: NotIn, values: [$APP]}]}', undefined],
  ['{matchExpressions: [{key: app, operator: In, values: {{ .values }}}]}', undefined],
  ['{matchLabels: }', undefined],
  ['{matchLabels: {app: }}', undefined],
  ['web', undefined],
])('%s selects: %s', (text, selected) => {
  const selector = labelSelector(field(text));
  expect(selector && selects(selector, LABELS)).toBe(selected);
});

test.each<[map: string, selected: boolean | undefined]>([
  ['{app: web}', true],
  ['{app: web, tier: front}', true],
  ['{app: web, tier: back}', false],
  ['{app: web, absent: web}', false],
  ['{}', undefined],
  ['{app: true}', undefined],
  ['[app, web]', undefined],
])('the map %s selects: %s', (text, selected) => {
  const selector = labelMap(field(text));
  expect(selector && selects(selector, LABELS)).toBe(selected);
});
