import type { Bundles } from '../bundles.ts';
import { filesOf } from '../bundles.ts';

/** The bytes of a bundle, minified: all of it, and what each source file contributes. */
export interface BundleSize {
  readonly total: number;
  readonly bytesOf: ReadonlyMap<string, number>;
}

/** What a bundle loads at its start. */
export function sizeAtStart(name: string, built: readonly Bundles[]): BundleSize {
  const bytesOf = new Map<string, number>();
  let total = 0;
  for (const { metafile, outputFiles } of built) {
    for (const path of filesOf(name, metafile, 'at the start')) {
      total += outputFiles.find((file) => file.path.replaceAll('\\', '/').endsWith(`/${path}`))?.contents.length ?? 0;
      for (const [source, { bytesInOutput }] of Object.entries(metafile.outputs[path]?.inputs ?? {})) {
        bytesOf.set(source, (bytesOf.get(source) ?? 0) + bytesInOutput);
      }
    }
  }
  return { total, bytesOf };
}

/** Files that grow with every rule, note, provider or build. They do not count for the core, but each has a bound. */
interface Growing {
  readonly what: string;
  readonly files: RegExp;
  readonly maxBytes: number;
  readonly instead: string;
}

const GROWING: readonly Growing[] = [
  {
    what: 'a rule',
    files: /^server\/src\/rules\/[^/]+\/[^/]+\.ts$/,
    maxBytes: 5_000,
    instead: 'Move what other rules need to rule-kit/, and tables to windows/.',
  },
  {
    what: 'a topic of notes',
    files: /^server\/src\/notes\//,
    maxBytes: 12_000,
    instead: 'Split the topic in two.',
  },
  {
    what: 'a table',
    files:
      /^server\/src\/.*\b(?:rules\/index|sources|accounts|builds|csi-drivers|image-releases|images|injectors|linux-images|providers|storage-links|embedded-pods|version|workloads|other-linters\/linters|settings|reasons|expressions\/[^/]+)\.ts$/,
    maxBytes: 12_000,
    instead: 'Split the table, or move the code beside it to a file of its own.',
  },
];

/**
 * The core in thousands of bytes: all of a bundle but the files that grow. It is loaded at every start, so that its size is
 * start time. The areas are what the core consisted of when the budget was last changed.
 */
export type CoreBudget = Readonly<Record<string, number>>;

/** By so many bytes the core may grow before somebody decides whether it is worth the start time. */
export const HEADROOM = 8_000;

/** What exceeds its bound: what grew, by how much, and what can be done. */
export function sizeFaults(name: string, { total, bytesOf }: BundleSize, budget: CoreBudget): string[] {
  const faults: string[] = [];
  const core = new Map<string, number>();
  let grown = 0;
  for (const [source, bytes] of bytesOf) {
    const growing = GROWING.find(({ files }) => files.test(source));
    if (growing === undefined) {
      core.set(areaOf(source), (core.get(areaOf(source)) ?? 0) + bytes);
      continue;
    }
    grown += bytes;
    const { what, maxBytes, instead } = growing;
    if (bytes > maxBytes) {
      faults.push(`${name}: ${source} has ${bytes} bytes, and ${what} has at most ${maxBytes}. ${instead}`);
    }
  }
  const planned = 1_000 * Object.values(budget).reduce((sum, area) => sum + area, 0);
  const over = total - grown - planned - HEADROOM;
  if (over > 0) faults.push(coreFault(name, core, budget, over));
  return faults;
}

function coreFault(name: string, core: ReadonlyMap<string, number>, budget: CoreBudget, over: number): string {
  const areas = [...core]
    .map(([area, bytes]) => ({ area, bytes, more: bytes - 1_000 * (budget[area] ?? 0) }))
    .filter(({ more }) => more > 500)
    .sort((a, b) => b.more - a.more)
    .map(({ area, bytes, more }) => `  ${area}: ${bytes} bytes, ${more} more than in the budget`);
  return [
    `${name}: the core is ${over} bytes over its budget and the headroom of ${HEADROOM} bytes. It grew in`,
    ...areas,
    'Load it on demand (server/src/lsp/on-demand.ts), use less of the library, or, if every start needs it, raise the area in',
    'BUDGETS of test/repository/size.test.ts and give the reason in the commit.',
  ].join('\n');
}

/** The part of the core that a file belongs to: a folder of the sources, or the libraries. */
export function areaOf(source: string): string {
  if (source.includes('node_modules/')) return 'libraries';
  return /^(?:server|client)\/src\/([^/]+)\//.exec(source)?.[1] ?? (source.startsWith('client/') ? 'client' : 'others');
}
