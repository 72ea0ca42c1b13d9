import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { folderWith, kubewin, only } from './kubewin.ts';
import { DECLARED } from './manifests.ts';

const PAGE = readFileSync(new URL('../../docs/own-rules.md', import.meta.url), 'utf8');
const [CONFIG = '', MANIFEST = '', RESULT = ''] = [...PAGE.matchAll(/```(?:yaml|text)\n([\s\S]*?)```/g)].map(
  ([, text]) => text,
);

const FILES = { '.kubewin.yaml': CONFIG, 'web.yaml': MANIFEST };

test('the example of the page', async () => {
  const { code, stdout, stderr } = await kubewin(['check', '--format=compact', ...only()], { cwd: folderWith(FILES) });
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: RESULT, stderr: '' });
});

test('the rules of the page are in policies', async () => {
  const { stdout } = await kubewin(['policy', '--rules=own,own/registry', '--action=deny'], { cwd: folderWith(FILES) });
  const policies = stdout.split(/^---$/m).map((text) => parse(text));
  const names = policies.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
  expect(names).toEqual([
    'ValidatingAdmissionPolicy kubewin-deny-own',
    'ValidatingAdmissionPolicyBinding kubewin-deny-own',
    'ValidatingAdmissionPolicy kubewin-deny-own-registry',
    'ValidatingAdmissionPolicyBinding kubewin-deny-own-registry',
  ]);
  const { variables, validations } = policies[0].spec;
  expect(variables.find(({ name }: { name: string }) => name === 'own_registry').expression).toBe(
    'variables.lasting.filter(container, container.?image.optMap(value, !value.startsWith("registry.example/")).orValue(false)).map(container, container.name)',
  );
  expect(validations).toEqual([
    {
      expression: 'size(variables.own_registry) == 0',
      messageExpression:
        '"Images of Windows pods come from registry.example (container " + variables.own_registry.join(", ") + "). (own/registry)"',
    },
  ]);
});

test('a policy for a rule that no file defines', async () => {
  const { code, stderr } = await kubewin(['policy', '--rules=own/registr'], { cwd: folderWith(FILES) });
  expect([code, stderr]).toEqual([2, 'kubewin: No configuration file defines the rule own/registr.\n']);
});

test('other formats have the texts of the rules', async () => {
  const cwd = folderWith(FILES);
  const sarif = JSON.parse((await kubewin(['check', '--format=sarif', ...only()], { cwd })).stdout);
  const { rules } = sarif.runs[0].tool.driver;
  const registry = rules.find(({ id }: { id: string }) => id === 'own/registry');
  expect(registry).toMatchObject({
    shortDescription: { text: 'Images of Windows pods come from registry.example.' },
    fullDescription: { text: 'Images of Windows pods come from registry.example.' },
    help: {
      text: 'Images of Windows pods come from registry.example.',
      markdown:
        'Images of Windows pods come from registry.example.\n\n- [https://wiki.example/images](https://wiki.example/images)',
    },
    defaultConfiguration: { enabled: true, level: 'error' },
    properties: { tags: ['kubernetes', 'windows', 'own'] },
  });
  const sonar = JSON.parse((await kubewin(['check', '--format=sonar', ...only()], { cwd })).stdout);
  expect(sonar.rules.map(({ name }: { name: string }) => name)).toContain(
    'Images of Windows pods come from registry.example.',
  );
  const teamcity = await kubewin(['check', '--format=teamcity', ...only()], { cwd });
  expect(teamcity.stdout).toContain("description='Images of Windows pods come from registry.example.'");
});

test('the result is the same with threads, and from a cache', async () => {
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`web${i}.yaml`, MANIFEST]));
  const cwd = folderWith({ '.kubewin.yaml': CONFIG, ...files });
  const args = ['check', '--format=sarif', ...only()];
  const { stdout } = await kubewin(args, { cwd });
  expect(stdout.match(/"ruleId":"own\/registry"/g)).toHaveLength(12);
  for (const more of ['--threads=3', '--cache', '--cache'])
    expect((await kubewin([...args, more], { cwd })).stdout).toBe(stdout);
});

test('a fault is at its place in the file, and the exit code is 2', async () => {
  const cwd = folderWith({ ...FILES, '.kubewin.yaml': CONFIG.replace('!value.startsWith', '!value.startWith') });
  const { code, stdout, stderr } = await kubewin(['check', '--format=compact', ...only()], { cwd });
  expect([code, stderr]).toEqual([
    2,
    ".kubewin.yaml:4:13: The condition has an error: found no matching overload for 'string.startWith(string)'.\n",
  ]);
  expect(stdout).toContain('[own/memory-headroom]');
});

test('a condition that cannot be evaluated is reported once, at its place, each time', async () => {
  const config = CONFIG.replace(
    'container.?resources.requests.memory.orValue("")',
    'container.resources.requests.memory',
  );
  const cwd = folderWith({ '.kubewin.yaml': config, 'a.yaml': MANIFEST, 'b.yaml': MANIFEST });
  const line = config.split('\n').findIndex((text) => text.includes('when: >-')) + 1;
  const expected = `.kubewin.yaml:${line}:11: own/memory-headroom cannot be evaluated in a.yaml: Pod web: The field \`requests\` is not set.\n`;
  for (const more of ['--threads=2', '--cache', '--cache']) {
    const { code, stdout, stderr } = await kubewin(['check', '--format=compact', ...only(), more], { cwd });
    expect([code, stderr, stdout.match(/own\/registry/g)?.length]).toEqual([2, expected, 2]);
  }
});

test('an option changes the severity, and a definition is printed', async () => {
  const cwd = folderWith(FILES);
  const { stdout } = await kubewin(
    ['check', '--format=compact', ...only(), '--rule=own/registry=off', '--rule=own=hint'],
    { cwd },
  );
  expect(stdout).toBe('');
  const shown = await kubewin(['rule', 'own/registry'], { cwd });
  expect(shown.code).toBe(0);
  expect(shown.stdout).toContain('!value.startsWith("registry.example/")');
  expect(shown.stdout).toContain('Defined in .kubewin.yaml:4:11.');
  const missing = await kubewin(['rule', 'own/other'], { cwd });
  expect([missing.code, missing.stderr]).toEqual([
    2,
    'kubewin: No configuration file of this folder defines the rule `own/other`.\n',
  ]);
});

test('Linux pods without a word of Windows are checked, too', async () => {
  const cwd = folderWith({
    '.kubewin.yaml': 'rules:\n  own/x: { message: No., gate: any, fields: "spec.containers[*].image", when: "true" }\n',
    'a.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: [{ name: a, image: a }] }\n',
    'b.yaml': DECLARED,
  });
  const { stdout } = await kubewin(['check', '--format=compact', ...only()], { cwd });
  expect(stdout).toContain('a.yaml:4:40: warning: No. [own/x]');
});

test('a file has the rules of the one that it extends, and can change them', async () => {
  const cwd = folderWith({
    'shared/rules.yaml': CONFIG,
    '.kubewin.yaml': `extends: ./shared/rules.yaml
rules:
  own/registry: information
  own/memory-headroom: { message: No., fields: 'spec.containers[*].resources.limits.memory' }
`,
    'web.yaml': MANIFEST,
  });
  const args = ['check', '--format=compact', 'web.yaml'];
  const { stdout, stderr } = await kubewin([...args, ...only()], { cwd });
  expect([stdout, stderr]).toEqual([
    'web.yaml:11:14: note: Images of Windows pods come from registry.example. [own/registry]\nweb.yaml:14:11: warning: No. [own/memory-headroom]\n',
    '',
  ]);
  const selected = await kubewin([...args, '--select=own', '--ignore=own/registry'], { cwd });
  expect(selected.stdout).toBe('web.yaml:14:11: warning: No. [own/memory-headroom]\n');
});
