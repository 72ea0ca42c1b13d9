import { expect, test } from 'vitest';
import { RULES } from '../../server/src/rules/index.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { reportOf } from '../lint-text.ts';

/** The rules on the name of the account, and others whose fixes set one. */
const ACCOUNT_RULES = [
  ...RULES.map(({ id }) => id).filter((id) => id.startsWith('run-as-user-name/')),
  'gmsa/user-cannot-use-identity',
  'pod-security/restricted-run-as-non-root',
  'run-as-non-root/container-administrator',
  'run-as-non-root/user-not-set',
  'security-context/run-as-user',
];

const IMAGES = {
  iis: 'mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022',
  core: 'mcr.microsoft.com/windows/servercore:ltsc2022',
};

const NAMES = ["''", 'nobody', 'ContainerUser', 'ContainerAdministrator'].map((name) => `runAsUserName: ${name}`);

const OPTIONS = ['', ...NAMES].flatMap((name) =>
  ['', 'gmsaCredentialSpec: "{}"'].map((gmsa) => [name, gmsa].filter(Boolean).join(', ')),
);

const CONTEXTS = OPTIONS.flatMap((options) =>
  ['', 'runAsNonRoot: true', 'runAsUser: 0', 'runAsUser: 1000'].map((other) =>
    [other, options && `windowsOptions: { ${options} }`].filter(Boolean).join(', '),
  ),
);

const pod = (ofPod: string, containers: readonly [image: string, context: string][]) => `apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: restricted } }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  os: { name: windows }
  nodeSelector: { kubernetes.io/os: windows }
  securityContext: { ${ofPod} }
  containers:
${containers.map(([image, context], i) => `    - { name: c${i}, image: "${image}", securityContext: { ${context} } }\n`).join('')}`;

const PODS = CONTEXTS.flatMap((context) => [
  ...Object.values(IMAGES).map((image) => pod('', [[image, context]])),
  pod(context, [
    [IMAGES.core, ''],
    [IMAGES.iis, ''],
  ]),
  pod(context, [
    [IMAGES.core, ''],
    [IMAGES.iis, 'runAsNonRoot: false'],
  ]),
  pod(context, [
    [IMAGES.core, 'windowsOptions: { gmsaCredentialSpec: "{}" }'],
    [IMAGES.iis, 'windowsOptions: { runAsUserName: ContainerAdministrator }'],
  ]),
]);

/** The fixes whose title names an account, each with the rules that report something only after it. */
function accountFixes(text: string): string[] {
  const before = rulesOf(text);
  const { documents } = reportOf(text);
  return documents.flatMap(({ start, report: { document }, findings }) =>
    findings
      .filter(({ rule }) => ACCOUNT_RULES.includes(rule))
      .flatMap(({ rule, fixes }) =>
        fixes.flatMap(({ title, changes }) => {
          const account = /Container\w+|NETWORK SERVICE/.exec(title)?.[0];
          const plan = editsFor(document, changes);
          if (account === undefined || !plan.ok) return [];
          const added = rulesOf(text.slice(0, start) + plan.text).filter((other) => !before.includes(other));
          return [`${rule}: ${account}${added.map((other) => `, then ${other}`).join('')}`];
        }),
      ),
  );
}

function rulesOf(text: string): string[] {
  const rules = reportOf(text).documents.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  return [...new Set(rules)].filter((rule) => ACCOUNT_RULES.includes(rule));
}

test('no fix names an account that another rule reports', () => {
  const found = [...new Set(PODS.flatMap(accountFixes))].sort();
  expect(found).toEqual([
    'gmsa/user-cannot-use-identity: NETWORK SERVICE',
    'pod-security/restricted-run-as-non-root: ContainerUser',
    'pod-security/restricted-run-as-non-root: NETWORK SERVICE',
    'run-as-non-root/container-administrator: ContainerUser',
    'run-as-non-root/container-administrator: NETWORK SERVICE',
    'run-as-non-root/user-not-set: ContainerUser',
    'run-as-non-root/user-not-set: NETWORK SERVICE',
    'run-as-user-name/empty: ContainerUser',
    'run-as-user-name/empty: NETWORK SERVICE',
    'run-as-user-name/iis: ContainerAdministrator',
    'run-as-user-name/unknown-account: ContainerAdministrator',
    'run-as-user-name/unknown-account: ContainerUser',
    'run-as-user-name/unknown-account: NETWORK SERVICE',
    'security-context/run-as-user: ContainerAdministrator',
    'security-context/run-as-user: ContainerUser',
    'security-context/run-as-user: NETWORK SERVICE',
  ]);
});
