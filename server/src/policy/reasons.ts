import { isWithin, NEWEST_VERSION } from '../kubernetes/version.ts';
import type { Rule } from '../lint/rule.ts';
import { isExpressed } from './expressions/index.ts';
import { OLDEST } from './policies.ts';

const OTHER_OBJECTS = 'It depends on other objects, and a policy sees only the one in the request.';
const COMMANDS = 'It reads command lines word by word, as Windows and shells do.';
const GUESSED = 'It is about pods that probably run on Windows, and a policy is only about pods that certainly do.';
const YAML = 'It is about how the YAML is written, and the API server passes on only the values.';
const WEIGHS_EVIDENCE = 'It weighs everything in a pod that indicates an operating system.';
const DROPPED = 'It is about fields that the API server has dropped before it asks a policy.';
const LOCK = 'It reads `.kubewin-images.yaml`, and a policy does not know what registries say of images.';
const DOCKER = 'It is about Docker, which the releases with such policies do not support as a container runtime.';

/** Why no policy can express a rule, by its ID, unless the reason follows from its definition. */
export const REASONS: Readonly<Record<string, string>> = {
  'command/cmd-forward-slash': COMMANDS,
  'command/dollar-paren-substitution': COMMANDS,
  'command/icmp-outside-cluster': COMMANDS,
  'command/kill-signals': COMMANDS,
  'command/linux-shell': COMMANDS,
  'command/linux-utility': COMMANDS,
  'command/not-a-program': COMMANDS,
  'command/powershell-not-in-image': COMMANDS,
  'command/timeout-without-console': COMMANDS,
  'host-process/program-not-on-node': COMMANDS,
  'command/probe-timeout': COMMANDS,
  'command/variable-syntax': COMMANDS,
  'volume-mounts/linux-system-path': COMMANDS,
  'dns/partially-qualified-name': OTHER_OBJECTS,
  'gmsa/credential-spec-object-missing': OTHER_OBJECTS,
  'gmsa/service-account-not-authorized': OTHER_OBJECTS,
  'host-process/pod-security': OTHER_OBJECTS,
  'pod/service-account-not-found': OTHER_OBJECTS,
  'pod-security/restricted-needs-os': OTHER_OBJECTS,
  'pod-security/restricted-old-policy': OTHER_OBJECTS,
  'pod-security/restricted-run-as-non-root': OTHER_OBJECTS,
  'runtime-class/node-selector-conflict': OTHER_OBJECTS,
  'runtime-class/not-found': OTHER_OBJECTS,
  'scheduling/no-fitting-node': OTHER_OBJECTS,
  'scheduling/taint-value-case': OTHER_OBJECTS,
  'scheduling/windows-build-recommended': OTHER_OBJECTS,
  'volumes/secret-provider': OTHER_OBJECTS,
  'volumes/smb-domain': OTHER_OBJECTS,
  'volumes/smb-service-name': 'Almost all such volumes are PersistentVolumes, and a policy sees only the pod.',
  'volumes/config-key-case-collision': OTHER_OBJECTS,
  'volumes/config-key-reserved-name': OTHER_OBJECTS,
  'pod/injected-sidecar': OTHER_OBJECTS,
  'gmsa/several-pods': 'It is about a setting of a webhook, which no pod shows.',
  'gmsa/credential-spec-not-json': 'It reads JSON, which the expressions of policies cannot do.',
  'scheduling/daemon-set-without-os': WEIGHS_EVIDENCE,
  'scheduling/linux-pod-missing-os-constraint': WEIGHS_EVIDENCE,
  'scheduling/node-affinity-or-terms': GUESSED,
  'scheduling/node-affinity-preferred-only': GUESSED,
  'scheduling/toleration-without-selector': GUESSED,
  'scheduling/eks-node-selector': 'It is about what the webhook of one provider reads.',
  'scheduling/outside-pod-template': DROPPED,
  'security-context/misplaced-windows-field': DROPPED,
  'scheduling/missing-toleration': 'It is about the taint of the nodes of one cluster.',
  'volume-mounts/single-file-docker': DOCKER,
  'yaml/backslash-in-double-quotes': YAML,
  'yaml/bare-drive-letter': YAML,
  'os/not-an-object': 'It is about an object that the API server cannot decode.',
  'container/host-port': 'It is about the network plug-in of one cluster.',
  'host-process/token-path': 'It is about containerd 1.6, and searches in texts of all kinds.',
  'image/no-variant-for-architecture': LOCK,
  'image/missing-os-version': LOCK,
};

/** Why no policy expresses a rule; undefined if one does. */
export function reasonAgainst({ id, gate, outcomes }: Rule): string | undefined {
  if (isExpressed(id)) return undefined;
  if (gate === 'object') return 'It is about other objects than workloads.';
  const isOver = outcomes.every(
    ({ until }) =>
      until !== undefined && !isWithin(NEWEST_VERSION, OLDEST, until) && !isWithin(OLDEST, undefined, until),
  );
  if (isOver) return `It is about releases before ${OLDEST}, which do not have such policies.`;
  return Object.hasOwn(REASONS, id) ? REASONS[id] : undefined;
}
