import { readdirSync, readFileSync } from 'node:fs';
import type { Settings } from '../../server/src/lint/settings/settings.ts';
import { type Block, isMarker, readMarkers, readWords, splitPage } from '../rules/blocks.ts';

/** What people met on Windows nodes, told in a public thread, with manifests that show it. */
export interface Pain {
  readonly title: string;
  /** The page and the line of the heading. */
  readonly place: string;
  readonly links: readonly string[];
  readonly manifests: readonly Manifest[];
}

export interface Manifest {
  readonly place: string;
  /** Without the markers. */
  readonly text: string;
  readonly settings: Settings;
  /** All findings in it. */
  readonly findings: readonly ExpectedFinding[];
}

export interface ExpectedFinding {
  readonly place: string;
  readonly start: number;
  readonly end: number | undefined;
  /** `warning volumes/fs-type`. */
  readonly label: string;
  /** A part of the message. */
  readonly message: string;
}

const LABEL = /^(error|warning|information|hint) [\w-]+\/[\w-]+$/;
const THREAD = /^https:\/\/[^\s<>]+$/;

/** The pains of all pages of this folder, and the faults of the pages. */
export function allPains(): { pains: readonly Pain[]; faults: readonly string[] } {
  const folder = new URL('./', import.meta.url);
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const read = pages.map((name) =>
    readPains(`test/pains/${name}`, readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')),
  );
  return { pains: read.flatMap(({ pains }) => pains), faults: read.flatMap(({ faults }) => faults) };
}

/** Reads a page. `README.md` describes its form. */
export function readPains(file: string, text: string): { pains: readonly Pain[]; faults: readonly string[] } {
  const faults: string[] = [];
  const fault = (line: number, what: string) => void faults.push(`${file}:${line}: ${what}`);
  const { headings, blocks } = splitPage(text, fault);
  const lines = text.split('\n');
  const pains = headings
    .filter(({ level }) => level === 2)
    .map(({ text, line }): Pain => {
      const own = blocks.filter((block) => block.headings.at(-1)?.line === line);
      const above = lines.slice(line, (own[0]?.line ?? line + 1) - 1).filter((text) => text.trim() !== '');
      const links = above.filter((text) => THREAD.test(text));
      if (links.length === 0) fault(line, 'below the heading is the link to a thread, on a line of its own');
      if (links.length === above.length) fault(line, 'a sentence says what people met');
      if (own.length === 0) fault(line, 'a manifest shows the pain');
      return { title: text, place: `${file}:${line}`, links, manifests: own.map(manifest) };
    });
  for (const { level, line } of headings) if (level > 2) fault(line, 'a pain has a heading of the second level');
  for (const { headings, line } of blocks) {
    if (headings.at(-1)?.level !== 2) fault(line, 'a manifest belongs under the heading of a pain');
  }
  return { pains, faults };

  function manifest(block: Block): Manifest {
    const { line, language, kind } = block;
    if (language !== 'yaml' || (kind !== 'bad' && kind !== 'good')) fault(line, 'a block is `yaml bad` or `yaml good`');
    const { settings } = readWords(block, fault);
    const { text, markers } = readMarkers(block, LABEL, 'severity rule', fault);
    if (kind === 'bad' && markers.length === 0) fault(line, 'a `bad` block marks all findings');
    if (kind === 'good' && block.lines.some(isMarker)) fault(line, 'only `bad` blocks have markers');
    const findings = markers.map(({ line, message = '', ...mark }) => {
      if (message === '') fault(line, 'a marker ends in a part of the message');
      return { ...mark, message, place: `${file}:${line}` };
    });
    return { place: `${file}:${line}`, text, settings, findings };
  }
}
