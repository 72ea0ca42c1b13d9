import type { Topic } from '../lint/note.ts';
import type { Field, PodView } from '../lint/rule.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';
import { runsOn, WINDOWS_BUILDS, type WindowsBuild, windowsBuild } from '../windows/builds.ts';
import { isInHostProcess } from '../windows/host-process.ts';
import { builtOn, imageBuild, imageOs, parseImage } from '../windows/images.ts';
import { pages } from './sources.ts';

const BUILD_LABEL = 'spec.nodeSelector[node.kubernetes.io/windows-build]';

/** When Microsoft's support ends or ended, extended support included; only the dates that are certain. */
const END_OF_SUPPORT: ReadonlyMap<number, string> = new Map([
  [16299, '2019-04'],
  [17134, '2019-11'],
  [17763, '2029-01-09'],
  [18362, '2020-12-08'],
  [18363, '2021-05-11'],
  [19041, '2021-12-14'],
  [19042, '2022-08-09'],
  [20348, '2031-10-14'],
  [26100, '2034-10-10'],
]);

const FLOATING = `Behind a tag that names no release of Windows are images of several builds, of which a node takes the
one of its own. That works as long as the publisher has one for it, which may change.`;

export const imagesAndRuntimes: Topic = {
  id: 'images-and-runtimes',
  title: 'Images, Windows releases and container runtimes',
  notes: [
    {
      id: 'image/floating-os-version',
      title: 'Tag for several Windows releases',
      watches: inContainers('image'),
      says: (field, { settings }) => {
        const image = parseImage(field.string ?? '');
        const isFloating = image.tag !== undefined && image.digest === undefined;
        const isWindows = imageOs(image, settings)?.os === 'windows';
        return isFloating && isWindows && imageBuild(image, settings) === undefined ? FLOATING : undefined;
      },
      text: `${FLOATING}
An example is \`mcr.microsoft.com/dotnet/framework/aspnet:4.8\`.`,
      sources: [docs.imageCompatibility],
    },
    {
      id: 'image/tag-hover',
      title: 'Windows image',
      watches: inContainers('image'),
      says: imageFacts,
      text: `The hover of an image says what its name tells: the release of Windows, how long Microsoft supports it, which nodes run it with
process isolation, the base image, its default user and its shells. What there is to tell of the releases:

| release | build | parts of tags | Microsoft's support | builds of nodes that run it |
| --- | --- | --- | --- | --- |
${WINDOWS_BUILDS.map((one) => `| ${tableRow(one).join(' | ')} |`).join('\n')}`,
      sources: [docs.imageLifecycle, docs.baseImages],
    },
    {
      id: 'knowledge/container-runtimes',
      title: 'Container runtimes',
      text: `Windows nodes run containerd from 1.4 on, which is stable since Kubernetes 1.20, or the Mirantis Container
Runtime by way of cri-dockerd. Docker EE 18.09 and 19.03 ran by way of dockershim, and that ended with 1.24.`,
      sources: [pages.containerRuntime],
    },
    {
      id: 'knowledge/distribution-channels',
      title: 'How long a Windows release lives',
      watches: [BUILD_LABEL],
      text: `Releases of the long-term channel (LTSC) have ten years, those of the semi-annual and the annual channel 18
to 24 months. 20H2 was the last semi-annual release, 23H2 the last annual one.`,
      sources: [docs.imageLifecycle],
    },
    {
      id: 'knowledge/hyperv-use-cases',
      title: 'What Hyper-V isolation was to bring',
      watches: ['spec.runtimeClassName'],
      text: `Better isolation, images of older releases on newer nodes, and settings of CPU, NUMA and reserved memory
for each pod. It was planned and never came.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/licensing',
      title: 'Licenses',
      text: `A node needs a license of Windows Server. To images of Windows the supplemental license terms for Windows
containers apply.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/os-upgrade-guidance',
      title: 'To move to another Windows release',
      watches: [BUILD_LABEL],
      text: `First build the images for it. Then add nodes of the release, send the workloads there with
\`node.kubernetes.io/windows-build\`, and move one after the other.`,
      sources: [docs.windowsGuide, docs.imageCompatibility],
    },
    {
      id: 'knowledge/pause-image',
      title: 'Pause image',
      text: `Every pod has a sandbox, made from an image that must be of the build of the node. Kubernetes
(\`registry.k8s.io/pause\`) and Microsoft (\`mcr.microsoft.com/oss/kubernetes/pause\`, signed) publish one for several
builds under the same tag, 3.10.x at present. It is set on the node, for containerd as \`sandbox_image\`.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/pods-stuck-creating',
      title: 'Pods that stay in ContainerCreating',
      text: `Look at the pause image of the node first: it may be of another build of Windows.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/process-isolation-only',
      title: 'Isolation of Windows containers',
      watches: ['spec.runtimeClassName'],
      text: `In Kubernetes it is process isolation. Hyper-V isolation was announced more than once, but Kubernetes never
supported it.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/supported-windows-versions',
      title: 'Windows releases of nodes',
      watches: [BUILD_LABEL],
      text: `Kubernetes documented Windows Server 2019 from 1.14, where it was the only one, to 1.34. Beside it stood
1809 in 1.17, 1903 and 1909 in 1.18, 1909 and 2004 in 1.19 and 1.20, and later 20H2 and Windows Server 2022. From 1.35
on it is Windows Server 2022 and 2025.`,
      sources: [pages.windowsVersions],
    },
  ],
};

/** What the name of an image tells; undefined where that is nothing. */
function imageFacts(field: Field, { pod, settings }: PodView): string | undefined {
  const image = parseImage(field.string ?? '');
  const release = windowsBuild(imageBuild(image, settings) ?? 0);
  const base = builtOn(image);
  const sentences: string[] = [];
  if (release !== undefined) {
    sentences.push(`${release.product}, build ${release.build}: ${support(release)}.`);
    if (!isInHostProcess(pod, settings.kubernetesVersion, field))
      sentences.push(`${nodes(release, settings.strictImageMatching)}.`);
  }
  if (base !== undefined) {
    const shells = base.shells.map((shell) => `\`${shell}\``).join(' and ');
    sentences.push(`Its base \`${base.repository}\` has the default user \`${base.defaultUser}\` and ${shells}.`);
  }
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function support({ build, ended }: WindowsBuild): string {
  const date = END_OF_SUPPORT.get(build);
  if (ended) return date === undefined ? 'out of support' : `out of support since ${date}`;
  return date === undefined ? 'in support' : `in support until ${date}`;
}

function nodes({ build }: WindowsBuild, strict: boolean): string {
  const builds = hostBuilds(build, strict);
  return builds.length === 0 ? 'Kubernetes has no nodes for it' : `It runs on nodes of build ${builds.join(', ')}`;
}

/** The builds of nodes of releases that Kubernetes has supported. */
function hostBuilds(image: number, strict: boolean): number[] {
  return WINDOWS_BUILDS.filter(({ build, label }) => label !== undefined && runsOn(image, build, strict)).map(
    ({ build }) => build,
  );
}

function tableRow(release: WindowsBuild): string[] {
  const { product, build, tags } = release;
  return [product, String(build), tags.join(', '), support(release), hostBuilds(build, false).join(', ') || '–'];
}
