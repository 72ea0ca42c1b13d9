// Nodes as the API server returns them.
import { times } from './choices.mjs';
import { recorded, time } from './recorded.mjs';

/** @typedef {{ name: string, os: string, ip: string }} NodeName */

/**
 * The nodes of a cluster. A quarter of them run Windows.
 * @returns {NodeName[]}
 */
export function nodeNames(c, count) {
  return times(count, (i) => {
    const os = i % 4 === 3 ? 'windows' : 'linux';
    const pool = os === 'windows' ? 'akswin' : `aks-pool${i % 3}-`;
    return { name: `${pool}${c.suffix(6)}${i}`, os, ip: `10.240.${i % 250}.${c.int(4, 250)}` };
  });
}

export function node(c, { name, os, ip }) {
  const isWindows = os === 'windows';
  const [build, image] = c.chance(0.8)
    ? ['10.0.20348', 'Windows Server 2022 Datacenter']
    : ['10.0.17763', 'Windows Server 2019 Datacenter'];
  const labels = {
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': os,
    'kubernetes.azure.com/agentpool': isWindows ? 'win' : `pool${c.int(0, 2)}`,
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': os,
    'node.kubernetes.io/instance-type': c.pick(['Standard_D4s_v5', 'Standard_D8s_v5']),
    'topology.kubernetes.io/region': 'westeurope',
    'topology.kubernetes.io/zone': `westeurope-${c.int(1, 3)}`,
    ...(isWindows ? { 'node.kubernetes.io/windows-build': build } : {}),
  };
  const capacity = { cpu: c.pick(['4', '8']), 'ephemeral-storage': '129886128Ki', memory: '32863684Ki', pods: '110' };
  const reasons = { MemoryPressure: 'False', DiskPressure: 'False', PIDPressure: 'False', Ready: 'True' };
  const status = {
    addresses: [
      { address: ip, type: 'InternalIP' },
      { address: name, type: 'Hostname' },
    ],
    allocatable: { ...capacity, memory: '29102532Ki' },
    capacity,
    conditions: Object.entries(reasons).map(([type, status]) => ({
      lastHeartbeatTime: time(c),
      lastTransitionTime: time(c),
      message: type === 'Ready' ? 'kubelet is posting ready status' : `kubelet has no ${type}`,
      reason: type === 'Ready' ? 'KubeletReady' : `KubeletHasNo${type}`,
      status,
      type,
    })),
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    images: times(c.int(5, 25), () => {
      const image = `registry.example/${os}/${c.words(1)}`;
      return {
        names: [`${image}@sha256:${c.hex(64)}`, `${image}:${c.int(1, 9)}.${c.int(0, 30)}`],
        sizeBytes: c.int(1e6, 2e9),
      };
    }),
    nodeInfo: {
      architecture: 'amd64',
      bootID: c.uid(),
      containerRuntimeVersion: 'containerd://1.7.28',
      kernelVersion: isWindows ? `${build}.3692` : '5.15.0-1089-azure',
      kubeProxyVersion: 'v1.34.2',
      kubeletVersion: 'v1.34.2',
      machineID: c.hex(32),
      operatingSystem: os,
      osImage: isWindows ? image : 'Ubuntu 22.04.5 LTS',
      systemUUID: c.uid(),
    },
  };
  const object = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, annotations: { 'node.alpha.kubernetes.io/ttl': '0' } },
    spec: {
      podCIDR: `10.244.${c.int(0, 250)}.0/24`,
      providerID: `azure:///subscriptions/${c.uid()}/virtualMachines/${name}`,
      taints: isWindows ? [{ effect: 'NoSchedule', key: 'os', value: 'windows' }] : undefined,
    },
  };
  return recorded(c, object, { status, manager: 'kubelet' });
}
