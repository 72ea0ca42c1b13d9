import type { Pod } from '../kubernetes/pod.ts';
import type { Field } from '../yaml/read/field.ts';
import type { FieldPath } from '../yaml/read/path.ts';

/** A field that only Windows pods have, in a place or with a spelling that the API does not have. */
export interface MisplacedField {
  readonly field: Field;
  /** The key as the API has it. */
  readonly key: string;
  /** The mapping to which it belongs, from the one in which it is written; undefined if only its case is wrong. */
  readonly parent: string | undefined;
  /** The path to which it belongs. */
  readonly target: FieldPath;
}

/**
 * The Windows fields that the API server does not know where or as they are written: beside `windowsOptions` or
 * `securityContext`, or in the wrong case, because field names are case-sensitive to it. What a template may add beside them
 * does not matter.
 */
export function misplacedFields({ spec, containers }: Pod): readonly MisplacedField[] {
  const { doubts } = spec.document;
  return doubts.aside(() => doubts.once(findFields, spec, containers)).value;
}

function findFields(spec: Field, containers: Pod['containers']): MisplacedField[] {
  return [spec, ...containers.map(({ field }) => field)].flatMap((owner) => {
    const target = [...owner.path, 'securityContext'];
    const own = windowsEntries(owner);
    const inContext = windowsEntries(owner.get('securityContext'));
    return [
      ...fieldsIn(own, target, ['securityContext', 'windowsOptions']),
      ...fieldsIn(inContext, target, ['windowsOptions']),
      ...[...own, ...inContext].flatMap((entry) => (isOptions(entry) ? fieldsInOptions(entry[1], target) : [])),
    ];
  });
}

/** The fields that are directly in a pod spec, a container or a security context; `path` leads to `windowsOptions`. */
function fieldsIn(entries: readonly Entry[], context: FieldPath, path: readonly string[]): MisplacedField[] {
  const parents = path.slice(0, -1).join('.');
  return entries.flatMap((entry): MisplacedField[] => {
    const [written, field] = entry;
    if (isOptions(entry)) {
      const isPlace = parents === '';
      if (isPlace && written === OPTIONS_KEY) return [];
      const parent = isPlace ? undefined : parents;
      return [{ field, key: OPTIONS_KEY, parent, target: [...context, OPTIONS_KEY] }];
    }
    const key = OPTIONS.get(written.toLowerCase());
    if (key === undefined) return [];
    return [{ field, key, parent: path.join('.'), target: [...context, OPTIONS_KEY, key] }];
  });
}

/** The fields in `windowsOptions`, wherever and in whatever case it is written. */
function fieldsInOptions(options: Field, context: FieldPath): MisplacedField[] {
  return options.entries().flatMap(([written, field]): MisplacedField[] => {
    if (written === 'runAsNonRoot') {
      return [{ field, key: written, parent: 'securityContext', target: [...context, written] }];
    }
    const key = OPTIONS.get(written.toLowerCase());
    if (key === undefined || key === written) return [];
    return [{ field, key, parent: undefined, target: [...options.path, key] }];
  });
}

type Entry = readonly [key: string, field: Field];

/** The entries of a mapping whose keys are `windowsOptions` or a field of it, in whatever case. */
function windowsEntries(mapping: Field | undefined): Entry[] {
  return mapping?.entries().filter((entry) => isOptions(entry) || OPTIONS.has(entry[0].toLowerCase())) ?? [];
}

function isOptions([key]: Entry): boolean {
  return key.length === OPTIONS_KEY.length && key.toLowerCase() === OPTIONS_KEY.toLowerCase();
}

const OPTIONS_KEY = 'windowsOptions';

/** The fields of `windowsOptions` by their names in lower case. */
const OPTIONS: ReadonlyMap<string, string> = new Map(
  ['gmsaCredentialSpec', 'gmsaCredentialSpecName', 'hostProcess', 'runAsUserName'].map((key) => [
    key.toLowerCase(),
    key,
  ]),
);
