import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Data } from '../rules/server-values.ts';

/** What the API server's code answered of a generated workload, with its defaults. */
export interface Answer {
  readonly object: Data;
  /** The rules that apply, of all that policies express. */
  readonly rules: readonly string[];
}

export interface Recording {
  readonly release: string;
  /** Of the policies that answered, so that others are not taken for them. */
  readonly policies: string;
  readonly answers: readonly Answer[];
}

const FILE = new URL('recordings.json.gz', import.meta.url);

export function readRecording(): Recording {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Recording;
}

/** The same recording is the same bytes: without a time, and without the system in the tenth byte of the header. */
export function writeRecording(recording: Recording): void {
  const bytes = gzipSync(JSON.stringify(recording), { level: 9 });
  bytes[9] = 255;
  writeFileSync(FILE, bytes);
}

export function digest(yaml: string): string {
  return createHash('sha256').update(yaml).digest('hex');
}
