/** A minor release, such as `1.29`. */
export type KubernetesVersion = `1.${number}`;

const OLDEST = 14;
const NEWEST = 37;

/** All supported releases, oldest first. */
export const KUBERNETES_VERSIONS: readonly KubernetesVersion[] = Array.from(
  { length: NEWEST - OLDEST + 1 },
  (_, i): KubernetesVersion => `1.${OLDEST + i}`,
);

/** The newest supported release. */
export const NEWEST_VERSION: KubernetesVersion = `1.${NEWEST}`;

/** Reads `1.29`, `v1.29` or `1.29.3`; undefined for anything else and for unknown releases. */
export function parseVersion(text: string): KubernetesVersion | undefined {
  const minor = /^v?1\.(\d{1,3})(?:\.\d+)?(?:[-+].*)?$/.exec(text.trim())?.[1];
  return KUBERNETES_VERSIONS.find((version) => version === `1.${minor}`);
}

/** 37 of `1.37`. */
export function minorOf(version: KubernetesVersion): number {
  return Number(version.slice(2));
}

/** Whether a release is between two others, inclusive; each bound is optional. */
export function isWithin(version: KubernetesVersion, since?: KubernetesVersion, until?: KubernetesVersion): boolean {
  const minor = minorOf(version);
  return (since === undefined || minorOf(since) <= minor) && (until === undefined || minor <= minorOf(until));
}
