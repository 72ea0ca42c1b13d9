import type { RuntimeClassFact } from '../kubernetes/facts.ts';
import type { KubeObject } from '../kubernetes/object.ts';
import type { Field } from '../yaml/read/field.ts';
import { nodesSelected } from './node-constraint.ts';

/** The handler of a RuntimeClass, including `spec.runtimeHandler` of v1alpha1. */
export function handlerOf({ field }: KubeObject): Field | undefined {
  return field.get('handler') ?? field.at('spec', 'runtimeHandler');
}

/** The node selector of a RuntimeClass, empty by default. */
export function classNodeSelector({ field }: KubeObject): Record<string, string> {
  const scheduling = field.get('scheduling') ?? field.at('spec', 'scheduling');
  return scheduling?.get('nodeSelector')?.stringMap() ?? {};
}

/** Whether a RuntimeClass is for Windows nodes, by its node selector, name or handler. */
export function isForWindows(object: KubeObject): boolean {
  const { name } = object;
  return isWindowsClass({
    name: name ?? '',
    handler: handlerOf(object)?.string,
    nodeSelector: classNodeSelector(object),
  });
}

/** Whether the fact about a RuntimeClass shows that it is for Windows nodes. */
export function isWindowsClass({
  name,
  handler,
  nodeSelector,
}: Pick<RuntimeClassFact, 'name' | 'handler' | 'nodeSelector'>): boolean {
  return namesWindows(name) || namesWindows(handler ?? '') || nodesSelected(nodeSelector) === 'windows';
}

/** Whether the name of a RuntimeClass or handler indicates Windows; `wcow` means Windows containers on Windows. */
function namesWindows(name: string): boolean {
  return /windows|wcow/i.test(name);
}
