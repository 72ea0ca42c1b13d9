import { type LockedImage, platformText } from '../images/image-lock.ts';
import type { Platform } from '../images/platform.ts';
import { t } from '../text/localize.ts';
import { windowsBuild } from './builds.ts';

/** The Windows build of a platform: 20348 of `10.0.20348.3692`. Undefined without an `os.version`. */
export function buildOfPlatform({ osVersion = '' }: Platform): number | undefined {
  const build = /^10\.0\.(\d{1,5})(?:\.|$)/.exec(osVersion)?.[1];
  return build === undefined ? undefined : Number(build);
}

/** The variants of an image for Windows. */
export function windowsVariants({ platforms }: LockedImage): readonly Platform[] {
  return platforms.filter(({ os }) => os === 'windows');
}

/** A platform as a text, and the Windows release of its build if that is known. */
export function describePlatform(platform: Platform): { readonly text: string; readonly release: string | undefined } {
  const build = platform.os === 'windows' ? buildOfPlatform(platform) : undefined;
  return { text: platformText(platform), release: build === undefined ? undefined : windowsBuild(build)?.product };
}

/** The platforms of an image in a message. */
export function shownPlatforms(platforms: readonly Platform[]): string {
  const shown = platforms.slice(0, MAX_SHOWN).map(platformText).join(', ');
  return platforms.length > MAX_SHOWN ? t`${shown} and ${platforms.length - MAX_SHOWN} more` : shown;
}

const MAX_SHOWN = 3;
