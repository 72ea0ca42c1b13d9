import { isWithin, NEWEST_VERSION } from '../kubernetes/version.ts';
import type { Rule } from '../lint/rule.ts';
import { EXPRESSIONS } from './expressions.ts';
import { OLDEST } from './policies.ts';

const OTHER_OBJECTS = 'It depends on other objects, and a policy sees only the one in the request.';
const COMMANDS = 'It reads command lines word by word, as Windows and shells do.';
const IMAGES = 'It reads names and tags of images with more patterns than a policy can evaluate cheaply.';
const GUESSED = 'It is about pods that probably run on Windows, and a policy is only about pods that certainly do.';
const YAML = 'It is about how the YAML is written, and the API server passes on only the values.';
const ADVICE = 'It is advice on what other manifests, nodes or providers offer.';

/** Why no policy can express a rule, by its id; what follows from its definition is not here. */
export const REASONS: Readonly<Record<string, string>> = {
  'command/cmd-forward-slash': COMMANDS,
  'command/dollar-paren-substitution': COMMANDS,
  'command/icmp-outside-cluster': COMMANDS,
  'command/kill-signals': COMMANDS,
  'command/linux-shell': COMMANDS,
  'command/linux-utility': COMMANDS,
  'command/not-a-program': COMMANDS,
  'command/powershell-in-nano-server': COMMANDS,
  'host-process/program-not-on-node': COMMANDS,
  'image/base-image-end-of-support': IMAGES,
  'image/build-mismatch-in-pod': IMAGES,
  'image/build-mismatch-with-node': IMAGES,
  'yaml/backslash-in-double-quotes': YAML,
  'yaml/bare-drive-letter': YAML,
  'scheduling/node-affinity-preferred-only': GUESSED,
  'scheduling/toleration-without-selector': GUESSED,
  'runtime-class/not-found': OTHER_OBJECTS,
  'scheduling/missing-toleration': ADVICE,
};

/** Why no policy expresses a rule; undefined for a rule that one expresses. */
export function reasonAgainst({ id, gate, outcomes }: Rule): string | undefined {
  if (Object.hasOwn(EXPRESSIONS, id)) return undefined;
  if (gate === 'object') return 'It is about other objects than workloads.';
  const isOver = outcomes.every(
    ({ until }) =>
      until !== undefined && !isWithin(NEWEST_VERSION, OLDEST, until) && !isWithin(OLDEST, undefined, until),
  );
  if (isOver) return `It is about releases before ${OLDEST}, which do not have such policies.`;
  return Object.hasOwn(REASONS, id) ? REASONS[id] : undefined;
}
