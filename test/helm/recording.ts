import { readFileSync, writeFileSync } from 'node:fs';
import type { Answer } from './helm-program.ts';

/** The recorded answers of Helm to templates or charts by their names. */
export type Recording = Readonly<Record<string, Answer>>;

const fileOf = (name: string) => new URL(`recordings/${name}.json`, import.meta.url);

export function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(fileOf(name), 'utf8'));
}

export function writeRecording(name: string, recording: Recording): void {
  writeFileSync(fileOf(name), `${JSON.stringify(recording, undefined, 1)}\n`);
}
