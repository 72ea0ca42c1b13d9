import { type LockedImage, platformText } from '../images/image-lock.ts';
import type { Platform } from '../images/platform.ts';
import { runsOn } from './builds.ts';

/** A Windows node, as far as it decides which images it can run. */
export interface WindowsHost {
  readonly build: number;
  readonly architecture: string;
}

/** The Windows build of a platform: 20348 of `10.0.20348.3692`. Undefined without an `os.version`. */
export function buildOfPlatform({ osVersion = '' }: Platform): number | undefined {
  const build = /^10\.0\.(\d{1,5})(?:\.|$)/.exec(osVersion)?.[1];
  return build === undefined ? undefined : Number(build);
}

/**
 * Whether containerd takes an image with this platform on a Windows node, for a container with process isolation. It ignores the
 * revision behind the build. A platform without `os.version` matches each node: most such images are of HostProcess
 * containers. `Match` of windowsVersionMatcher in platform_windows_compat.go of github.com/containerd/platforms 1.0.0-rc.5, and in
 * defaults_windows.go of github.com/containerd/containerd 1.6.
 */
export function matchesHost(platform: Platform, { build, architecture }: WindowsHost, strict = false): boolean {
  if (platform.os !== 'windows' || platform.architecture !== architecture) return false;
  const own = buildOfPlatform(platform);
  return own === undefined ? platform.osVersion === undefined : runsOn(own, build, strict);
}

/** The platforms of an image in a message. */
export function shownPlatforms({ platforms }: LockedImage): string {
  return platforms.map(platformText).slice(0, MAX_SHOWN).join(', ');
}

/** Further platforms are left out. */
const MAX_SHOWN = 3;
