import type { Definition, Node } from './ast.ts';
import { MAX_INCLUDES, MAX_NESTING, MAX_STEPS } from './bounds.ts';
import { Changes } from './changes.ts';
import type { Services } from './expressions.ts';
import { Failure } from './failure.ts';
import { Definitions, Frame } from './frame.ts';
import { holeAt } from './function.ts';
import { FUNCTIONS } from './functions/index.ts';
import { NO_VALUE } from './go-format.ts';
import { parseTemplate } from './parse-template.ts';
import type { Place, Site, Source } from './source.ts';
import { SourcedText, TextBuilder } from './sourced-text.ts';
import { type Dict, text, type Value } from './value.ts';
import { type Output, Walk } from './walk.ts';

/** What the execution of a template takes. */
export interface Usage {
  /** The paths of the files whose templates are executed. */
  readonly files: ReadonlySet<string>;
  readonly steps: number;
}

/** Renders the templates of a chart, as `pkg/engine/engine.go` of Helm. */
export class Engine implements Services {
  readonly changes: Changes;
  readonly functions = FUNCTIONS;
  readonly #definitions = new Definitions();
  readonly #isIncomplete: boolean;
  /** The paths of the files whose templates were executed since the last call of `usage`. */
  #used = new Set<string>();
  #stepsBefore = 0;
  #steps = 0;
  #depth = 0;

  /** `isIncomplete`: there may be templates that are not defined here. `shared` are the maps that all templates read. */
  constructor(isIncomplete: boolean, shared: ReadonlySet<Dict['entries']>) {
    this.#isIncomplete = isIncomplete;
    this.changes = new Changes(shared);
  }

  define(definition: Definition): void {
    this.#definitions.set(definition);
  }

  /** What was executed since the last call. */
  usage(): Usage {
    const usage = { files: this.#used, steps: this.#steps - this.#stepsBefore };
    this.#used = new Set();
    this.#stepsBefore = this.#steps;
    return usage;
  }

  /** What a template writes. Throws `Failure`. */
  render(source: Source, nodes: readonly Node[], dot: Value): SourcedText {
    this.#used.add(source.path);
    const frame = new Frame(source, this.#definitions, dot, undefined, 0);
    return withoutNoValue(new Walk(this, frame, '').run(nodes, dot).text);
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS) throw new Failure('rendering takes too many steps', true);
  }

  nested<T>(run: () => T): T {
    if (this.#depth >= MAX_NESTING) throw new Failure('templates are nested too deeply', true);
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }

  include(frame: Frame, name: string, dot: Value, place: Place): Value {
    const definition = frame.definitions.get(name);
    if (definition === undefined && this.#isIncomplete) return text(holeAt(place));
    if (definition === undefined) throw new Failure(`template: no template "${name}"`);
    return asValue(this.#execute(frame, definition, frame.definitions, dot, place), place);
  }

  template(frame: Frame, template: SourcedText, dot: Value, place: Place): Value {
    const source = { path: frame.source.path, text: template.text };
    const { nodes, definitions: own, faults } = parseTemplate(source);
    const [fault] = faults;
    if (fault !== undefined) throw new Failure(`cannot parse template: ${fault.message}`);
    const definitions = new Definitions(frame.definitions);
    for (const definition of own.values()) definitions.set(definition);
    const { text: written, hasBranches } = this.#execute(frame, { name: '', source, nodes }, definitions, dot, place);
    return asValue({ text: withoutNoValue(replaced(written, source, template)), hasBranches }, place);
  }

  #execute(frame: Frame, { source, nodes }: Definition, definitions: Definitions, dot: Value, place: Place): Output {
    if (frame.depth >= MAX_INCLUDES) throw new Failure('templates are included too deeply', true);
    this.#used.add(source.path);
    const site = { place, includedBy: frame.site };
    const inner = new Frame(source, definitions, dot, site, frame.depth + 1);
    return this.nested(() => new Walk(this, inner, '').run(nodes, dot));
  }
}

/** An included text as a value. Branches that remain in a single line make it unknown as a whole. */
function asValue({ text: written, hasBranches }: Output, place: Place): Value {
  return text(hasBranches && !hasLines(written) ? holeAt(place) : written);
}

function hasLines({ text: written, pieces }: SourcedText): boolean {
  let at = 0;
  return pieces.some(({ kind, length }) => {
    at += length;
    return kind !== 'hole' && written.slice(at - length, at).includes('\n');
  });
}

/** A text without what Go writes for missing values. */
function withoutNoValue(written: SourcedText): SourcedText {
  if (!written.text.includes(NO_VALUE)) return written;
  const builder = new TextBuilder();
  let at = 0;
  for (let next = written.text.indexOf(NO_VALUE); next !== -1; next = written.text.indexOf(NO_VALUE, at)) {
    builder.add(written.slice(at, next));
    at = next + NO_VALUE.length;
  }
  return builder.add(written.slice(at)).finish();
}

/** A text whose pieces from the source of a `tpl` are those of the text that it was made of. */
function replaced(written: SourcedText, source: Source, template: SourcedText): SourcedText {
  const siteOf = (site: Site | undefined): Site | undefined => {
    if (site?.place.source !== source) return site;
    return { place: template.originAt(site.place.start) ?? site.place, includedBy: siteOf(site.includedBy) };
  };
  const builder = new TextBuilder();
  let at = 0;
  for (const piece of written.pieces) {
    const text = written.text.slice(at, at + piece.length);
    at += piece.length;
    const site = siteOf(piece.site);
    if (piece.source !== source) builder.add(new SourcedText(text, [{ ...piece, site }]));
    else if (piece.kind === 'exact' && site !== undefined) {
      builder.add(template.slice(piece.start, piece.end).writtenBy(site));
    } else {
      const { source: from, start, end } = template.originAt(piece.start) ?? piece;
      builder.add(new SourcedText(text, [{ ...piece, source: from, start, end, site }]));
    }
  }
  return builder.finish();
}
