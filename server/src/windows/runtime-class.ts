import type { RuntimeClassFact } from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import type { Field } from '../yaml/read/field.ts';
import { nodesSelected } from './node-constraint.ts';

/** The handler of a RuntimeClass, in its place before v1beta1 too. */
export function handlerOf({ field }: KubeObject): Field | undefined {
  return field.get('handler') ?? field.at('spec', 'runtimeHandler');
}

/** The node selector of a RuntimeClass; empty where it has none. */
export function classNodeSelector({ field }: KubeObject): Record<string, string> {
  const scheduling = field.get('scheduling') ?? field.at('spec', 'scheduling');
  return scheduling?.get('nodeSelector')?.stringMap() ?? {};
}

/** Whether a RuntimeClass is for Windows nodes: by its labels, or by the words of its name or handler. */
export function isForWindows(object: KubeObject): boolean {
  const { name } = object;
  return isWindowsClass({
    name: name ?? '',
    handler: handlerOf(object)?.string,
    nodeSelector: classNodeSelector(object),
  });
}

/** The same for a RuntimeClass elsewhere in the workspace. */
export function isWindowsClass({
  name,
  handler,
  nodeSelector,
}: Pick<RuntimeClassFact, 'name' | 'handler' | 'nodeSelector'>): boolean {
  return namesWindows(name) || namesWindows(handler ?? '') || nodesSelected(nodeSelector) === 'windows';
}

/** Whether the name of a RuntimeClass or handler speaks of Windows; `wcow` are Windows containers on Windows. */
function namesWindows(name: string): boolean {
  return /windows|wcow/i.test(name);
}
