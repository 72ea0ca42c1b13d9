import type { Fact } from '../../server/src/kubernetes/facts.ts';
import { objects } from '../../server/src/kubernetes/object.ts';
import { type Pod, podsOf } from '../../server/src/kubernetes/pod.ts';
import type { Facts } from '../../server/src/kubernetes/questions.ts';
import { FactIndex } from '../../server/src/workspace/fact-index.ts';
import { parse } from '../../server/src/yaml/read/document.ts';

/** A pod with a spec, as lines or in flow style, and metadata in flow style; a container is added if it has none. */
export function podWith(spec: string, labels = '{}', annotations = '{}'): Pod {
  const containers = /^containers:/m.test(spec) ? '' : '  containers: [{name: c, image: "registry.example/app:1"}]\n';
  const metadata = `{name: p, labels: ${labels}, annotations: ${annotations}}`;
  const text = `apiVersion: v1\nkind: Pod\nmetadata: ${metadata}\nspec:\n${containers}${spec.replace(/^/gm, '  ')}\n`;
  const document = parse(text);
  const [object] = objects(document);
  const [pod] = object ? podsOf(object, {}) : [];
  if (pod === undefined || document.errors.length > 0) throw new Error(`no pod: ${text}`);
  return pod;
}

/** A workspace with exactly these facts. */
export function factsOf(...facts: readonly Fact[]): Facts {
  return new FactIndex((kind) => facts.filter((fact) => fact.kind === kind));
}

/** A flow-style list of containers, one for each text of fields. */
export function containers(...fields: string[]): string {
  return `containers: [${fields.map((text, i) => `{name: c${i}, ${text}}`).join(', ')}]`;
}

/** Required node affinity with these terms, each a flow-style mapping. */
export function affinity(...terms: string[]): string {
  const required = `requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [${terms.join(', ')}]}`;
  return `affinity: {nodeAffinity: {${required}}}`;
}

/** A node selector term with these expressions, each the fields of a flow-style mapping. */
export function term(...expressions: string[]): string {
  return `{matchExpressions: [${expressions.map((text) => `{${text}}`).join(', ')}]}`;
}
