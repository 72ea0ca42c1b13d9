import type { KubeObject } from '../../kubernetes/object.ts';
import { memoryOf } from '../../kubernetes/quantity.ts';
import { defineFilter, type Facts, matching, named } from '../../kubernetes/questions.ts';
import { t } from '../../text/localize.ts';
import { codeSpan } from '../../text/markdown.ts';
import { contains } from '../../text/span.ts';
import { buildOfLabel, supportedBuilds, supportOf, windowsBuild } from '../../windows/builds.ts';
import type { Evidence, EvidenceKind } from '../../windows/evidence.ts';
import { describePlatform } from '../../windows/image-platforms.ts';
import { lockedImage, podImages } from '../../windows/images.ts';
import { nodesSelected } from '../../windows/node-constraint.ts';
import { classNodeSelector } from '../../windows/runtime-class.ts';
import type { Field } from '../../yaml/read/field.ts';
import { samePath, startsWith } from '../../yaml/read/path.ts';
import type { DocumentReport, Workload } from '../engine/report.ts';
import type { Settings } from '../settings/settings.ts';

interface FactContext {
  readonly settings: Settings;
  readonly facts: Facts;
}

/** The platforms that the registry of a container's image has, and since when they are known. */
export function platformFact(field: Field, { workloads }: DocumentReport, settings: Settings): string | undefined {
  const images = workloads.flatMap(({ pod }) => podImages(pod));
  const used = images.find((candidate) => candidate.field === field);
  const image = used && lockedImage(used.image, settings);
  if (image === undefined) return undefined;
  const lines = image.platforms.slice(0, MAX_PLATFORMS).map((platform) => {
    const { text, release } = describePlatform(platform);
    return `- ${codeSpan(text)}${release === undefined ? '' : ` (${release})`}`;
  });
  const others = image.platforms.length - MAX_PLATFORMS;
  const more = others > 0 ? [`- ${t`${others} more`}`] : [];
  if (lines.length === 0) return t`**No platforms** in the registry on ${image.updated}.`;
  return [t`**Platforms** in the registry on ${image.updated}:`, '', ...lines, ...more].join('\n');
}

const MAX_PLATFORMS = 12;

/** The most important fact about a field of a Windows pod and its value, if there is no finding. */
export function podFact(field: Field, { pod }: Workload, { settings, facts }: FactContext): string | undefined {
  const { spec } = pod;
  if (!startsWith(field.path, spec.path)) return undefined;
  if (field === spec.at('os', 'name')) return t(DECLARED);
  if (field === spec.get('runtimeClassName')) return classNameFact(field.string ?? '', facts);
  return memoryFact(field) ?? accountFact(field) ?? buildFact(field, settings);
}

/** The fact that a field selects Windows nodes, if there is no other text about it. */
export function selectionFact(field: Field, { pod: { spec }, verdict }: Workload): string | undefined {
  if (!startsWith(field.path, spec.path) || samePath(field.path, spec.path)) return undefined;
  const selects = ({ kind, says, at }: Evidence) =>
    SELECTING.includes(kind) && says === 'windows' && !('uri' in at) && contains(field.wholeSpan, at);
  return verdict.evidence.some(selects) ? t(SELECTS) : undefined;
}

const DECLARED = 'Declares a Windows pod. The scheduler does not use this field.';
const SELECTS = 'Selects Windows nodes.';
const SELECTING: readonly EvidenceKind[] = ['nodeSelector', 'nodeAffinity', 'cloudLabel'];

/** The fact about a field of a RuntimeClass for Windows nodes: its name, or its node selector. */
export function classFact(field: Field, object: KubeObject, { settings, facts }: FactContext): string | undefined {
  const { kind, name, field: root } = object;
  if (kind !== 'RuntimeClass' || nodesSelected(classNodeSelector(object)) !== 'windows') return undefined;
  const scheduling = root.get('scheduling') ?? root.at('spec', 'scheduling');
  const isSelector = scheduling !== undefined && startsWith(field.path, scheduling.path);
  const build = isSelector ? buildFact(field, settings) : undefined;
  if (build !== undefined) return build;
  const isShown =
    field === scheduling ||
    field === root.at('metadata', 'name') ||
    (isSelector && (field.key === 'nodeSelector' || field.parent?.key === 'nodeSelector'));
  return isShown ? [t(SELECTS), ...usersOf(name ?? '', facts)].join(' ') : undefined;
}

function classNameFact(name: string, facts: Facts): string | undefined {
  const nodeSelector = facts.ask(named('RuntimeClass', name))?.nodeSelector;
  if (nodeSelector === undefined || nodesSelected(nodeSelector) !== 'windows') return undefined;
  return [t(SELECTS), ...usersOf(name, facts)].join(' ');
}

function usersOf(name: string, facts: Facts): string[] {
  const users = facts.ask(matching(podsOfClass, name));
  const count = new Set(users.map(({ workload, namespace, name }) => `${workload} ${namespace} ${name}`)).size;
  return count === 0
    ? []
    : [
        count === 1
          ? t`1 workload of this workspace uses RuntimeClass ${codeSpan(name)}.`
          : t`${count} workloads of this workspace use RuntimeClass ${codeSpan(name)}.`,
      ];
}

const podsOfClass = defineFilter(
  'lint/pages/value-facts podsOfClass',
  'Pod',
  ({ runtimeClass }, name: string) => runtimeClass === name,
);

/** What an account of the image may do. */
function accountFact(field: Field): string | undefined {
  if (field.key !== 'runAsUserName' || field.parent?.key !== 'windowsOptions') return undefined;
  const fact = ACCOUNTS.get(field.string?.toLowerCase() ?? '');
  return fact && t(fact);
}

/** https://techcommunity.microsoft.com/t5/itops-talk-blog/how-to-change-the-user-account-for-windows-containers/ba-p/3601571 */
const ACCOUNTS: ReadonlyMap<string, string> = new Map([
  [
    'containeradministrator',
    'Has full rights in the container. Programs that do not need them can run as `ContainerUser`.',
  ],
  ['containeruser', 'Standard user of the container, without administrative rights.'],
]);

/** The Windows release of a build label. */
function buildFact(field: Field, settings: Settings): string | undefined {
  const release = windowsBuild(buildOfLabel(field.string ?? '') ?? 0);
  if (release?.label === undefined) return undefined;
  const isSupported = supportedBuilds(settings).includes(release);
  const { kubernetesVersion: version, date } = settings;
  return `${release.product}: ${supportOf(release, date)}.${isSupported ? '' : t` Kubernetes ${version} does not support nodes with this build.`}`;
}

/** An amount of memory in MiB, if it is not written in whole MiB or GiB. */
function memoryFact(field: Field): string | undefined {
  if (
    field.key !== 'memory' ||
    !/^(?:limits|requests)$/.test(String(field.parent?.key)) ||
    /^\d+(?:Mi|Gi|Ti)$/.test(field.source ?? '')
  )
    return undefined;
  const amount = memoryOf(field) ?? 0;
  const shown = Math.round((amount / 2 ** 20) * 10) / 10;
  return shown > 0 ? `${shown} MiB.` : undefined;
}
