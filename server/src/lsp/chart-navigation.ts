import type { Hover, Location, Position } from 'vscode-languageserver';
import type { ChartUses } from '../helm/chart-uses.ts';
import type { Place } from '../helm/source.ts';
import { t } from '../text/localize.ts';
import { codeSpan, link } from '../text/markdown.ts';
import { isPacked } from '../workspace/chart-files.ts';
import type { ChartFiles } from '../workspace/editable-chart.ts';
import type { File } from '../workspace/report.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { hoverOf } from './hover.ts';

/** Where the value or the named template is defined that a template of a chart names at a position. */
export function chartDefinitionsAt(file: File, position: Position, protocol: ProtocolContext): Promise<Location[]> {
  const offset = file.lines.offsetAt(position);
  return locations(file, protocol, (uses, path) => uses.definitionsAt(path, offset));
}

/** Where the templates of a chart use the value or the named template at a position of a template or a values file. */
export function chartReferencesAt(
  file: File,
  position: Position,
  includesOwn: boolean,
  protocol: ProtocolContext,
): Promise<Location[]> {
  const offset = file.lines.offsetAt(position);
  return locations(file, protocol, (uses, path) => uses.referencesAt(path, offset, includesOwn));
}

/** The value that a template of a chart uses at a position, and its file. */
export async function chartHoverAt(file: File, position: Position, protocol: ProtocolContext): Promise<Hover | null> {
  const offset = file.lines.offsetAt(position);
  for (const { uses, path, uriOf } of await chartsWith(file, protocol)) {
    const found = uses.valueAt(path, offset);
    const at = found && locationOf(found.keyAt, uriOf, protocol);
    if (found === undefined || at === undefined) continue;
    const { use, keyAt, written } = found;
    const line = at.range.start.line + 1;
    const where = link(`${keyAt.source.path}, ${t`line ${line}`}`, `${at.uri}#L${line}`);
    const isShort = written !== '' && written.length <= MAX_VALUE && !/[\n\r]/.test(written);
    const name = codeSpan(`.Values.${use.path.join('.')}`);
    const markdown = isShort ? `${name}: ${codeSpan(written)} (${where})` : `${name} (${where})`;
    return hoverOf(file, { at: use, markdown }, 0, protocol.client);
  }
  return null;
}

/** A longer value is not shown. */
const MAX_VALUE = 100;

async function locations(
  file: File,
  protocol: ProtocolContext,
  find: (uses: ChartUses, path: string) => readonly Place[],
): Promise<Location[]> {
  const found = new Map<string, Location>();
  for (const { uses, path, uriOf } of await chartsWith(file, protocol)) {
    for (const place of find(uses, path)) {
      const location = locationOf(place, uriOf, protocol);
      if (location !== undefined) found.set(JSON.stringify(location), location);
    }
  }
  return [...found.values()];
}

async function chartsWith(
  { uri }: File,
  { workspace }: ProtocolContext,
): Promise<(Pick<ChartFiles, 'path' | 'uriOf'> & { readonly uses: ChartUses })[]> {
  const charts = workspace.chartsWith(uri);
  if (charts.length === 0) return [];
  // Loaded late: most workspaces have no charts.
  const { ChartUses } = await import('../helm/chart-uses.ts');
  return charts.map(({ files, path, uriOf }) => ({ uses: new ChartUses(files), path, uriOf }));
}

function locationOf(
  { source, start, end }: Place,
  uriOf: ChartFiles['uriOf'],
  { workspace, toClient }: ProtocolContext,
): Location | undefined {
  const file = workspace.file(uriOf(source.path));
  if (file === undefined || isPacked(file.uri)) return undefined;
  return { uri: toClient(file.uri), range: rangeOf(file, { start, end }) };
}
