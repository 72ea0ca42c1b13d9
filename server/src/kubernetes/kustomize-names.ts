import { type Document, parse } from '../yaml/read/document.ts';
import type { Field } from '../yaml/read/field.ts';
import type { EmbeddedPods } from './embedded-pods.ts';
import { isSameName, nameOccurrences, type ObjectName } from './name-occurrences.ts';
import { matchesPattern } from './rendering.ts';

/** What is asked of a document: whether it would still mean the object after its name has changed. */
interface Renaming {
  readonly target: ObjectName;
  readonly newName: string;
  readonly configured: EmbeddedPods;
}

/**
 * Whether a Kustomize file or a JSON patch names an object in a way that renaming it would break: it generates the object,
 * selects it by its name, or writes the name in a patch. Also true if it generates an object with the new name.
 */
export function dependsOnName({ root }: Pick<Document, 'root'>, renaming: Renaming): boolean {
  if (root === undefined) return false;
  if (root.isSequence) return writesName(root, renaming.target.name);
  const items = (key: string) => root.get(key)?.items() ?? [];
  const { target, newName } = renaming;
  const patches = [...items('patches'), ...items('patchesJson6902')];
  const selectors = [
    ...patches.map((patch) => patch.get('target')),
    ...items('vars').map((variable) => variable.get('objref')),
    ...items('replacements').flatMap((replacement) => [
      replacement.get('source'),
      ...(replacement.get('targets')?.items() ?? []).map((selected) => selected.get('select')),
    ]),
  ];
  const inline = [...patches.map((patch) => patch.get('patch')), ...items('patchesStrategicMerge')];
  return (
    (target.kind === 'ConfigMap' &&
      items('configMapGenerator').some((generator) =>
        [target.name, newName].includes(generator.get('name')?.string ?? ''),
      )) ||
    selectors.some((selector) => selector !== undefined && selectsByName(selector, renaming)) ||
    inline.some((patch) => patch?.string?.includes(target.name) && isInPatch(patch.string, renaming))
  );
}

/** Whether a selector selects the object under only one of its names. */
function selectsByName(selector: Field, { target, newName }: Renaming): boolean {
  const pattern = selector.get('name')?.string;
  if (matchesPattern(selector.get('kind')?.string, [target.kind]) === 'no') return false;
  const answers = [target.name, newName].map((name) => matchesPattern(pattern, [name]));
  return answers.includes('maybe') || answers[0] !== answers[1];
}

/** Whether the text of a patch contains the name of the object. */
function isInPatch(text: string, { target, configured }: Renaming): boolean {
  const document = parse(text);
  if (document.root?.isSequence) return writesName(document.root, target.name);
  return nameOccurrences(document, configured).some((occurrence) => isSameName(occurrence, target));
}

/** Whether an operation of a JSON patch writes a name. */
function writesName(operations: Field, name: string): boolean {
  return operations
    .items()
    .some((operation) => operation.get('op') !== undefined && contains(operation.get('value'), name));
}

function contains(field: Field | undefined, name: string): boolean {
  if (field === undefined) return false;
  if (field.string === name) return true;
  return [...field.items(), ...field.entries().map(([, value]) => value)].some((value) => contains(value, name));
}
