import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { readDirectives } from '../../server/src/lint/directives/directive.ts';
import { readConfig } from '../../server/src/lint/settings/config.ts';
import { isFastGlob } from '../../server/src/text/glob.ts';
import { parseImage } from '../../server/src/windows/images.ts';
import { resolveUri } from '../../server/src/workspace/uri.ts';
import { plainOf } from '../../server/src/yaml/edit/plain.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { folderWith, kubewin } from '../cli/kubewin.ts';
import { testWorkspace } from '../lint-text.ts';
import { constants, LIMITS, OTHERS } from './limits.ts';

const ROOT = new URL('../../', import.meta.url);
const VALUES = constants();

test('every constant in the sources is on the page or among the exceptions', () => {
  const named = [...LIMITS.map(({ constant }) => constant), ...Object.keys(OTHERS)];
  expect([...VALUES.keys()].sort()).toEqual(named.sort());
});

test.each(LIMITS)('there is a test for: $limit', ({ test: [file, title], constant }) => {
  expect(existsSync(new URL(file, ROOT)), file).toBe(true);
  expect(readFileSync(new URL(file, ROOT), 'utf8')).toContain(title);
  if (file === 'test/repository/limits.test.ts') expect(Object.keys(TRIES)).toContain(constant);
});

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web, image: example.com/web }] }
`;
const PATCH = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { nodeSelector: { kubernetes.io/os: windows } }
`;

/** Whether Kustomize makes a Windows pod of the manifest. */
function isPatched(files: Readonly<Record<string, string>>): boolean {
  return verdictIn({ 'patch.yaml': PATCH, 'web.yaml': POD, ...files }, 'web.yaml') === 'windows';
}

function verdictIn(files: Readonly<Record<string, string>>, path: string): string | undefined {
  const workspace = testWorkspace();
  for (const [name, text] of Object.entries(files)) workspace.setOnDisk(`file:///work/${name}`, text);
  const [document] = workspace.report(`file:///work/${path}`, true)?.documents ?? [];
  return document?.report.workloads[0]?.verdict.os;
}

/** A number of anchors, each of a list with an alias to the anchor before it. */
function chain(length: number): string {
  return Array.from({ length }, (_, i) => `k${i}: &k${i} [${i === 0 ? '' : `*k${i - 1}`}]\n`).join('');
}

function merges(levels: number): string {
  const lines = Array.from({ length: levels }, (_, i) => `x${i + 1}: &x${i + 1} { <<: *x${i} }\n`);
  return `x0: &x0 { a: 1 }\n${lines.join('')}`;
}

/** Whether an input of a size is processed completely, by constant. */
const TRIES: Readonly<Record<string, (amount: number) => boolean | Promise<boolean>>> = {
  'server/src/yaml/read/document.ts MAX_DEPTH': (n) => parse('['.repeat(n) + ']'.repeat(n)).root !== undefined,
  'server/src/yaml/read/aliases.ts MAX_FIELDS': (n) => {
    const { root } = parse(`a: &a [${'1,'.repeat(999)}]\nb: [${'*a,'.repeat(n / 1000)}]\n`);
    return (
      root?.known(() =>
        root
          .get('b')
          ?.items()
          ?.flatMap((mapping) => mapping.items() ?? []),
      ) !== undefined
    );
  },
  'server/src/yaml/read/aliases.ts MAX_MERGES': (n) => {
    const { root } = parse(merges(n));
    return root?.known(() => [root.get(`x${n}`)?.get('a')]) !== undefined;
  },
  'server/src/yaml/edit/plain.ts MAX_VALUES': (n) =>
    plainOf(parse(`a: &a [${'1,'.repeat(999)}]\nb: [${'*a,'.repeat((n - 2002) / 1000)}]\n`)) !== undefined,
  'server/src/yaml/edit/plain.ts MAX_DEPTH': (n) => plainOf(parse(chain(n))) !== undefined,
  'server/src/lint/directives/directive.ts MAX_LENGTH': (n) => {
    const reason = '-- because ';
    const head = `# kubewin: allow pod/host-pid ${reason}`;
    const [directive] = readDirectives(parse(`${head}${'x'.repeat(n - head.length - 1)}y\na: 1\n`));
    return JSON.stringify(directive).includes('xy');
  },
  'server/src/windows/images.ts MAX_LENGTH': (n) => parseImage('a'.repeat(n)).repository !== undefined,
  'server/src/kubernetes/chart-values.ts MAX_PATH': (n) => {
    const key = 'k'.repeat(n - '.nodeSelector.'.length);
    const pod = `${POD.replace('name: web }', 'name: "{{ .Release.Name }}" }').replace(/spec:.*\n/, '')}spec:
  nodeSelector:
    {{- toYaml .Values.${key}.nodeSelector | nindent 4 }}
  containers: [{ name: web, image: example.com/web }]
`;
    const files = {
      'chart/values.yaml': `${key}:\n  nodeSelector: { kubernetes.io/os: windows }\n`,
      'chart/templates/pod.yaml': pod,
    };
    return verdictIn(files, 'chart/templates/pod.yaml') === 'windows';
  },
  'server/src/workspace/document-facts.ts MAX_MANIFEST': (n) =>
    isPatched({
      'kustomization.yaml': 'resources: [web.yaml]\npatches: [{ path: patch.yaml }]\n',
      'web.yaml': `${POD}#${'x'.repeat(n - POD.length - 1)}`,
    }),
  'server/src/kubernetes/kustomization.ts MAX_ENTRIES': (n) => {
    const resources = `[${'none.yaml, '.repeat(n - 1)}web.yaml]`;
    return isPatched({ 'kustomization.yaml': `resources: ${resources}\npatches: [{ path: patch.yaml }]\n` });
  },
  'server/src/kubernetes/rendering.ts MAX_LEVELS': (n) =>
    isPatched(
      Object.fromEntries(
        Array.from({ length: n }, (_, i) => [
          `${i}/kustomization.yaml`,
          i === 0 ? 'resources: [../web.yaml]\npatches: [{ path: ../patch.yaml }]\n' : `resources: [../${i - 1}]\n`,
        ]),
      ),
    ),
  'server/src/workspace/uri.ts MAX_PATH': (n) => resolveUri('file:///work', 'x'.repeat(n)) !== undefined,
  'server/src/lint/settings/config.ts MAX_LENGTH': (n) =>
    readConfig(`taint: aks\n#${'x'.repeat(n - 12)}`, []).faults.length === 0,
  'server/src/lint/settings/config.ts MAX_GLOBS': (n) =>
    readConfig(`exclude: [b]\noverrides: [{ files: [${'a, '.repeat(n - 1)}] }]\n`, []).faults.length === 0,
  'server/src/text/glob.ts MAX_STARS': (n) => isFastGlob('a*'.repeat(n)) && isFastGlob(Array(n).fill('**').join('/a/')),
  'server/src/text/glob.ts MAX_LENGTH': (n) => isFastGlob('x'.repeat(n)),
  'server/src/cli/inputs/read-manifests.ts MAX_THOROUGH': async (n) => {
    const broken = 'a: [1\n';
    const cwd = folderWith({ 'a.yaml': broken, 'b.yaml': `#${'x'.repeat(n - broken.length - 1)}` });
    return (await kubewin(['check'], { cwd })).stderr.includes('cannot be read as YAML');
  },
  'client/src/startup.ts MAX_FILES': async (n) => {
    let searched = 0;
    const workspace = {
      textDocuments: [],
      onDidOpenTextDocument: () => ({}),
      // PowerShell writes UTF-16.
      fs: { readFile: async () => Buffer.from(`\uFEFF${POD}`, 'utf16le') },
      findFiles: async (_: string, __: string, most: number) => {
        searched = most;
        return ['pod.yaml'];
      },
    };
    const { manifestFound } = await clientModule('client/src/startup.ts', { workspace });
    await manifestFound([]);
    return searched >= n;
  },
};

/** Loads a module of the extension with a mock of VS Code. */
async function clientModule(entry: string, vscode: object) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(ROOT),
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    external: ['vscode'],
  });
  const module = { exports: {} as Record<string, (...args: unknown[]) => Promise<void>> };
  new Function('module', 'require', outputFiles[0]?.text ?? '')(module, () => vscode);
  return module.exports as { manifestFound: (subscriptions: unknown[]) => Promise<void> };
}

/** The smallest excess that exceeds a limit, where it is not 1: the input contains more than what is counted. */
const AROUND: Readonly<Record<string, number>> = {
  'server/src/yaml/read/document.ts MAX_DEPTH': 2,
  'server/src/yaml/read/aliases.ts MAX_FIELDS': 1000,
  'server/src/yaml/edit/plain.ts MAX_VALUES': 2000,
  'server/src/yaml/edit/plain.ts MAX_DEPTH': 2,
  'server/src/kubernetes/rendering.ts MAX_LEVELS': 2,
};

test.each(Object.keys(TRIES))('within and beyond: %s', async (constant) => {
  const value = VALUES.get(constant) ?? 0;
  const around = AROUND[constant] ?? 1;
  expect(await TRIES[constant]?.(value - around + 1), 'within').toBe(true);
  expect(await TRIES[constant]?.(value + around), 'beyond').toBe(false);
});
