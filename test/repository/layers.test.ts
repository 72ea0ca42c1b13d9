import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';

/** The layers in order: their folders and files, the layers above them that they import from, and their packages. */
const ROOMS = `
text
yaml/read          | text | yaml
yaml/edit          | text yaml/read
kubernetes         | text yaml/read
helm               | text yaml/read kubernetes
images             | text yaml/read
windows            | text yaml/read kubernetes images
lint/settings      | text yaml/read yaml/edit kubernetes images windows
lint               | text yaml/read yaml/edit kubernetes windows lint/settings
lint/rule-set      | text yaml/read kubernetes windows lint/settings lint
lint/directives    | text yaml/read kubernetes windows lint/settings lint
lint/kustomize     | text yaml/read kubernetes windows lint/settings lint lint/rule-set
lint/engine        | text yaml/read kubernetes windows lint/settings lint lint/rule-set lint/directives lint/kustomize
lint/charts        | text yaml/read yaml/edit kubernetes helm windows lint/settings lint lint/engine
rule-kit           | text yaml/edit/change.ts kubernetes windows lint/settings lint
lint/fixes         | text yaml/read yaml/edit lint
lint/refactorings  | text yaml/read yaml/edit kubernetes windows lint/settings lint lint/rule-set lint/directives lint/engine rule-kit lint/fixes
lint/other-linters | text yaml/read yaml/edit lint lint/engine lint/refactorings
lint/pages         | text yaml/read kubernetes windows lint/settings lint lint/rule-set lint/engine lint/fixes
lint/completion    | text yaml/read yaml/edit kubernetes windows lint/settings lint lint/rule-set lint/directives lint/engine
rules              | text/localize.ts yaml/edit/change.ts kubernetes windows lint/settings lint rule-kit
policy             | kubernetes windows lint/settings lint
own-rules          | text yaml/read kubernetes lint/settings lint lint/rule-set policy | @marcbachmann/cel-js re2js
notes              | text/localize.ts kubernetes windows lint rule-kit
workspace          | text yaml/read kubernetes helm windows lint/settings lint lint/rule-set lint/directives lint/kustomize lint/engine lint/charts
workspace/disk.ts  | text workspace | ignore picomatch
workspace/node-disk.ts | workspace workspace/disk.ts | node:*
workspace/archive.ts | workspace workspace/disk.ts | modern-tar
workspace/config-files.ts | text images lint/settings workspace workspace/disk.ts
cache              | windows lint/settings workspace
cache/cache-folder.ts | workspace/node-disk.ts | node:*
agents             | text lint/settings lint lint/rule-set lint/engine lint/fixes lint/pages workspace
lsp                | text yaml/read yaml/edit kubernetes helm images windows lint/settings lint lint/rule-set lint/engine lint/charts lint/fixes lint/refactorings lint/other-linters lint/pages lint/completion rules notes workspace workspace/disk.ts workspace/config-files.ts cache cache/cache-folder.ts agents | vscode-languageserver*
results.ts
rule-definition.ts | results.ts
read-definitions.ts | text kubernetes lint/settings lint
registry           | text images | node:*
cli/terminal       | workspace/disk.ts workspace/node-disk.ts | node:*
cli/options        | text helm kubernetes lint/settings lint/other-linters rules policy | node:*
cli/files          | text kubernetes images windows lint/settings lint lint/rule-set lint/engine lint/fixes lint/refactorings lint/other-linters lint/pages rules workspace workspace/node-disk.ts workspace/config-files.ts results.ts cli/terminal | node:*
cli/formats        | text kubernetes images lint/settings lint lint/rule-set lint/refactorings lint/pages rules workspace workspace/node-disk.ts results.ts cli/terminal cli/options cli/files | node:*
cli/cache          | kubernetes lint/settings cache cache/cache-folder.ts cli/files
cli/inputs         | text windows lint/settings lint/rule-set lint/charts rules own-rules workspace workspace/disk.ts workspace/node-disk.ts workspace/config-files.ts cache results.ts cli/terminal cli/options cli/files cli/cache | node:*
cli/scan           | lint/settings lint lint/rule-set lint/charts rules workspace workspace/node-disk.ts cache cli/terminal cli/options cli/files cli/cache cli/formats cli/inputs | node:*
cli/mcp            | agents lint/settings lint/rule-set rules cli/terminal cli/options cli/files cli/inputs | node:*
cli/commands       | text kubernetes images registry lint/settings lint lint/rule-set lint/other-linters rules policy workspace workspace/disk.ts workspace/node-disk.ts workspace/config-files.ts cache/cache-folder.ts results.ts cli/terminal cli/options cli/files cli/cache cli/formats cli/inputs cli/scan cli/mcp | node:*
cli                | cli/terminal cli/options cli/files cli/cache cli/inputs cli/commands
api.ts             | text lint/settings lint lint/rule-set lint/charts rules policy workspace results.ts rule-definition.ts read-definitions.ts cli/files cli/formats
main.ts            | lint/settings own-rules lsp workspace/node-disk.ts workspace/archive.ts cache/cache-folder.ts cli/terminal | node:v8 vscode-languageserver*
browser.ts         | lint/settings own-rules lsp workspace/archive.ts | vscode-languageserver*
own-files.ts own-assets.ts | | node:*
v8-flags.ts        | | node:v8
cli.ts             | lint/settings workspace/node-disk.ts workspace/archive.ts cli/terminal cli/scan cli own-files.ts v8-flags.ts | node:worker_threads
exe.ts             | v8-flags.ts | node:*
client             |  | vscode vscode-languageclient*
client/kubectl.ts  | client | node:*
client/node.ts     | client client/kubectl.ts | vscode vscode-languageclient* node:*`;

/** Globals that would make reports depend on more than text and facts. No layer above `workspace` uses them. */
const IMPURE =
  'Date Math.random crypto fetch globalThis performance process queueMicrotask setImmediate setInterval setTimeout';
/** Globals that open connections. */
const NETWORK = 'fetch EventSource WebSocket XMLHttpRequest';
/** The age of a lock is the same at every time, and the parser creates dates from some scalars. */
const EXCEPTIONS = ['images/image-lock.ts uses Date'];

const SOURCES = new Map(
  ['server', 'client'].flatMap((part) => {
    const folder = new URL(`../../${part}/src/`, import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
    const ours = names.filter((name) => name.endsWith('.ts'));
    return ours.map((name) => [join(part, name).replace('server/', ''), readFileSync(new URL(name, folder), 'utf8')]);
  }),
);

const rooms = ROOMS.trim()
  .split('\n')
  .map((line) => {
    const [places = [], imports = [], packages = []] = line
      .split('|')
      .map((part) => part.trim().split(/\s+/).filter(Boolean));
    return { places, imports, packages };
  });
const roomAt = (place: string) => rooms.findIndex(({ places }) => places.includes(place));

/** The layer of a file: the one of its own name, otherwise of the innermost folder that is a layer. */
function roomOf(path: string): number {
  return roomAt(path) >= 0 || path === '.' ? roomAt(path) : roomOf(dirname(path));
}

/** The imports of a file: files by path, packages by name. */
function importsOf(file: string): string[] {
  const statements = /^(?:import|export)\b(?:[^;'=]*\bfrom)? '([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...(SOURCES.get(file) ?? '').matchAll(statements)].map(([, static_ = '', dynamic = '']) => {
    const name = static_ || dynamic;
    return name.startsWith('.') ? join(dirname(file), name) : name;
  });
}

test('only one file imports values from the protocol library, because each import takes time at the start', () => {
  const takesValues = /^(?:import|export) (?!type\b)[^;']*'vscode-languageserver'/m;
  const found = [...SOURCES].filter(([, text]) => takesValues.test(text)).map(([name]) => name);
  expect(found).toEqual(['lsp/protocol.ts']);
});

test('every file imports only from layers that its layer may use', () => {
  const isAllowed = (file: string, name: string) => {
    const { imports, packages } = rooms[roomOf(file)] ?? { imports: [], packages: [] };
    const fits = (pattern: string) =>
      pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1)));
    if (!SOURCES.has(name)) return packages.some(fits);
    return (
      roomOf(name) === roomOf(file) ||
      imports.some((imported) => imported === name || roomAt(imported) === roomOf(name))
    );
  };
  const faults = [...SOURCES.keys()].flatMap((file) =>
    importsOf(file).flatMap((name) => (isAllowed(file, name) ? [] : `${file} imports ${name}`)),
  );
  expect(faults).toEqual([]);
});

test('every layer imports only from layers above it', () => {
  const isBelow = (imported: string, i: number) => roomOf(imported) < 0 || roomOf(imported) >= i;
  expect(rooms.flatMap(({ imports }, i) => imports.filter((imported) => isBelow(imported, i)))).toEqual([]);
});

test('there are no import cycles', () => {
  const done = new Set<string>();
  const circles = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' > ')];
    if (done.has(file)) return [];
    const found = importsOf(file).flatMap((name) => circles(name, [...path, file]));
    done.add(file);
    return found;
  };
  expect([...SOURCES.keys()].flatMap((file) => circles(file, []))).toEqual([]);
});

test('no file but the list of rules is longer than 450 lines', () => {
  const lines = [...SOURCES].map(([file, text]) => [file, text.trimEnd().split('\n').length] as const);
  expect(lines.filter(([, count]) => count > 450).map(([file]) => file)).toEqual(['rules/index.ts']);
});

test('the layers above the workspace are pure', () => {
  const pure = [...SOURCES.keys()].filter((file) => roomOf(file) < roomAt('workspace'));
  expect(pure.flatMap((file) => usesOf(file, IMPURE))).toEqual(EXCEPTIONS);
});

test('only one file opens connections', () => {
  const modules = /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns)(?:\/|$)/;
  const found = [...SOURCES.keys()].flatMap((file) => [
    ...importsOf(file).flatMap((name) => (modules.test(name) ? [`${file} imports ${name}`] : [])),
    ...usesOf(file, NETWORK),
  ]);
  expect(found).toEqual([
    'registry/http.ts imports node:http',
    'registry/http.ts imports node:https',
    'registry/http.ts imports node:net',
    'registry/http.ts imports node:tls',
    'registry/proxies.ts imports node:net',
  ]);
  // These only compare addresses.
  expect(SOURCES.get('registry/proxies.ts')).toContain("import { BlockList, isIP } from 'node:net';");
});

/** The globals that a file uses, of those in a list. */
function usesOf(file: string, globals: string): string[] {
  // esbuild renames only the globals: not properties, and no text.
  const define = Object.fromEntries(globals.split(' ').map((name) => [name, `global_${name.replace('.', '_')}`]));
  const used = transformSync(SOURCES.get(file) ?? '', { loader: 'ts', define }).code.match(/global_\w+/g) ?? [];
  return [...new Set(used)].map((name) => `${file} uses ${name.replace('global_', '').replace('_', '.')}`);
}

test('ARCHITECTURE.md has the same table of layers', () => {
  const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `.*$/gm)].map(([row]) => {
    const cells = row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    return { places: cells[1], imports: cells[3], packages: cells[4] };
  });
  expect(rows).toEqual(rooms);
});
