import type { Definition } from './ast.ts';
import type { Variable } from './changes.ts';
import { holeAt } from './function.ts';
import type { Site, Source } from './source.ts';
import { unknown, type Value } from './value.ts';

/** The templates that can be included, by their names. */
export class Definitions {
  readonly #own = new Map<string, Definition>();
  readonly #outer: Definitions | undefined;

  constructor(outer?: Definitions) {
    this.#outer = outer;
  }

  get(name: string): Definition | undefined {
    return this.#own.get(name) ?? this.#outer?.get(name);
  }

  set(definition: Definition): void {
    this.#own.set(definition.name, definition);
  }
}

/** The execution of one template. */
export class Frame {
  readonly source: Source;
  readonly definitions: Definitions;
  /** The action that included the template. */
  readonly site: Site | undefined;
  readonly depth: number;
  readonly #variables: Variable[];

  constructor(source: Source, definitions: Definitions, dot: Value, site: Site | undefined, depth: number) {
    this.source = source;
    this.definitions = definitions;
    this.site = site;
    this.depth = depth;
    this.#variables = [{ name: '$', value: dot }];
  }

  /** The variable of a name that was declared last. */
  variable(name: string): Variable | undefined {
    return this.#variables.findLast((variable) => variable.name === name);
  }

  declare(name: string, value: Value): void {
    this.#variables.push({ name, value });
  }

  /** Runs a block: variables that it declares end with it. */
  block<T>(run: () => T): T {
    const { length } = this.#variables;
    try {
      return run();
    } finally {
      this.#variables.length = length;
    }
  }

  /** The unknown value of an expression. */
  unknownAt(start: number, end: number): Value {
    return unknown(holeAt({ source: this.source, start, end }));
  }
}
