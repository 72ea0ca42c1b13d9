/** A container runtime of Windows nodes, as far as manifests can differ by it. */
export type ContainerRuntime = 'containerd-2' | 'containerd-1.7' | 'containerd-1.6' | 'docker';
