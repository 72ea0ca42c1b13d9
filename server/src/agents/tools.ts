import { isRecord } from '../lint/settings/settings.ts';
import { didYouMean } from '../text/nearest.ts';

/** The tools that language models can call. */
export type ToolName = 'kubewin_check' | 'kubewin_explain' | 'kubewin_fix';

/** A tool as hosts list it. Models read these texts to decide when to call it, so they are short and always English. */
export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** Longer texts are faults. */
  readonly inputs: Readonly<Record<string, ToolInput>>;
  /** The inputs of which a call has exactly one. */
  readonly oneOf: readonly [string, string];
}

interface ToolInput {
  readonly type: 'string' | 'boolean';
  readonly description: string;
  /** In UTF-16 code units. */
  readonly maxLength?: number;
}

/** The longest text of a call, in characters. */
const MAX_TEXT = 500_000;

const TEXT: ToolInput = {
  type: 'string',
  description: 'The text of one or more manifests, as YAML or JSON.',
  maxLength: MAX_TEXT,
};

const MAX_PATH = 4_096;

export const TOOLS: readonly Tool[] = [
  {
    name: 'kubewin_check',
    title: 'Check for Windows nodes',
    description:
      'Finds what does not work on Windows nodes in Kubernetes manifests, Helm charts and Kustomize files. Call it after you write or change a manifest for Windows pods. Returns findings with their rule, place, effect, and fixes with verified text edits. Give `text` or `path`.',
    inputs: {
      text: TEXT,
      path: {
        type: 'string',
        description: 'A file or folder of the workspace, such as `deploy/web.yaml`.',
        maxLength: MAX_PATH,
      },
      hints: { type: 'boolean', description: 'Also return recommendations. The default is false.' },
    },
    oneOf: ['text', 'path'],
  },
  {
    name: 'kubewin_explain',
    title: 'Explain a rule or field on Windows nodes',
    description:
      'Explains why something does not work on Windows nodes, and what to write instead. Call it with a rule that kubewin_check reports, or with a field before you use it in a Windows pod. Give `rule` or `field`.',
    inputs: {
      rule: { type: 'string', description: 'The ID or code of a rule, such as `pod/host-network`.', maxLength: 200 },
      field: {
        type: 'string',
        description: 'A field, such as `securityContext.runAsUser` or `spec.containers[0].image`.',
        maxLength: 500,
      },
      value: {
        type: 'string',
        description: 'A value to try in this field of a Windows pod: text, or JSON. Only with `field`.',
        maxLength: 2_000,
      },
    },
    oneOf: ['rule', 'field'],
  },
  {
    name: 'kubewin_fix',
    title: 'Apply safe fixes for Windows nodes',
    description:
      'Applies the safe fixes of kubewin_check: it removes fields that the API server rejects on Windows pods, and keeps comments and layout. Call it instead of removing these fields by hand. Give `text` or `path`.',
    inputs: {
      text: TEXT,
      path: { type: 'string', description: 'A file of the workspace, such as `deploy/web.yaml`.', maxLength: MAX_PATH },
      ineffective: {
        type: 'boolean',
        description: 'Also remove fields that have no effect on Windows pods. The default is false.',
      },
    },
    oneOf: ['text', 'path'],
  },
];

/** The JSON schema of the inputs of a tool. It has no `oneOf`, which some models do not support. */
export function inputSchema({ inputs }: Pick<Tool, 'inputs'>): Readonly<Record<string, unknown>> {
  return { type: 'object', properties: inputs, additionalProperties: false };
}

/** The inputs of a call that were validated. */
export type Inputs = Readonly<Record<string, string | boolean | undefined>>;

/** Validates the inputs of a call. The fault is a sentence that tells a model what to change. */
export function readInputs(
  { inputs, oneOf: [first, second] }: Tool,
  raw: unknown,
): { readonly inputs: Inputs } | { readonly fault: string } {
  if (!isRecord(raw)) return { fault: 'The input must be an object.' };
  for (const [name, value] of Object.entries(raw)) {
    const known = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (known === undefined) return { fault: `Unknown input \`${name}\`.${didYouMean(name, Object.keys(inputs))}` };
    const { type, maxLength = Number.POSITIVE_INFINITY } = known;
    if (typeof value !== type) return { fault: `The input \`${name}\` must be a ${type}.` };
    if (typeof value === 'string' && value.length > maxLength) {
      return { fault: `The input \`${name}\` has ${value.length} characters, and at most ${maxLength} are allowed.` };
    }
  }
  if (Object.hasOwn(raw, first) === Object.hasOwn(raw, second)) {
    return { fault: `Give either \`${first}\` or \`${second}\`.` };
  }
  return { inputs: raw as Inputs };
}
