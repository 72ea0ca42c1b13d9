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
export function misplacedFields(pod: Pod): MisplacedField[] {
  return pod.spec.document.doubts.aside(() => findFields(pod)).value;
}

function findFields(pod: Pod): MisplacedField[] {
  return [pod.spec, ...pod.containers.map(({ field }) => field)].flatMap((owner) => {
    const context = owner.get('securityContext');
    const target = [...owner.path, 'securityContext'];
    const outside = context === undefined ? [] : fieldsIn(context, target, ['windowsOptions']);
    const options = [owner, context].flatMap((mapping) => (mapping === undefined ? [] : optionsIn(mapping)));
    return [
      ...fieldsIn(owner, target, ['securityContext', 'windowsOptions']),
      ...outside,
      ...options.flatMap((mapping) => fieldsInOptions(mapping, target)),
    ];
  });
}

/** The fields that are directly in a pod spec, a container or a security context; `path` leads to `windowsOptions`. */
function fieldsIn(mapping: Field, context: FieldPath, path: readonly string[]): MisplacedField[] {
  const parents = path.slice(0, -1).join('.');
  return mapping.entries().flatMap(([written, field]): MisplacedField[] => {
    const lower = written.toLowerCase();
    if (lower === OPTIONS_KEY.toLowerCase()) {
      const isPlace = parents === '';
      if (isPlace && written === OPTIONS_KEY) return [];
      const parent = isPlace ? undefined : parents;
      return [{ field, key: OPTIONS_KEY, parent, target: [...context, OPTIONS_KEY] }];
    }
    const key = OPTIONS.get(lower);
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

function optionsIn(mapping: Field): Field[] {
  return mapping.entries().flatMap(([key, field]) => (key.toLowerCase() === OPTIONS_KEY.toLowerCase() ? field : []));
}

const OPTIONS_KEY = 'windowsOptions';

/** The fields of `windowsOptions` by their names in lower case. */
const OPTIONS: ReadonlyMap<string, string> = new Map(
  ['gmsaCredentialSpec', 'gmsaCredentialSpecName', 'hostProcess', 'runAsUserName'].map((key) => [
    key.toLowerCase(),
    key,
  ]),
);
