import type { TemplateFunction } from '../function.ts';
import { DICT_FUNCTIONS } from './dicts.ts';
import { ENCODING_FUNCTIONS } from './encoding.ts';
import { LIST_FUNCTIONS } from './lists.ts';
import { LOGIC_FUNCTIONS } from './logic.ts';
import { NUMBER_FUNCTIONS } from './numbers.ts';
import { OTHER_FUNCTIONS } from './others.ts';
import { REGEX_FUNCTIONS } from './regex.ts';
import { SERIALIZATION_FUNCTIONS } from './serialization.ts';
import { STRING_FUNCTIONS } from './strings.ts';

/**
 * The functions of templates by their names. The result of any other function is unknown: of those that look things up in
 * the cluster, depend on time or chance, or are rare.
 */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map(
  [
    STRING_FUNCTIONS,
    LOGIC_FUNCTIONS,
    LIST_FUNCTIONS,
    DICT_FUNCTIONS,
    NUMBER_FUNCTIONS,
    ENCODING_FUNCTIONS,
    SERIALIZATION_FUNCTIONS,
    REGEX_FUNCTIONS,
    OTHER_FUNCTIONS,
  ].flatMap((table) => Object.entries(table)),
);
