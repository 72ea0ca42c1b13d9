import { BINDING_OTHERS, bindingAccountKey, nameKey } from '../kubernetes/fact-keys.ts';
import type { RoleBindingFact, RoleFact } from '../kubernetes/facts.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import type { Pod } from '../kubernetes/pod.ts';
import {
  defineDerivation,
  defineFilter,
  derived,
  type Facts,
  keyed,
  matching,
  ofKind,
} from '../kubernetes/questions.ts';

/** The service account of a pod, `default` if none is set; undefined if it is a placeholder. */
export function serviceAccount({ spec }: Pod): string | undefined {
  const field = spec.get('serviceAccountName') ?? spec.get('serviceAccount');
  const name = field === undefined ? 'default' : field.string;
  return name === undefined || isPlaceholder(name) ? undefined : name;
}

/**
 * Whether the workspace has roles for credential specs, but no binding that allows a service account to use this one. A
 * binding to a role outside of the workspace may allow it, and an object without a namespace may be in any namespace.
 */
export function lacksUse(spec: string, account: string, namespace: string | null, facts: Facts): boolean {
  if (!facts.ask(derived(hasRolesForSpecs, null))) return false;
  const by = { account, namespace };
  const bindings = [[bindingAccountKey(account)], [BINDING_OTHERS]].flatMap((keys) => [
    ...facts.ask(matching(clusterRoleBindingsOf, by, { namespace: null, keys })),
    ...facts.ask(matching(roleBindingsOf, by, { keys })),
  ]);
  return !bindings.some((binding) => mayGrant(binding, spec, facts));
}

const GROUP = 'windows.k8s.io';
const RESOURCE = 'gmsacredentialspecs';

const hasRolesForSpecs = defineDerivation(
  'windows/gmsa-access hasRolesForSpecs',
  (facts) =>
    facts.ask(ofKind('ClusterRole')).some((role) => role.namespace === null && isAboutSpecs(role)) ||
    facts.ask(ofKind('Role')).some(isAboutSpecs),
);

function isAboutSpecs({ rules }: RoleFact): boolean {
  return rules.some(({ groups, resources }) => groups.includes(GROUP) && resources.includes(RESOURCE));
}

/** A service account. */
type Account = { readonly account: string; readonly namespace: string | null };

const clusterRoleBindingsOf = defineFilter(
  'windows/gmsa-access clusterRoleBindingsOf',
  'ClusterRoleBinding',
  mayApplyTo,
);

const roleBindingsOf = defineFilter(
  'windows/gmsa-access roleBindingsOf',
  'RoleBinding',
  (binding, account: Account) => mayBeSameNamespace(binding.namespace, account) && mayApplyTo(binding, account),
);

function mayApplyTo({ subjects, isIncomplete }: RoleBindingFact, account: Account): boolean {
  return isIncomplete === true || subjects.some((subject) => includes(subject, account));
}

function mayBeSameNamespace(other: string | null, { namespace }: Account): boolean {
  return isUnknownNamespace(other) || isUnknownNamespace(namespace) || other === namespace;
}

/** Whether a binding's subject is a service account or a group that includes it. */
function includes({ kind, name, namespace }: RoleBindingFact['subjects'][number], account: Account): boolean {
  if (isPlaceholder(name)) return true;
  if (kind === 'ServiceAccount') return name === account.account && mayBeSameNamespace(namespace, account);
  // The groups of all service accounts or those of a namespace, and the user name of one.
  const [, ofAll, inNamespace, user] = /^system:serviceaccount(s)?(?::([^:]+))?(?::([^:]+))?$/.exec(name) ?? [];
  if (ofAll !== undefined) return inNamespace === undefined || mayBeSameNamespace(inNamespace, account);
  return (
    name === 'system:authenticated' || (user === account.account && mayBeSameNamespace(inNamespace ?? null, account))
  );
}

function mayGrant({ role, namespace, isIncomplete }: RoleBindingFact, spec: string, facts: Facts): boolean {
  if (isIncomplete) return true;
  const found =
    role.kind === 'Role'
      ? facts.ask(keyed('Role', nameKey(role.name))).filter((found) => found.namespace === namespace)
      : facts.ask(keyed('ClusterRole', nameKey(role.name)));
  // The rules of an aggregated role are unknown.
  return (
    found.length === 0 ||
    found.some(
      ({ rules, isIncomplete }) => isIncomplete || rules.length === 0 || rules.some((rule) => grants(rule, spec)),
    )
  );
}

function grants({ groups, resources, verbs, names }: RoleFact['rules'][number], spec: string): boolean {
  const covers = (list: readonly string[], item: string) => list.includes(item) || list.includes('*');
  const isNamed = names.length === 0 || names.some((name) => name === spec || isPlaceholder(name));
  return covers(groups, GROUP) && covers(resources, RESOURCE) && covers(verbs, 'use') && isNamed;
}

function isUnknownNamespace(namespace: string | null): boolean {
  return namespace === null || isPlaceholder(namespace);
}
