// Measures the speed of Kubewin as ratios to baseline programs, which do only the minimum.
// `npm run bench -- [--quick] [--json] [--write] [row …]`. Ratios can be compared between machines. `--write` writes
// docs/performance.md.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { options } from '../../esbuild.js';
import { openIn } from './client.mjs';
// biome-ignore lint/correctness/useImportExtensions: the file of the same name contains only types.
import { fileText, LINUX_IMAGES, listText, podText, random, WINDOWS_IMAGES } from './manifests.mjs';
// biome-ignore lint/correctness/useImportExtensions: the file of the same name contains only types.
import { performancePage } from './page.mjs';
import { peers } from './peers.mjs';
// biome-ignore lint/correctness/useImportExtensions: the file of the same name contains only types.
import { REPOSITORIES, writeRepository } from './repositories/index.mjs';
import { services } from './repositories/services.mjs';

process.chdir(join(import.meta.dirname, '../..'));
const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' }, json: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
});
const { quick = false, json = false } = values;
const ROUNDS = quick ? 2 : 5;
/** Keystrokes for warm-up in both servers. */
const WARM_UP = 20;
const FILES = quick ? 1_000 : 10_000;

const folder = mkdtempSync(join(tmpdir(), 'kubewin-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
execOrThrow(process.execPath, ['esbuild.js', '--production']);
const FLOORS = Object.fromEntries(
  ['floor-files', 'floor-server'].map((name) => {
    const outfile = join(folder, `${name}.cjs`);
    buildSync({ entryPoints: [`test/bench/${name}.mjs`], outfile, bundle: true, platform: 'node', minify: true });
    return [name, outfile];
  }),
);
const SERVER = ['dist/server.js', '--stdio'];
const FLOOR_SERVER = [FLOORS['floor-server'], '--stdio'];

/** Manifests of public repositories, many of them for Windows. */
const REAL = '../shared/corpus';

/** The kinds of generated repositories. */
const KINDS = {
  services: 'services of one team',
  monorepo: 'a monorepo',
  rendered: 'rendered charts',
  gitops: 'a dump of a cluster',
};

const FORMATS = [
  { format: 'text', threads: 1, goal: 0.45, memory: 220 },
  { format: 'JSON', threads: 1, goal: 0.55, memory: 220 },
  { format: 'text', threads: 2, goal: 0.3, memory: 320 },
];

/** Other linters that can read a kind of repository. They are built for the first row that needs them. */
let builtLinters;
function lintersOf(kind) {
  builtLinters ??= peers('out/peers');
  return builtLinters.filter(({ unreadable }) => unreadable !== kind);
}

/** Each row returns its measurements. The goal is a `ratio` of at most `goal`, if there is one. */
const ROWS = {
  ...Object.fromEntries(
    Object.entries(KINDS).map(([kind, what]) => [
      kind,
      () => scans(`${FILES} files, ${what}`, repository(kind), FORMATS, lintersOf(kind)),
    ]),
  ),
  images: withLock,
  linux: () =>
    scans(`${FILES} files, nearly all for Linux`, written('linux', services(FILES, random(1), 0.01)), [
      { format: 'text', threads: 1, goal: 0.15, memory: 220 },
    ]),
  real: () => (existsSync(REAL) ? scans('real manifests', REAL, [{ format: 'text', threads: 1, goal: 1 }]) : []),
  documents: () => keystrokes('many documents', documentsText, {}, { 500: 1.5, 5000: 1.5, 20000: 1.5 }),
  list: () => keystrokes('one List', listOfLines, { PARSE: 'whole' }, { 5000: 0.3, 20000: 0.1 }),
  anchor: () => keystrokes('one List with an anchor', listWithAnchor, { PARSE: 'whole' }, { 20000: 0.1 }),
  pod: () => keystrokes('one pod', podOfLines, { PARSE: 'whole' }, { 20000: 0.1 }),
  pods: onePod,
  charts: oneChart,
  start: starts,
  scanning: typingInScan,
  known: knownWorkspaces,
  rest: memoryAtRest,
  size: sizes,
};

const wanted = positionals.length > 0 ? positionals : Object.keys(ROWS);
const lines = [];
for (const name of wanted) {
  for (const line of await ROWS[name]()) {
    lines.push({ row: name, ...line });
    if (!json) console.log(shown(line));
  }
}
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
if (json) console.log(JSON.stringify({ ...machine, lines }, null, 2));
if (values.write) writeFileSync('docs/performance.md', performancePage(machine, lines));

function shown({ what, ratio, goal = 'none', note = '' }) {
  const figure = Number.isInteger(ratio) ? String(ratio) : ratio.toFixed(2);
  return `${what.padEnd(60)} ${figure.padStart(7)}  goal ${String(goal).padEnd(5)} ${note}`;
}

/** The processor time and memory of the command line on many files, and of other linters, relative to only parsing them. */
function scans(what, files, kinds, others = []) {
  const floor = node(FLOORS['floor-files'], files);
  const own = kinds.map(({ format, threads, goal, memory }) => ({
    what: `${what}, ${format}${threads === 1 ? '' : `, ${threads} threads`}`,
    command: node('dist/cli.js', 'check', files, `--threads=${threads}`, `--format=${format.toLowerCase()}`),
    // With several threads, the elapsed time is what users wait for.
    time: threads === 1 ? 'seconds' : 'elapsed',
    goal,
    memory,
    rounds: quick ? 1 : 3,
  }));
  // The other linters have no goal, and are measured once.
  const linters = others.map(({ name, commandOf }) => ({
    what: `${what}, ${name}`,
    command: commandOf(files),
    time: 'seconds',
    rounds: 1,
  }));
  const programs = [...own, ...linters];
  const rounds = Array.from({ length: quick ? 1 : 3 }, (_, round) => ({
    floor: usageOf(floor),
    usages: programs.map(({ command, rounds }) => (round < rounds ? [usageOf(command)] : [])),
  }));
  return programs.flatMap(({ what, time, goal, memory }, index) => {
    const pairs = rounds.flatMap(({ floor, usages }) => usages[index].map((own) => ({ own, floor })));
    const [ownTime, floorTime] = ['own', 'floor'].map((name) => median(pairs.map((pair) => pair[name][time])));
    const [ownMemory, floorMemory] = ['own', 'floor'].map((name) =>
      Math.max(...pairs.map((pair) => pair[name].memory)),
    );
    return [
      {
        what: `${what}: to yaml`,
        ratio: median(pairs.map(({ own, floor }) => own[time] / floor[time])),
        goal,
        note: `${ownTime.toFixed(1)} s beside ${floorTime.toFixed(1)} s`,
      },
      {
        what: 'the same: peak of memory in MB',
        ratio: Math.round(ownMemory),
        goal: memory,
        note: `beside ${Math.round(floorMemory)} MB`,
      },
    ];
  });
}

/** The processor time of the command line with the platforms of 2,000 images, relative to the same files without them. */
function withLock() {
  const files = repository('services');
  const recorded = join(folder, 'recorded');
  cpSync(files, recorded, { recursive: true });
  writeFileSync(join(recorded, '.kubewin-images.yaml'), lockText(2_000));
  const check = (path) => usageOf(node('dist/cli.js', 'check', path, '--threads=1')).seconds;
  // In pairs, because the difference is small.
  const rounds = Array.from({ length: 2 * ROUNDS }, () => ({ own: check(recorded), floor: check(files) }));
  const [own, floor] = ['own', 'floor'].map((name) => median(rounds.map((round) => round[name])));
  const note = `${own.toFixed(2)} s beside ${floor.toFixed(2)} s`;
  const ratio = median(rounds.map((round) => round.own / round.floor));
  return [{ what: `${FILES} files with the platforms of 2,000 images: to without`, ratio, goal: 1.03, note }];
}

/** The lock of the images in the generated files and of others. */
function lockText(count) {
  const outfile = join(folder, 'image-lock.cjs');
  const { alias, platform } = options;
  buildSync({ entryPoints: ['server/src/images/image-lock.ts'], outfile, bundle: true, alias, platform });
  const { readPlatform, writeImageLock } = createRequire(import.meta.url)(outfile);
  const digest = `sha256:${'0'.repeat(64)}`;
  const image = (name, platforms) => ({ name, digest, updated: '2026-11-01', platforms: platforms.map(readPlatform) });
  const linux = ['linux/amd64', 'linux/arm64'];
  const used = [
    ...LINUX_IMAGES.map((name) => image(name.includes('/') ? name : `docker.io/library/${name}`, linux)),
    ...WINDOWS_IMAGES.map((name) => image(name, ['windows/amd64 10.0.20348.3692'])),
  ];
  const both = [...linux, 'windows/amd64 10.0.17763.6414', 'windows/amd64 10.0.20348.3692'];
  const others = Array.from({ length: count - used.length }, (_, i) =>
    image(`registry.example/team-${i % 40}/app-${i}:1.0`, both),
  );
  return writeImageLock([...used, ...others]);
}

/** The memory of an idle server after it has scanned a workspace. */
async function memoryAtRest() {
  const files = repository('services');
  const server = await openIn(SERVER, documentsText(100), { root: pathToFileURL(files).href });
  await server.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  await server.diagnostics();
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const status = readFileSync(`/proc/${server.server.pid}/status`, 'utf8');
  const megabytes = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  await server.end();
  const note = `${megabytes('VmHWM')} MB at most`;
  return [{ what: `server after a scan of ${FILES} files: memory in MB`, ratio: megabytes('VmRSS'), goal: 120, note }];
}

/** The time from a keystroke in the middle of a text to the diagnostics, relative to a server that only parses. */
async function keystrokes(what, textOf, env, goals) {
  const result = [];
  for (const [size, goal] of Object.entries(goals)) {
    const text = textOf(Number(size));
    const position = positionIn(text);
    const own = await openIn(SERVER, text);
    const floor = await openIn(FLOOR_SERVER, text, { env });
    const times = { own: [], floor: [] };
    for (const server of [own, floor]) await server.diagnostics();
    for (let i = 0; i < WARM_UP + 8 * ROUNDS; i++) {
      const ofFloor = await floor.keystroke(position, 'x');
      const ofOwn = await own.keystroke(position, 'x');
      if (i < WARM_UP) continue;
      times.own.push(ofOwn);
      times.floor.push(ofFloor);
    }
    await own.end();
    await floor.end();
    const [ownTime, floorTime] = [median(times.own), median(times.floor)];
    result.push({
      what: `keystroke in ${what}, ${size} lines: to a bare parse`,
      ratio: ownTime / floorTime,
      goal,
      note: `${ownTime.toFixed(1)} ms beside ${floorTime.toFixed(1)} ms`,
    });
  }
  return result;
}

/** The times that a program of this folder writes, in one process with compiled code. */
function timesOf(name) {
  const outfile = join(folder, `${name}.cjs`);
  const { alias, platform, target } = options;
  buildSync({ entryPoints: [`test/bench/${name}.mjs`], outfile, bundle: true, alias, platform, target, minify: true });
  return JSON.parse(execFileSync(process.execPath, [outfile, String(4 * ROUNDS)], { encoding: 'utf8' }));
}

/** The time to render a chart relative to parsing its result, as a whole and after a change of one template. */
function oneChart() {
  const { parse, ...rendered } = timesOf('charts');
  const line = (what, times, goal) => {
    const note = `${median(times).toFixed(1)} ms beside ${median(parse).toFixed(1)} ms`;
    return { what, ratio: median(times.map((time, i) => time / parse[i])), goal, note };
  };
  return [
    line('chart of 60 templates, rendered: to parsing the result', rendered.render, 1),
    line('the same after a change of one template', rendered.change, 0.3),
  ];
}

/** The time to check a pod that was read, relative to the time in which `yaml` parses it, in one process. */
function onePod() {
  const times = timesOf('pods');
  const ratio = median(times.check.map((time, i) => time / times.yaml[i]));
  const note = `${median(times.check).toFixed(2)} ms beside ${median(times.yaml).toFixed(2)} ms`;
  return [{ what: 'check of a pod: to its parse by `yaml`', ratio, goal: 0.25, note }];
}

/** The time from the start of the process to the first diagnostics. */
async function starts() {
  const text = documentsText(100);
  const times = { own: [], floor: [] };
  for (let i = 0; i < 2 + 4 * ROUNDS; i++) {
    for (const [key, command] of [
      ['floor', FLOOR_SERVER],
      ['own', SERVER],
    ]) {
      const started = performance.now();
      const client = await openIn(command, text);
      await client.diagnostics();
      if (i >= 2) times[key].push(performance.now() - started);
      await client.end();
    }
  }
  const [ownTime, floorTime] = [median(times.own), median(times.floor)];
  const note = `${ownTime.toFixed(0)} ms beside ${floorTime.toFixed(0)} ms`;
  return [{ what: 'start to first diagnostics: to one that only parses', ratio: ownTime / floorTime, goal: 1.2, note }];
}

/** Keystrokes during the first scan of 300 files, relative to the same keystrokes afterwards. */
async function typingInScan() {
  const files = written('scanned', services(300, random(1)));
  const text = documentsText(500);
  const position = positionIn(text);
  const during = [];
  const after = [];
  for (let i = 0; i < ROUNDS; i++) {
    const client = await openIn(SERVER, text, { root: pathToFileURL(files).href });
    let isScanned = false;
    const scan = client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] }).then(() => {
      isScanned = true;
    });
    const own = [];
    while (!isScanned) own.push(await client.keystroke(position, 'x'));
    await scan;
    during.push(median(own));
    const later = [];
    for (let k = 0; k < 10; k++) later.push(await client.keystroke(position, 'x'));
    after.push(median(later));
    await client.end();
  }
  const [busy, idle] = [median(during), median(after)];
  const note = `${busy.toFixed(0)} ms beside ${idle.toFixed(0)} ms`;
  return [{ what: 'keystroke while 300 files are scanned: to afterwards', ratio: busy / idle, goal: 1.5, note }];
}

/**
 * The time from the start of the process to the diagnostics of a workspace that an earlier one has scanned, relative to
 * reading and parsing all files.
 */
async function knownWorkspaces() {
  const result = [];
  for (const [kind, what] of Object.entries(KINDS)) {
    const files = repository(kind);
    const root = pathToFileURL(files).href;
    const cacheFolder = join(folder, `cache-${kind}`);
    const first = await openIn(SERVER, undefined, { root, options: { cacheFolder } });
    await first.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
    while (!existsSync(cacheFolder) || !readdirSync(cacheFolder).some((name) => name.endsWith('.entry')))
      await new Promise((resolve) => setTimeout(resolve, 100));
    await first.end();
    const floors = Array.from({ length: 3 }, () => usageOf(node(FLOORS['floor-files'], files)).elapsed * 1000);
    const measure = async () => {
      const times = [];
      for (let i = 0; i < 3; i++) times.push(await timeToDiagnostics(root, cacheFolder));
      const note = `${(median(times) / 1000).toFixed(1)} s beside ${(median(floors) / 1000).toFixed(1)} s`;
      return { ratio: median(times.map((time, i) => time / floors[i])), note };
    };
    result.push({ what: `start with ${FILES} known files, ${what}: to yaml`, goal: 0.08, ...(await measure()) });
    const manifests = readdirSync(files, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ya?ml$/.test(name));
    for (const name of manifests.sort().slice(0, 10)) appendFileSync(join(files, name), '# changed\n');
    result.push({ what: 'the same after a change of 10 files', ...(await measure()) });
  }
  return result;
}

/** The time in milliseconds until a new server has sent all diagnostics of a workspace. It ends before it keeps anything. */
async function timeToDiagnostics(root, cacheFolder) {
  const started = performance.now();
  const { connection, server } = await openIn(SERVER, undefined, { root, options: { cacheFolder } });
  await connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  const time = performance.now() - started;
  connection.dispose();
  server.kill();
  return time;
}

function sizes() {
  execOrThrow('npm', ['run', 'package']);
  const files = [
    { file: 'dist/server.js', what: 'dist/server.js with what it loads at the start', goal: 750, size: sizeAtStart },
    { file: 'dist/extension.js', goal: 430, size: (file) => statSync(file).size },
    { file: 'dist/kubewin.vsix', goal: 1100, size: (file) => statSync(file).size - sizeForBrowsers() },
  ];
  return files.map(({ file, what = file, goal, size }) => {
    return { what: `${what} in KB`, ratio: Math.ceil(size(file) / 1000), goal };
  });
}

/** The size in bytes of all files that the server loads before the first request. */
function sizeAtStart(file) {
  const code = `require(${JSON.stringify(join(process.cwd(), file))}); console.log(JSON.stringify(Object.keys(require.cache)));`;
  const output = execFileSync(process.execPath, ['-e', code, file, '--version'], { encoding: 'utf8' });
  // The first line is the version.
  const loaded = JSON.parse(output.split('\n')[1]);
  return loaded.reduce((sum, path) => sum + statSync(path).size, 0);
}

/** The size of the bundles for browsers in the package. */
function sizeForBrowsers() {
  const files = ['extension', 'server'].map((name) => readFileSync(`dist/browser-${name}.js`));
  return files.reduce((sum, file) => sum + deflateRawSync(file).length, 0);
}

/** The folder of a generated repository. */
function repository(kind) {
  return written(kind, REPOSITORIES[kind](FILES, random(1)));
}

/** The folder of this name with these files, which are written the first time. */
function written(name, files) {
  const target = join(folder, name);
  if (!existsSync(target)) writeRepository(target, files);
  return target;
}

/** Documents with at least this number of lines in total. */
function documentsText(lines) {
  const next = random(2);
  let text = '';
  for (let i = 0; text.split('\n').length < lines; i++) text += `${i === 0 ? '' : '---\n'}${fileText(i, next, 1)}`;
  return text;
}

function listOfLines(lines) {
  return listText(Math.round(lines / 110), random(3), 1);
}

function listWithAnchor(lines) {
  return listOfLines(lines).replace('replicas: ', 'replicas: &replicas ');
}

/** A pod of so many containers that it has about this number of lines. */
function podOfLines(lines) {
  return podText(Math.round(lines / 45), random(3));
}

/** The position after the value of an environment variable in the middle of a text. */
function positionIn(text) {
  const all = text.split('\n');
  const line = all.findIndex((line, i) => i >= all.length / 2 && line.includes('LOG_LEVEL')) + 1;
  return { line, character: all[line].length };
}

/** The command for a Node.js program that writes its resource usage at its end. */
function node(...args) {
  return [process.execPath, '--require', join(process.cwd(), 'test/bench/measure.cjs'), ...args];
}

/** Processor time and elapsed time in seconds, and peak memory in MB, of a process that writes its resource usage. */
function usageOf([command, ...args]) {
  const file = join(folder, 'usage.json');
  rmSync(file, { force: true });
  const started = performance.now();
  const { status } = spawnSync(command, args, { env: { ...process.env, USAGE_FILE: file }, stdio: 'ignore' });
  if (status !== 0 && args.includes(FLOORS['floor-files'])) throw new Error('The floor of the scan failed');
  const elapsed = (performance.now() - started) / 1000;
  return { ...JSON.parse(readFileSync(file, 'utf8')), elapsed };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

function execOrThrow(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${args.join(' ')} failed`);
}
