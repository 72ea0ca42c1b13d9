import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Answer, HelmRelease } from './helm-program.ts';

/** The recorded answers of Helm to templates or charts by their names. */
export type Recording = Readonly<Record<string, Answer>>;

const fileOf = (name: string, release: HelmRelease) =>
  new URL(`recordings/${name}${release === 3 ? '' : `-helm${release}`}.json`, import.meta.url);

/** What a release of Helm answers. What Helm 4 answers like Helm 3 is recorded once. */
export function readRecording(name: string, release: HelmRelease): Recording {
  const recording = read(fileOf(name, 3));
  return release === 3 ? recording : { ...recording, ...read(fileOf(name, release)) };
}

export function writeRecording(name: string, release: HelmRelease, recording: Recording): void {
  const before = release === 3 ? {} : read(fileOf(name, 3));
  const own = Object.entries(recording).filter(
    ([key, answer]) => JSON.stringify(answer) !== JSON.stringify(before[key]),
  );
  writeFileSync(fileOf(name, release), `${JSON.stringify(Object.fromEntries(own), undefined, 1)}\n`);
}

function read(file: URL): Recording {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
