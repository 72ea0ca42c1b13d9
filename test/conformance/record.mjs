/**
 * Records the validation results of Kubernetes itself for generated manifests, for the tests in this folder.
 *
 *     npm run conformance            all releases, with newly generated manifests
 *     npm run conformance 1.38.0     one release, with the recorded manifests
 *
 * It builds `recorder` with the code of each release, and needs Go and its module proxy for that.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
// biome-ignore lint/correctness/useImportExtensions: its types are in a file of the same name.
import { affinities, pods } from './generator.mjs';

const SEED = 1;
const COUNTS = { pods: 1500, affinities: 1500 };
const RECORDER = fileURLToPath(new URL('recorder/', import.meta.url));
const RECORDINGS = fileURLToPath(new URL('recordings/', import.meta.url));

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function main([release, ...more]) {
  if (more.length > 0 || (release !== undefined && !/^1\.\d+\.\d+$/.test(release))) {
    throw new Error('usage: npm run conformance [release], such as 1.38.0');
  }
  if (spawnSync('go', ['version']).error !== undefined) {
    throw new Error('Recording requires Go (https://go.dev/dl/). The tests do not: they compare what is recorded.');
  }
  const known = JSON.parse(readFileSync(join(RECORDINGS, 'releases.json'), 'utf8'));
  if (release === undefined) {
    recordAll(Object.values(known));
  } else {
    recordOne(release, Object.values(known));
  }
}

function recordAll(releases) {
  const podManifests = pods(COUNTS.pods, SEED);
  const affinityManifests = affinities(COUNTS.affinities, SEED);
  const podAnswers = new Map();
  const affinityAnswers = new Map();
  for (const release of releases) {
    const answers = ask(release, podManifests, affinityManifests);
    podAnswers.set(release, answers.pods);
    affinityAnswers.set(release, answers.affinities);
  }
  write(releases, podManifests, podAnswers, affinityManifests, affinityAnswers);
}

function recordOne(release, releases) {
  const podRecordings = readLines('pods.jsonl.gz');
  const affinityRecordings = readLines('affinity.jsonl.gz');
  const answers = ask(release, podRecordings, affinityRecordings);
  const others = releases.filter((other) => minorOf(other) !== minorOf(release));
  const all = [...others, release].sort((a, b) => minorOf(a) - minorOf(b));
  const podAnswers = new Map(
    others.map((other) => [other, podRecordings.map((recording) => recordedAnswer(recording, other))]),
  );
  const affinityAnswers = new Map(others.map((other) => [other, affinityRecordings]));
  podAnswers.set(release, answers.pods);
  affinityAnswers.set(release, answers.affinities);
  write(all, podRecordings, podAnswers, affinityRecordings, affinityAnswers);
}

/** The answers of a release. */
function ask(release, podManifests, affinityManifests) {
  console.log(`${release}: building the recorder`);
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-recorder-'));
  try {
    for (const file of readdirSync(RECORDER)) copyFileSync(join(RECORDER, file), join(folder, file));
    if (committedRelease() !== release) switchTo(release, folder);
    run('go', ['build', '-o', 'recorder', '.'], { cwd: folder });
    console.log(`${release}: asking`);
    const answersTo = (question, manifests) => {
      const input = toLines(manifests.map(({ id, object }) => ({ id, object })));
      return fromLines(run(join(folder, 'recorder'), [question], { input }));
    };
    return { pods: answersTo('pods', podManifests), affinities: answersTo('affinity', affinityManifests) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The release that `recorder/go.mod` names: the newest one that was recorded. */
function committedRelease() {
  return /k8s\.io\/kubernetes v(\S+)/.exec(readFileSync(join(RECORDER, 'go.mod'), 'utf8'))?.[1];
}

/**
 * Sets the Kubernetes release of the copy of the module in a folder. The staging modules have their own versions, because
 * `k8s.io/kubernetes` refers to them only as folders. If the release is newer than the committed one, it is written back.
 */
function switchTo(release, folder) {
  const cwd = { cwd: folder };
  const download = JSON.parse(run('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${release}`], cwd));
  const staging = [...readFileSync(download.GoMod, 'utf8').matchAll(/^\s*(\S+) => \.\/staging\//gm)];
  const version = `v0.${release.slice(2)}`;
  const goVersion = /^go .*$/m.exec(readFileSync(join(folder, 'go.mod'), 'utf8'))?.[0];
  const replacements = staging.map(([, path]) => `\t${path} => ${path} ${version}\n`);
  const goMod = [
    'module kubewin/recorder\n',
    `${goVersion}\n`,
    `require k8s.io/kubernetes v${release}\n`,
    `replace (\n${replacements.join('')})\n`,
  ];
  writeFileSync(join(folder, 'go.mod'), goMod.join('\n'));
  rmSync(join(folder, 'go.sum'));
  run('go', ['mod', 'tidy'], cwd);
  if (minorOf(release) < minorOf(committedRelease())) return;
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(folder, file), join(RECORDER, file));
}

function run(command, args, options) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    ...options,
  });
  // With `-json`, Go writes errors to standard output.
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} failed:\n${stderr || stdout}`);
  return stdout;
}

/** The recorded answer for a pod at a release. */
function recordedAnswer({ verdicts, podSecurity }, release) {
  const isRecorded = ({ since, until }) => minorOf(since) <= minorOf(release) && minorOf(release) <= minorOf(until);
  const { causes, others } = verdicts.find(isRecorded);
  const { baseline, restricted } = podSecurity.find(isRecorded);
  return { causes, others, podSecurity: { baseline, restricted } };
}

function write(releases, podManifests, podAnswers, affinityManifests, affinityAnswers) {
  const podRecordings = podManifests.map(({ id, object }, i) => {
    const answers = releases.map((release) => [minorVersion(release), podAnswers.get(release)[i]]);
    return {
      id,
      object,
      verdicts: ranges(answers, ({ causes, others }) => ({ causes, others })),
      podSecurity: ranges(answers, ({ podSecurity }) => podSecurity),
    };
  });
  const affinityRecordings = affinityManifests.map(({ id, object }, i) => {
    const [first, ...others] = releases.map((release) => affinityAnswers.get(release)[i].nodes);
    if (others.some((nodes) => JSON.stringify(nodes) !== JSON.stringify(first))) {
      throw new Error(`Not all releases schedule ${id} alike: recordings of affinities need a range of releases now.`);
    }
    return { id, object, nodes: first };
  });
  writeLines('pods.jsonl.gz', podRecordings);
  writeLines('affinity.jsonl.gz', affinityRecordings);
  const list = Object.fromEntries(releases.map((release) => [minorVersion(release), release]));
  writeFileSync(join(RECORDINGS, 'releases.json'), `${JSON.stringify(list, null, 2)}\n`);
}

/** Merges equal answers of consecutive releases. */
function ranges(answers, part) {
  const result = [];
  for (const [version, answer] of answers) {
    const value = part(answer);
    const last = result.at(-1);
    if (last !== undefined && JSON.stringify(last.value) === JSON.stringify(value)) last.until = version;
    else result.push({ since: version, until: version, value });
  }
  return result.map(({ since, until, value }) => ({ since, until, ...value }));
}

function minorVersion(release) {
  return `1.${minorOf(release)}`;
}

/** 37 of `1.37` and of `1.37.1`. */
function minorOf(release) {
  return Number(release.split('.')[1]);
}

function readLines(name) {
  return fromLines(gunzipSync(readFileSync(join(RECORDINGS, name))).toString());
}

/** Reproducible compression: without a time, and without the operating system in the tenth byte of the header. */
function writeLines(name, values) {
  const bytes = gzipSync(toLines(values), { level: 9 });
  bytes[9] = 255;
  writeFileSync(join(RECORDINGS, name), bytes);
  console.log(`${name}: ${values.length} recordings, ${bytes.length.toLocaleString('en')} bytes`);
}

function fromLines(text) {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function toLines(values) {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
