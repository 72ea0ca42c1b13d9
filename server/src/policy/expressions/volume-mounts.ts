import { matches } from '../cel.ts';
import { type Expressions, IS_SET, onContainer } from '../expression.ts';

/** A path as `mountPoint` of windows/mount-paths.ts compares it. */
const mountPoint = (path: string) =>
  `[${path}.lowerAscii().replace("/", "\\\\")].map(raw, raw.startsWith("\\\\\\\\") ? raw : [raw.split("\\\\").filter(part, part != "").join("\\\\")].map(rest, ${matches('rest', /^[a-z]:/)} ? rest : rest == "" ? "c:" : "c:\\\\" + rest)[0])[0]`;

export const VOLUME_MOUNTS: Expressions<'volume-mounts'> = {
  'volume-mounts/bind-mount-options': { when: IS_SET },
  'volume-mounts/dev-shm': { when: matches('value', /^\/dev\/shm\/*$/) },
  'volume-mounts/drive-root-old-containerd': {
    when: matches('value', /^[abd-z]:[\\/]*$/i),
  },
  'volume-mounts/duplicate-path-ignoring-case': onContainer(
    `[container.?volumeMounts.orValue([]).map(mount, mount.mountPath)].exists(paths, [paths.map(path, ${mountPoint('path')})].exists(places, paths.exists(path, paths[places.indexOf(${mountPoint('path')})] != path)))`,
  ),
  'volume-mounts/mount-propagation': {
    when: 'value in ["HostToContainer", "Bidirectional"]',
    cases: [['the propagation is `Bidirectional`', 'value == "Bidirectional"']],
  },
  'volume-mounts/multiple-sub-paths': onContainer(
    'size(container.?volumeMounts.orValue([]).filter(mount, has(mount.subPath) || has(mount.subPathExpr))) > 1',
  ),
  'volume-mounts/other-drive-subfolder': onContainer(
    `[container.?volumeMounts.orValue([]).map(mount, ${mountPoint('mount.mountPath')})].exists(places, places.exists(place, ${matches('place', /^[abd-z]:\\./)} && !(place.substring(0, 2) in places)))`,
  ),
  'volume-mounts/recursive-read-only': {
    when: 'value in ["Enabled", "IfPossible"]',
    cases: [
      ['the value is `Enabled`', 'value == "Enabled"'],
      ['the value is `IfPossible`', 'value == "IfPossible"'],
    ],
  },
  'volume-mounts/sub-path': ({ containerRuntime }) =>
    containerRuntime === 'docker' ? undefined : { when: 'value != ""' },
  'volume-mounts/sub-path-absolute': { when: matches('value', /^([A-Za-z]:|\\)/) },
  'volume-mounts/sub-path-backslash-backsteps': {
    when: `${matches('value', /(^|[\\/])\.\.([\\/]|$)/)} && !${matches('value', /(^|\/)\.\.(\/|$)/)}`,
  },
  'volume-mounts/system-root': {
    when: matches('value', String.raw`(?i)^(c:[\\/]*|[\\/]?)(windows([\\/]+system32)?)?[\\/]*$`),
    cases: [
      ['the path is the root of drive C', matches('value', /^(c:[\\/]*|[\\/]?)$/i)],
      ['the path is a Windows system folder', 'true'],
    ],
  },
};
