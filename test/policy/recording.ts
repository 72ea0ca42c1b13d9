import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Data } from '../rules/server-values.ts';

/** The answer of the API server's code for a generated workload with defaults. */
export interface Answer {
  readonly object: Data;
  /** The rules that apply, of all rules that policies express. */
  readonly rules: readonly string[];
}

export interface Recording {
  readonly release: string;
  /** The digest of the policies, so that answers of other policies are not used. */
  readonly policies: string;
  readonly answers: readonly Answer[];
}

const FILE = new URL('recordings.json.gz', import.meta.url);

export function readRecording(): Recording {
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Recording;
}

/** The output is deterministic: without a time, and without the operating system in the tenth byte of the header. */
export function writeRecording(recording: Recording): void {
  const bytes = gzipSync(JSON.stringify(recording), { level: 9 });
  bytes[9] = 255;
  writeFileSync(FILE, bytes);
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
