// Fields of the pod and its containers as CEL. `container` is the container that a condition is about.

/** What applies to a container: its own field, otherwise that of the pod. */
export const effective = (path: string): string =>
  `container.?securityContext.${path}.or(variables.spec.?securityContext.${path})`;
export const USER_NAME: string = effective('windowsOptions.runAsUserName');
export const IS_HOST_PROCESS: string = `${effective('windowsOptions.hostProcess')}.orValue(false)`;
export const IS_NON_ROOT: string = `${effective('runAsNonRoot')}.orValue(false)`;

/** The handler of a RuntimeClass may isolate the pod, which a policy does not see. */
export const HAS_RUNTIME_CLASS = 'variables.spec.?runtimeClassName.orValue("") != ""';
