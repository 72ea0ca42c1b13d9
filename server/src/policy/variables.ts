import type { Settings } from '../lint/settings/settings.ts';
import { BETA_OS_LABEL, OS_LABEL, WINDOWS_BUILD_LABEL } from '../windows/node-constraint.ts';
import { BUILDS_OF_IMAGES, imagesOf } from './images.ts';
import {
  HOST_BUILDS,
  IS_VIRTUAL,
  leaves,
  POD_POINTER,
  podMetadataOf,
  podSpecOf,
  regularContainers,
  requirementLists,
} from './pod-system.ts';

/** A CEL expression with a name, such as a variable of a policy. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

const OS_KEYS = [OS_LABEL, BETA_OS_LABEL, WINDOWS_BUILD_LABEL];

const HOST_PROCESS_OF = 'c.?securityContext.windowsOptions.hostProcess.orValue(variables.podHostProcess)';

/** The exceptions in a ConfigMap. */
const EXCEPTIONS: readonly NamedExpression[] = [
  // `params` is null for a binding without a ConfigMap.
  { name: 'exceptions', expression: 'params == null ? {} : params.?data.orValue({})' },
  {
    name: 'exempt',
    expression:
      'variables.exceptions.filter(key, variables.exceptions[key].matches(' +
      '"(^|[\\\\s,])(" + request.namespace + "|[*])([\\\\s,]|$)"))',
  },
];

/** The variables on the object; each one follows those that it reads. */
export const objectVariables = (settings: Settings): readonly NamedExpression[] => [
  { name: 'spec', expression: podSpecOf('object') },
  { name: 'metadata', expression: podMetadataOf('object') },
  { name: 'pod', expression: POD_POINTER },
  { name: 'declared', expression: 'variables.spec.?os.name.orValue("") == "windows"' },
  { name: 'regular', expression: regularContainers('variables.spec') },
  { name: 'lasting', expression: 'variables.regular + variables.spec.?initContainers.orValue([])' },
  { name: 'containers', expression: 'variables.lasting + variables.spec.?ephemeralContainers.orValue([])' },
  { name: 'volumes', expression: 'variables.spec.?volumes.orValue([])' },
  {
    name: 'podHostProcess',
    expression: 'variables.spec.?securityContext.windowsOptions.hostProcess.orValue(false)',
  },
  { name: 'anyHostProcess', expression: `variables.containers.exists(c, ${HOST_PROCESS_OF})` },
  { name: 'allHostProcess', expression: `variables.containers.all(c, ${HOST_PROCESS_OF})` },
  {
    name: 'severalPods',
    expression:
      'dyn(object).kind == "DaemonSet" || (dyn(object).kind in ["Deployment", "ReplicaSet", "ReplicationController"] && ' +
      'dyn(object).?spec.replicas.orValue(1) > 1) || (dyn(object).kind in ["Job", "CronJob"] && ' +
      '[dyn(object).kind == "Job" ? dyn(object).spec : dyn(object).spec.jobTemplate.spec].exists(job, ' +
      'job.?completionMode.orValue("") != "Indexed" && job.?parallelism.orValue(1) > 1))',
  },
  { name: 'images', expression: imagesOf(settings) },
  { name: 'builds', expression: BUILDS_OF_IMAGES },
  // The builds of containers that share the kernel of the node.
  {
    name: 'sharedBuilds',
    expression:
      'variables.builds.filter(image, image.os != "linux" && image.build != "" && ' +
      `!variables.containers.exists(c, c.name == image.name && ${HOST_PROCESS_OF}))`,
  },
  { name: 'requirements', expression: requirementLists('variables.spec') },
  {
    name: 'osRequirements',
    expression: `variables.requirements.map(all, all.filter(r, r.key in ${JSON.stringify(OS_KEYS)}))`,
  },
  {
    name: 'withoutBuild',
    expression: `variables.requirements.map(all, all.filter(r, r.key != "${WINDOWS_BUILD_LABEL}"))`,
  },
  { name: 'hostBuilds', expression: HOST_BUILDS },
  { name: 'isVirtual', expression: IS_VIRTUAL },
  { name: 'onWindows', expression: leaves('windows', 'variables.requirements') },
  { name: 'onLinux', expression: leaves('linux', 'variables.requirements') },
  {
    name: 'isForWindows',
    expression:
      '[variables.spec.?os.name.orValue("").lowerAscii()].exists(os, os == "windows" || (os != "linux" && ' +
      'variables.onWindows && (!variables.onLinux || variables.podHostProcess || variables.anyHostProcess)))',
  },
  {
    name: 'isForLinux',
    expression:
      '[variables.spec.?os.name.orValue("").lowerAscii()].exists(os, os == "linux" || (os != "windows" && ' +
      'variables.onLinux && !variables.onWindows))',
  },
];

/** The variables that expressions read, directly or through other variables. */
export function variablesReadBy(expressions: readonly string[], settings: Settings): NamedExpression[] {
  const isRead = new Set<string>();
  const addReads = (expression: string) => {
    for (const [, name = ''] of expression.matchAll(/variables\.(\w+)/g)) isRead.add(name);
  };
  expressions.forEach(addReads);
  return [...EXCEPTIONS, ...objectVariables(settings)]
    .toReversed()
    .filter(({ name, expression }) => {
      if (isRead.has(name)) addReads(expression);
      return isRead.has(name);
    })
    .reverse();
}
