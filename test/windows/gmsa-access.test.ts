import { expect, test } from 'vitest';
import type { Fact } from '../../server/src/kubernetes/facts.ts';
import { objects } from '../../server/src/kubernetes/object.ts';
import { factOf } from '../../server/src/kubernetes/object-fact.ts';
import { lacksUse, serviceAccount } from '../../server/src/windows/gmsa-access.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { factsOf, podWith } from './pods.ts';

/** An RBAC object: its kind, its name with a namespace, and the rest in flow style. */
function fact(kind: string, name: string, rest: string): Fact {
  const [own = '', namespace] = name.split('@');
  const metadata = `{name: ${own}${namespace === undefined ? '' : `, namespace: ${namespace}`}}`;
  const text = `{apiVersion: rbac.authorization.k8s.io/v1, kind: ${kind}, metadata: ${metadata}, ${rest}}\n`;
  const [object] = objects(parse(text));
  const place = { uri: 'file:///rbac.yaml', document: 0, span: { start: 0, end: 1 } };
  const found = object && factOf(object, place);
  if (found === undefined) throw new Error(`no fact: ${text}`);
  return found;
}

const rule = (more = '') =>
  `rules: [{apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], verbs: [use]${more}}]`;
const account = (name: string) => {
  const [own = '', namespace] = name.split('@');
  return `{kind: ServiceAccount, name: ${own}${namespace === undefined ? '' : `, namespace: ${namespace}`}}`;
};
const group = (name: string) => `{kind: Group, name: "${name}"}`;
const binds = (role: string, ...subjects: string[]) =>
  `roleRef: {kind: ${role.replace(' ', ', name: ')}}, subjects: [${subjects.join(', ')}]`;

const CLUSTER_ROLE = fact('ClusterRole', 'gmsa', rule(', resourceNames: [web]'));

/** Whether service account `app` in namespace `shop` cannot use `web`. */
test.each<[what: string, facts: Fact[], lacks: boolean]>([
  ['no RBAC', [], false],
  ['roles for other things', [fact('ClusterRole', 'all', 'rules: [{apiGroups: ["*"], resources: ["*"]}]')], false],
  ['a role and no binding', [CLUSTER_ROLE], true],
  ['a role in another namespace', [fact('Role', 'gmsa@test', rule())], true],
  ...[
    [`RoleBinding b@shop ${binds('ClusterRole gmsa', account('app@shop'))}`, false] as const,
    [`RoleBinding b@shop ${binds('ClusterRole gmsa', account('app'))}`, false] as const,
    [`RoleBinding b@shop ${binds('ClusterRole gmsa', account('other@shop'), account('app@shop'))}`, false] as const,
    [`RoleBinding b@shop ${binds('ClusterRole gmsa', account('app@test'))}`, true] as const,
    [`RoleBinding b@shop ${binds('ClusterRole gmsa', account('default@shop'))}`, true] as const,
    [`RoleBinding b@test ${binds('ClusterRole gmsa', account('app@shop'))}`, true] as const,
    [`RoleBinding b ${binds('ClusterRole gmsa', account('app@shop'))}`, false] as const,
    [`RoleBinding b@shop ${binds('ClusterRole gmsa', account('app@$NAMESPACE'))}`, false] as const,
    [`RoleBinding b@shop ${binds('ClusterRole cluster-admin', account('app@shop'))}`, false] as const,
    [`RoleBinding b@shop ${binds('Role gmsa', account('app@shop'))}`, false] as const,
    [`ClusterRoleBinding b ${binds('ClusterRole gmsa', account('app@shop'))}`, false] as const,
    [`ClusterRoleBinding b ${binds('ClusterRole gmsa', group('system:serviceaccounts'))}`, false] as const,
    [`ClusterRoleBinding b ${binds('ClusterRole gmsa', group('system:serviceaccounts:shop'))}`, false] as const,
    [`ClusterRoleBinding b ${binds('ClusterRole gmsa', group('system:serviceaccounts:test'))}`, true] as const,
    [`ClusterRoleBinding b ${binds('ClusterRole gmsa', group('system:authenticated'))}`, false] as const,
    [`ClusterRoleBinding b ${binds('ClusterRole gmsa', group('admins'))}`, true] as const,
    [
      `ClusterRoleBinding b ${binds('ClusterRole gmsa', '{kind: User, name: "system:serviceaccount:shop:app"}')}`,
      false,
    ] as const,
    [
      `ClusterRoleBinding b ${binds('ClusterRole gmsa', '{kind: User, name: "system:serviceaccount:test:app"}')}`,
      true,
    ] as const,
  ].map(([text, lacks]): [string, Fact[], boolean] => {
    const [kind = '', name = '', ...rest] = text.split(' ');
    return [text, [CLUSTER_ROLE, fact(kind, name, rest.join(' '))], lacks];
  }),
  ...[
    [rule(), false] as const,
    [rule(', resourceNames: [web, api]'), false] as const,
    [rule(', resourceNames: [$SPEC]'), false] as const,
    [rule(', resourceNames: [api]'), true] as const,
    ['rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]', false] as const,
    ['rules: [{apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], verbs: [get]}]', true] as const,
    ['rules: []', false] as const,
  ].map(([role, lacks]): [string, Fact[], boolean] => [
    role,
    [
      CLUSTER_ROLE,
      fact('Role', 'own@shop', role),
      fact('RoleBinding', 'b@shop', binds('Role own', account('app@shop'))),
    ],
    lacks,
  ]),
  [
    'a role of the same name elsewhere',
    [
      fact('Role', 'own@shop', rule(', resourceNames: [api]')),
      fact('Role', 'own@test', rule()),
      fact('RoleBinding', 'b@shop', binds('Role own', account('app@shop'))),
    ],
    true,
  ],
])('%s', (_, facts, lacks) => {
  expect(lacksUse('web', 'app', 'shop', factsOf(...facts))).toBe(lacks);
});

test('a pod without a namespace may be in any namespace', () => {
  const binding = fact('RoleBinding', 'b@default', binds('ClusterRole gmsa', account('app@default')));
  expect(lacksUse('web', 'app', null, factsOf(CLUSTER_ROLE, binding))).toBe(false);
  expect(lacksUse('web', 'other', null, factsOf(CLUSTER_ROLE, binding))).toBe(true);
});

test.each<[spec: string, account: string | undefined]>([
  ['', 'default'],
  ['serviceAccountName: app', 'app'],
  ['serviceAccount: app', 'app'],
  ['serviceAccountName: app\nserviceAccount: old', 'app'],
  ['serviceAccountName: $ACCOUNT', undefined],
  ['serviceAccountName: [app]', undefined],
])('%s runs as %s', (spec, account) => {
  expect(serviceAccount(podWith(spec))).toBe(account);
});
