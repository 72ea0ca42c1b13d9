import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { check } from 'recheck';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { createVirtualFileSystem, type FileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';

/** The beginnings of expressions that the checker finds not linear, or cannot decide, with what limits their time. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  [String.raw`/[:-][^\S\n]+[|>][+-]?`]: 'yaml/read/actions.ts: the last 200 characters before an action.',
  [String.raw`/^\{\{-?\s*(?:tpl`]: 'yaml/read/template.ts: actions of up to 1,000 characters.',
};

/** The functions that create expressions, with what limits their time. All others are created when a module is loaded. */
const MADE: Readonly<Record<string, string>> = {
  'server/src/helm/go-regex.ts':
    'Of charts: how many steps a search can take is calculated, see test/helm/go-regex.test.ts.',
  'server/src/kubernetes/rendering.ts': 'Two repetitions at most, none in another, and texts of 300 characters.',
  'server/src/lint/rule-set/relevance.ts': 'A key: nothing in it repeats.',
  'server/src/lint/settings/config.ts':
    'The patterns of settings, which are compiled when their module is loaded, too.',
  'server/src/windows/evidence-words.ts': 'Called when the module is loaded, so its expressions are checked.',
  'server/src/yaml/read/list-items.ts': 'A line break and a number of spaces.',
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Uses the checker in JavaScript on every machine: otherwise, it starts a native program on some platforms. */
process.env['RECHECK_BACKEND'] = 'pure';

/** Why an expression is not linear; undefined if it takes time linear in the length of every text. */
async function faultOf({ source, flags }: RegExp): Promise<string | undefined> {
  // Alternatives are tried one after the other at each position, so that each can be checked separately.
  for (const part of alternatives(source)) {
    const plain = part.replace(ESCAPES_AND_CLASSES, '');
    if (!/[*+{]/.test(plain)) continue;
    // It is tried at every position, which the checker does not always detect.
    if (/\(\?<[=!](?:[^()]|\([^()]*\))*[*+]/.test(plain)) return 'a lookbehind that repeats';
    // Steps decide, not time: on a busy machine, a search that is too slow would count as an attack.
    const steps = { attackLimit: 1_000_000, attackTimeout: null, incubationLimit: 5_000, incubationTimeout: null };
    const options = { ...steps, timeout: 500_000, maxIteration: 2 };
    const result = await check(part, flags, { ...options, maxInitialGenerationSize: 100 });
    if (result.status === 'unknown') return result.error.kind;
    if (result.status === 'vulnerable') return result.complexity.summary;
  }
  return undefined;
}

const ESCAPES_AND_CLASSES = /\\.|\[(?:\\.|[^\]\\])*\]/g;

/** The top-level alternatives of an expression. */
function alternatives(source: string): string[] {
  const plain = source.replace(ESCAPES_AND_CLASSES, ({ length }) => '.'.repeat(length));
  let depth = 0;
  const ends = [...plain].flatMap((character, i) => {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    return character === '|' && depth === 0 ? i : [];
  });
  return [...ends, source.length].map((end, i) => source.slice(i === 0 ? 0 : (ends[i - 1] ?? 0) + 1, end));
}

/** The expressions in the sources of projects, and the files in which functions create others. */
function inSources(projects: readonly string[], fs?: FileSystem) {
  const written = new Map<string, RegExp>();
  const made = new Set<string>();
  const visit = (node: Node, file: string, isInFunction: boolean): void => {
    if (node.kind === SyntaxKind.RegularExpressionLiteral && !isPart(node)) {
      const literal = node.getText();
      const end = literal.lastIndexOf('/');
      written.set(literal, new RegExp(literal.slice(1, end), literal.slice(end + 1)));
    }
    if (isInFunction && /^(?:new )?RegExp\(/.test(node.getText())) made.add(file);
    node.forEachChild((child) => visit(child, file, isInFunction || FUNCTIONS.has(node.kind)));
  };
  const api = new API({ cwd: ROOT, ...(fs === undefined ? {} : { fs }) });
  const openProjects = projects.map((project) => `${ROOT}${project}/tsconfig.json`);
  for (const { program } of api.updateSnapshot({ openProjects }).getProjects()) {
    for (const path of program.getSourceFileNames()) {
      const source = /\/(?:server|client)\/src\//.test(path) ? program.getSourceFile(path) : undefined;
      if (source !== undefined) visit(source, path.slice(ROOT.length), false);
    }
  }
  api.close();
  return { written: [...written.values()], made: [...made] };
}

const FUNCTIONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
]);

/** Whether an expression is an item of a list that another one is built from. */
function isPart({ parent }: Node): boolean {
  return (
    parent.kind === SyntaxKind.ArrayLiteralExpression &&
    parent.parent.parent.getText().endsWith('({ source }) => source)')
  );
}

/** Entry points, which start a program when they are loaded. */
const ENTRY_POINTS: readonly string[] = ['main.ts', 'browser.ts', 'cli.ts', 'exe.ts'];

/** The expressions that modules of the server create when they are loaded. */
async function madeByModules(): Promise<RegExp[]> {
  const files = readdirSync(`${ROOT}server/src`, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((path) => path.endsWith('.ts') && !ENTRY_POINTS.includes(path));
  const { outputFiles } = await build({
    stdin: { contents: modules.map((path) => `import './${path}';`).join('\n'), resolveDir: `${ROOT}server/src` },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    define: { RegExp: 'recorded', KUBEWIN_VERSION: '""' },
    write: false,
  });
  const made: RegExp[] = [];
  function recorded(source: string, flags?: string) {
    const expression = new RegExp(source, flags);
    made.push(expression);
    return expression;
  }
  new Function('require', 'recorded', outputFiles[0]?.text ?? '')(createRequire(import.meta.url), recorded);
  return made;
}

test('every regular expression takes linear time', async () => {
  const { written, made } = inSources(['server', 'client']);
  const byModules = await madeByModules();
  expect(made.toSorted()).toEqual(Object.keys(MADE));
  expect(written.length).toBeGreaterThan(300);
  expect(byModules.length).toBeGreaterThan(10);
  const all = new Map([...written, ...byModules].map((expression) => [String(expression), expression]));
  const faults: Record<string, string> = {};
  for (const [name, expression] of all) {
    if (Object.keys(EXCEPTIONS).some((start) => name.startsWith(start))) continue;
    const fault = await faultOf(expression);
    if (fault !== undefined) faults[name] = fault;
  }
  expect(faults).toEqual({});
  expect(Object.keys(EXCEPTIONS).filter((start) => ![...all.keys()].some((name) => name.startsWith(start)))).toEqual(
    [],
  );
});

test('expressions are found anywhere in the code', async () => {
  const source = String.raw`
    const NAMES = [/^(a+)+$/];
    export const plain = (text: string) => (NAMES[0]?.test(text) ? text.replace(/\s+$/, '') : new RegExp(text));
  `;
  const fs = createVirtualFileSystem({
    [`${ROOT}fixture/tsconfig.json`]: '{ "include": ["server/src"] }',
    [`${ROOT}fixture/server/src/plain.ts`]: source,
  });
  const { written, made } = inSources(['fixture'], fs);
  expect(await Promise.all(written.map(faultOf))).toEqual(['exponential', '2nd degree polynomial']);
  expect(made).toEqual(['fixture/server/src/plain.ts']);
});

test.for([
  [/^(?:a|a)*b/, 'exponential'],
  [/(?<!x)\s+$/, '2nd degree polynomial (fuzz)'],
  [/(?<=(?:^|;)\s*)ping/, 'a lookbehind that repeats'],
  // The degree depends on the time limit of the checker.
  [/(`+)( ?)(.*?[^`])\2\1(?!`)/g, expect.stringMatching(/^[34]\w\w degree polynomial \(fuzz\)$/)],
  [/\[[^\]]*\]|[^.]/g, '2nd degree polynomial'],
  [/(?<!\s)\s+$/, undefined],
  [/^\s+$/, undefined],
] as const)('the checker says of %s: %s', async ([expression, fault]) => {
  expect(await faultOf(expression)).toEqual(fault);
});
