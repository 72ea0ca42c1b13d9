import type { Topic } from '../lint/note.ts';
import type { Field, PodView } from '../lint/rule.ts';
import { inContainers } from '../rule-kit/field-patterns.ts';
import { docs } from '../rule-kit/sources.ts';
import { t } from '../text/localize.ts';
import {
  runsOn,
  supportedBuilds,
  supportOf,
  WINDOWS_BUILDS,
  type WindowsBuild,
  windowsBuild,
} from '../windows/builds.ts';
import { CONTAINERD_RELEASES } from '../windows/container-runtimes.ts';
import { isOver, TABLES_DATE } from '../windows/dates.ts';
import { isInHostProcess } from '../windows/host-process.ts';
import { builtOn, imageBuild, imageOs, parseImage } from '../windows/images.ts';
import { isCertainlyWindows } from '../windows/verdict.ts';
import { pages } from './sources.ts';

const BUILD_LABEL = 'spec.nodeSelector[node.kubernetes.io/windows-build]';

const FLOATING = `A tag that does not name a Windows release refers to images for several builds, and each node pulls
the image for its own build. This works only as long as the publisher provides an image for that build.`;

export const imagesAndRuntimes: Topic = {
  id: 'images-and-runtimes',
  title: 'Images, Windows releases and container runtimes',
  notes: [
    {
      id: 'image/floating-os-version',
      title: 'Image tag for several Windows releases',
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
      text: `Hover over an image to see its Windows release with the end of support, and the nodes that run it with
process isolation. The hover also shows the base image with its default user and shells. These releases are known:

| Release | Build | Parts of tags | Microsoft support | Builds of nodes that run it |
| --- | --- | --- | --- | --- |
${WINDOWS_BUILDS.map((build) => `| ${tableRow(build).join(' | ')} |`).join('\n')}`,
      sources: [docs.imageLifecycle, docs.baseImages],
    },
    {
      id: 'knowledge/container-runtimes',
      title: 'Container runtimes',
      text: `Windows nodes run containerd 1.4 or later, which is stable since Kubernetes 1.20, or Mirantis Container
Runtime through cri-dockerd. Before Kubernetes 1.24, Docker EE 18.09 and 19.03 were also available through dockershim.

The node image of a provider determines the version. On AKS, nodes of Windows Server 2022 have containerd 1.7 from
Kubernetes 1.28 on, and those of Windows Server 2025 have containerd 2.0. The Windows nodes of EKS have containerd 2.1 with
Kubernetes 1.35.

| containerd | Support by the project |
| --- | --- |
${[...CONTAINERD_RELEASES].map(([release, end]) => `| ${release} | ${supportUntil(end)} |`).join('\n')}`,
      sources: [
        pages.containerRuntime,
        pages.aksContainerd,
        pages.aksNodeImage,
        pages.eksImages,
        pages.containerdReleases,
        pages.containerdSupport,
      ],
    },
    {
      id: 'knowledge/distribution-channels',
      title: 'Support lifecycle of Windows releases',
      text: `Microsoft supports releases of the Long-Term Servicing Channel (LTSC) for ten years. Releases of the
Semi-Annual Channel and the Annual Channel are supported for 18 to 24 months. The last semi-annual release was 20H2,
the last annual release 23H2.`,
      sources: [docs.imageLifecycle],
    },
    {
      id: 'knowledge/hyperv-use-cases',
      title: 'Use cases of Hyper-V isolation',
      text: `Hyper-V isolation was planned for stronger isolation, for older images on newer nodes, and for CPU, NUMA
and reserved memory settings per pod. Kubernetes never implemented it.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/licensing',
      title: 'Licenses',
      text: `Each node needs a Windows Server license. Windows images are subject to the supplemental license terms
for Windows containers.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/os-upgrade-guidance',
      title: 'Upgrade to another Windows release',
      text: `First build the images for the new release. Then add nodes with this release, and move the workloads one
by one with the node selector \`node.kubernetes.io/windows-build\`.`,
      sources: [docs.windowsGuide, docs.imageCompatibility],
    },
    {
      id: 'knowledge/pause-image',
      title: 'Pause image',
      text: `Every pod has a sandbox whose image must match the build of the node. Kubernetes
(\`registry.k8s.io/pause\`) and Microsoft (\`mcr.microsoft.com/oss/kubernetes/pause\`, signed) publish one image for
several builds under the same tag, currently 3.10.x. It is configured on the node; in containerd, the option is
\`sandbox_image\`.

Of \`registry.k8s.io/pause\`, 3.10.2 is the first release with an image for Windows Server 2025. Microsoft's image has it
since 3.10.1-3. The default of containerd is 3.10.2 only since April 2026. With an older one, set it on nodes of Windows
Server 2025.`,
      sources: [docs.windowsIntro, pages.pauseImage, pages.pauseImageOfMicrosoft],
    },
    {
      id: 'knowledge/pods-stuck-creating',
      title: 'Pods stuck in ContainerCreating',
      text: `First check the pause image of the node: it may be for another Windows build.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/process-isolation-only',
      title: 'Isolation of Windows containers',
      watches: ['spec.runtimeClassName'],
      text: `Kubernetes supports only process isolation. Hyper-V isolation was announced several times but is not
supported.`,
      sources: [docs.windowsIntro],
    },
    {
      id: 'knowledge/supported-windows-versions',
      title: 'Supported Windows releases for nodes',
      watches: [BUILD_LABEL],
      text: `Kubernetes 1.35 and later support Windows Server 2022 and 2025. Windows Server 2019 was supported
in 1.14, as the only release, and up to 1.34.

Other supported releases were 1809 in 1.17, 1903 and 1909 in 1.18, and
1909 and 2004 in 1.19 and 1.20. Later versions also supported 20H2 and Windows Server 2022.`,
      sources: [pages.windowsVersions],
    },
  ],
};

/** What is known from the name of an image; undefined if nothing is known. */
function imageFacts(field: Field, { pod, verdict, settings }: PodView): string | undefined {
  const image = parseImage(field.string ?? '');
  const release = windowsBuild(imageBuild(image, settings, isCertainlyWindows(verdict)) ?? 0);
  const base = builtOn(image);
  const sentences: string[] = [];
  if (release !== undefined) {
    sentences.push(`${release.product} (build ${release.build}): ${supportOf(release, settings.date)}.`);
    if (!isInHostProcess(pod, settings.kubernetesVersion, field)) sentences.push(nodes(release, settings));
  }
  if (base !== undefined) {
    const shells = base.shells.map((shell) => `\`${shell}\``).join(t(' and '));
    sentences.push(
      t`Its base image \`${base.repository}\` runs as \`${base.defaultUser}\` by default and contains ${shells}.`,
    );
  }
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function support(release: WindowsBuild): string {
  const { endOfSupport: end } = release;
  return end === 'past' ? t('out of support') : supportUntil(end);
}

function supportUntil(end: string): string {
  return isOver(end, TABLES_DATE) ? t`out of support since ${end}` : t`supported until ${end}`;
}

function nodes({ build }: WindowsBuild, settings: PodView['settings']): string {
  const { kubernetesVersion, strictImageMatching } = settings;
  const hosts = supportedBuilds(settings).filter((host) => runsOn(build, host.build, strictImageMatching));
  return hosts.length === 0
    ? t`Nodes that Kubernetes ${kubernetesVersion} supports cannot run it.`
    : t`It runs on nodes with ${hosts.map(({ product }) => product).join(t(' and '))}.`;
}

/** The builds of nodes of releases that Kubernetes has supported. */
function hostBuilds(image: number): number[] {
  return WINDOWS_BUILDS.filter(({ build, label }) => label !== undefined && runsOn(image, build)).map(
    ({ build }) => build,
  );
}

function tableRow(release: WindowsBuild): string[] {
  const { product, build, tags } = release;
  return [product, String(build), tags.join(', '), support(release), hostBuilds(build).join(', ') || '–'];
}
