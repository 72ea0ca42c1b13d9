import type { Pod } from '../kubernetes/pod.ts';
import { isWithin } from '../kubernetes/version.ts';
import { mountsOf } from '../kubernetes/volume.ts';
import type { CheckContext, Field, Fix } from '../lint/rule.ts';
import { account, isHostProcessAccount } from '../windows/accounts.ts';
import { HOST_PROCESS_ACCOUNTS, hostEndpoint } from '../windows/host-process-options.ts';
import { policiesFor } from '../windows/pod-security.ts';
import type { Change } from '../yaml/edit/change.ts';
import { aboveContainers } from './scheduling-place.ts';

/**
 * Converts all containers of an ordinary Windows pod to HostProcess containers: adds the required fields and removes those
 * that are forbidden or have no effect. Not offered if a container would then not run, or run differently.
 */
export function convertToHostProcess(pod: Pod, context: CheckContext): Fix[] {
  if (!canConvert(pod, context)) return [];
  const { spec, containers } = pod;
  const options = [...spec.path, 'securityContext', 'windowsOptions'];
  const place = aboveContainers(pod);
  const hostNetwork = spec.get('hostNetwork');
  const isNamed = spec.at('securityContext', 'windowsOptions', 'runAsUserName') !== undefined;
  const [system] = HOST_PROCESS_ACCOUNTS;
  const unused = [
    spec.get('hostPID'),
    spec.get('hostIPC'),
    ...containers.flatMap(({ field }) => [field.at('securityContext', 'privileged'), ...bidirectional(field)]),
  ];
  return [
    {
      title: 'Make it a HostProcess pod',
      safety: 'review',
      changes: [
        { kind: 'insert', path: [...options, 'hostProcess'], value: true, place },
        ...(isNamed ? [] : [{ kind: 'insert', path: [...options, 'runAsUserName'], value: system, place } as const]),
        ...(hostNetwork === undefined
          ? [{ kind: 'insert', path: [...spec.path, 'hostNetwork'], value: true, place } as const]
          : hostNetwork.boolean === true
            ? []
            : [{ kind: 'replace', path: hostNetwork.path, value: true } as const]),
        ...unused.flatMap((field): Change[] => (field === undefined ? [] : [{ kind: 'remove', path: field.path }])),
      ],
    },
  ];
}

/** Whether a pod is one that works on its node: of a DaemonSet, with `hostNetwork`, or with a path of the node. */
export function isNodeAgent({ object, spec }: Pod): boolean {
  return (
    object.kind === 'DaemonSet' ||
    spec.get('hostNetwork')?.boolean === true ||
    (spec.get('volumes')?.items() ?? []).some((volume) => volume.get('hostPath') !== undefined)
  );
}

/** The API server allows `Bidirectional` mounts to privileged containers only. */
export function bidirectional(container: Field): Field[] {
  const mounts = container.get('volumeMounts')?.items() ?? [];
  return mounts.flatMap((mount) => {
    const propagation = mount.get('mountPropagation');
    return propagation?.string === 'Bidirectional' ? propagation : [];
  });
}

function canConvert(pod: Pod, { object, settings, facts }: CheckContext): boolean {
  const { spec, containers, partial } = pod;
  const { kubernetesVersion, containerRuntime } = settings;
  // In 1.22 the feature is off by default, and the API server rejects the field.
  if (partial || spec.holdsActions || !isWithin(kubernetesVersion, '1.23')) return false;
  // Docker does not run them, and with containerd 1.6 mounts are at other paths.
  const mounts = containers.flatMap(({ field }) => field.get('volumeMounts')?.items() ?? []);
  if (containerRuntime === 'docker' || (containerRuntime === 'containerd-1.6' && mounts.length > 0)) return false;
  // Both levels of Pod Security forbid it.
  if (policiesFor(object, kubernetesVersion, facts).length > 0) return false;
  const options = [spec, ...containers.map(({ field }) => field)].flatMap(
    (container) => container.at('securityContext', 'windowsOptions') ?? [],
  );
  return options.every(fitsHostProcess) && containers.every(({ field }) => keepsPorts(field)) && !mountsEndpoint(pod);
}

/** Whether HostProcess containers can have these `windowsOptions`. */
function fitsHostProcess(options: Field): boolean {
  const user = options.get('runAsUserName');
  const isOther = ['hostProcess', 'gmsaCredentialSpecName', 'gmsaCredentialSpec'].some(
    (key) => options.get(key) !== undefined,
  );
  return !isOther && (user === undefined || isHostProcessAccount(account(user.string ?? '')));
}

/** With host networking each `hostPort` must equal its `containerPort`. */
function keepsPorts(container: Field): boolean {
  const ports = container.get('ports')?.items() ?? [];
  return ports.every((port) => {
    const hostPort = port.get('hostPort');
    return hostPort === undefined || hostPort.number === 0 || hostPort.number === port.get('containerPort')?.number;
  });
}

/** Whether a named pipe or socket of the node is mounted: HostProcess containers open it by its path on the node. */
function mountsEndpoint({ spec, containers }: Pod): boolean {
  return (spec.get('volumes')?.items() ?? []).some((volume) => {
    const hostPath = volume.get('hostPath');
    const name = volume.get('name')?.string;
    if (hostPath === undefined || name === undefined || hostEndpoint(hostPath) === undefined) return false;
    return containers.some((container) => mountsOf(container, name).length > 0);
  });
}
