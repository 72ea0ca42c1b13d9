import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const { scripts } = json('package.json');
const { configurations } = json('.vscode/launch.json');
const { tasks } = json('.vscode/tasks.json');

function json(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

test('tasks run scripts that exist, and launch configurations wait for tasks that exist', () => {
  expect(tasks.length).toBeGreaterThan(0);
  for (const { type, script } of tasks)
    expect([type, Object.keys(scripts)]).toEqual(['npm', expect.arrayContaining([script])]);
  const labels = tasks.map(({ label }: { label: string }) => label);
  const awaited = configurations.flatMap(({ preLaunchTask = [] }) => preLaunchTask);
  expect(awaited).toEqual(['watch']);
  expect(labels).toEqual(expect.arrayContaining(awaited));
});

test('the files and folders of launch configurations exist', () => {
  const named = JSON.stringify(configurations).match(/(?<=\$\{workspaceFolder\}\/)[\w./-]+/g) ?? [];
  const sources = named.filter((path) => !path.startsWith('dist/'));
  expect(sources).toEqual(['samples', 'node_modules/vitest/vitest.mjs']);
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(readFileSync(join(ROOT, 'esbuild.js'), 'utf8')).toContain("outdir: 'dist'");
});

test('the task of F5 matches the output of the build in watch mode', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-watch-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const path of ['client/src/node.ts', 'client/src/browser.ts', 'server/src/main.ts', 'server/src/browser.ts'])
    write(path, 'export const a = 1;\n');
  write('server/src/cli.ts', '\nexport const a = ;\n');
  const { pattern, background } = tasks[0].problemMatcher;
  const build = spawn(process.execPath, [join(ROOT, 'esbuild.js'), '--watch'], { cwd: folder });
  onTestFinished(() => {
    build.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const lines: string[] = [];
  let repaired = false;
  for await (const chunk of build.stdout.setEncoding('utf8')) {
    lines.push(
      ...String(chunk)
        .split('\n')
        .filter((line) => line !== ''),
    );
    const finished = lines.filter((line) => new RegExp(background.endsPattern).test(line)).length;
    if (finished === 1 && !repaired) {
      repaired = true;
      write('server/src/cli.ts', 'export const a = 1;\n');
    }
    if (finished === 2) break;
  }
  const kinds = lines.map((line) =>
    new RegExp(background.beginsPattern).test(line)
      ? 'begins'
      : new RegExp(background.endsPattern).test(line)
        ? 'ends'
        : line,
  );
  expect(kinds).toEqual(['begins', expect.any(String), 'ends', 'begins', 'ends']);
  const found = new RegExp(pattern.regexp).exec(lines[1] ?? '') ?? [];
  const { file, line, column, severity, message } = pattern;
  expect([found[file], found[line], found[column], found[severity], found[message]]).toEqual([
    'server/src/cli.ts',
    '2',
    '18',
    'error',
    'Unexpected ";"',
  ]);
});
