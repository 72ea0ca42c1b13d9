// Fields of the pod and its containers as CEL. `container` is the container that a condition is about.

/** What applies to a container: its own field, otherwise that of the pod. */
export const effective = (path: string): string =>
  `container.?securityContext.${path}.or(variables.spec.?securityContext.${path})`;
export const USER_NAME: string = effective('windowsOptions.runAsUserName');
export const IS_HOST_PROCESS =
  'container.?securityContext.windowsOptions.hostProcess.orValue(variables.podHostProcess)';
export const IS_NON_ROOT: string = `${effective('runAsNonRoot')}.orValue(false)`;

/** The image of a container; empty if it is not set or null. */
export const imageOf = (container: string): string =>
  `(${container}.?image.orValue(null) == null ? "" : ${container}.image)`;

/** The handler of a RuntimeClass may isolate the pod, which a policy does not see. */
export const HAS_RUNTIME_CLASS = 'variables.spec.?runtimeClassName.orValue("") != ""';
