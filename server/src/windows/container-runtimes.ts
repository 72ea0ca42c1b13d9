/** A container runtime of Windows nodes, as far as manifests can differ by it. */
export type ContainerRuntime = 'containerd-2' | 'containerd-1.7' | 'containerd-1.6' | 'docker';

/**
 * The releases of containerd that are known, each with the day, or the month, in which its support by the project ends.
 * https://containerd.io/releases/, https://github.com/containerd/containerd/pull/13739
 */
export const CONTAINERD_RELEASES: ReadonlyMap<string, string> = new Map([
  ['1.4', '2022-03-03'],
  ['1.5', '2023-02-28'],
  ['1.6', '2025-08-23'],
  ['1.7', '2026-09'],
  ['2.0', '2027-03'],
  ['2.1', '2026-07-03'],
  ['2.2', '2026-11'],
  ['2.3', '2028-04'],
]);

/** The release in the runtime version of a Node: `1.7` of `containerd://1.7.13`; undefined for other runtimes. */
export function containerdRelease(version: string): string | undefined {
  return /^containerd:\/\/v?(\d+\.\d+)\./.exec(version)?.[1];
}
