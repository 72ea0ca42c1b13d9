import type { Settings } from '../../lint/settings/settings.ts';
import { hasEnded, SERVER_2016, SERVER_2019, SERVER_2022, WINDOWS_BUILDS } from '../../windows/builds.ts';
import { LEGACY_REPOSITORIES } from '../../windows/images.ts';
import { lacksServer2019 } from '../../windows/providers.ts';
import { matches } from '../cel.ts';
import { type Expression, type Expressions, onImage } from '../expression.ts';
import { HAS_RUNTIME_CLASS, IS_HOST_PROCESS } from '../fields.ts';
import { runsOn } from '../images.ts';

/** The numbers of some builds as strings in a CEL list: `variables.builds` has strings. */
const builds = (test: (build: (typeof WINDOWS_BUILDS)[number]) => boolean) =>
  JSON.stringify(WINDOWS_BUILDS.filter(test).map(({ build }) => String(build)));
const isOver = ({ date }: Settings) => `image.build in ${builds((release) => hasEnded(release, date))}`;
const BUILD = 'int(image.build)';
const OTHER_BUILD = 'int(other.build)';
const onBuild = (test: string, list = 'variables.builds'): Expression => ({ instead: [{ of: 'image', test, list }] });

const IS_BASE_IMAGE = matches('image.path', /^mcr\.microsoft\.com\/windows(\/(nanoserver|servercore|server))?$/);
const IS_MOVED = matches(
  'image.path',
  `^docker\\.io/((${[...LEGACY_REPOSITORIES.keys()].join('|')})$|microsoft/mssql-server-windows)`,
);
const IMAGE_OF_HOST_PROCESS = `variables.containers.exists(container, container.name == image.name && ${IS_HOST_PROCESS})`;
const RUNS_ANYWHERE = `(variables.isVirtual || ${HAS_RUNTIME_CLASS} || ${IMAGE_OF_HOST_PROCESS})`;
const IS_SELECTED = `variables.hostBuilds.exists(host, ${runsOn(BUILD, 'host', { strictImageMatching: false })})`;

export const IMAGE: Expressions<'image'> = {
  'image/base-image-end-of-support': (settings) => ({
    ...onBuild(
      `image.os != "linux" && image.build in ${builds((release) => hasEnded(release, settings.date) || release.build <= SERVER_2019)} && ` +
        `(${isOver(settings)} || !${RUNS_ANYWHERE})`,
    ),
    cases: [
      ...(lacksServer2019(settings)
        ? [
            [
              'the provider is AKS',
              `image.build == "${SERVER_2019}" && !(${isOver(settings)} || ${IS_SELECTED})`,
            ] as const,
          ]
        : []),
      ...(settings.strictOsSupport
        ? [['`kubewin.strictOsSupport` is set', `image.build == "${SERVER_2019}"`] as const]
        : []),
      [
        'its support has ended, but its nodes can run it',
        `${isOver(settings)} && (${RUNS_ANYWHERE} || ${IS_SELECTED})`,
      ],
      ['the pod selects nodes that run it', IS_SELECTED],
      [
        'its nodes were never supported',
        `${isOver(settings)} && image.build in ${builds(({ label }) => label === undefined)}`,
      ],
      ['its support has ended', isOver(settings)],
      ['it is Windows Server 2016', `image.build == "${SERVER_2016}"`],
    ],
  }),
  'image/build-mismatch-in-pod': (settings) =>
    onBuild(
      `!variables.isVirtual && variables.sharedBuilds.exists(other, ` +
        `!${runsOn(BUILD, OTHER_BUILD, settings)} && !${runsOn(OTHER_BUILD, BUILD, settings)})`,
      'variables.sharedBuilds',
    ),
  'image/build-mismatch-with-node': (settings) => {
    const runs = (all: 'all' | 'exists') => `variables.hostBuilds.${all}(host, ${runsOn(BUILD, 'host', settings)})`;
    const isNewer = runs('all');
    return {
      ...onBuild(
        `size(variables.hostBuilds) > 0 && !(${BUILD} in variables.hostBuilds && ${isNewer}) && !variables.isVirtual`,
        'variables.sharedBuilds',
      ),
      cases: [
        [
          'the nodes are one release newer than the image, and the runtime handler is unknown',
          `${HAS_RUNTIME_CLASS} && ${isNewer}`,
        ],
        [
          'some selected nodes cannot run the image, and the runtime handler is unknown',
          `${HAS_RUNTIME_CLASS} && ${runs('exists')}`,
        ],
        ['no selected node can run the image, and the runtime handler is unknown', HAS_RUNTIME_CLASS],
        ['the nodes are one release newer than the image', isNewer],
        ['some selected nodes cannot run the image', runs('exists')],
        ['no selected node can run the image', 'true'],
      ],
    };
  },
  'image/latest-tag': {
    ...onImage(
      `!image.text.contains("@") && image.tag in ["", "latest"] && !${IS_MOVED} && (${IS_BASE_IMAGE} || (image.os == "windows" && !${IMAGE_OF_HOST_PROCESS}))`,
    ),
    cases: [
      ['the image is a Windows base image', IS_BASE_IMAGE],
      ['the image is another Windows image', 'true'],
    ],
  },
  'image/legacy-docker-hub-repository': onImage(IS_MOVED),
  'image/linux-image-on-windows': onImage(
    `!(variables.spec.?os.name.orValue("") in ["windows", "linux"]) && image.os == "linux" && !variables.images.exists(image, image.os == "windows")`,
  ),
  'image/linux-only-multi-platform-tag': onImage(
    `${matches('image.path', /^mcr\.microsoft\.com\/dotnet\/(aspnet|monitor|runtime|runtime-deps|sdk)$/)} && !image.text.contains("@") && image.os == "" && ${matches('image.tag', /^(latest|0*([89]|[1-9][0-9]+)([.-].*)?)?$/)}`,
  ),
  'image/old-kubernetes-registry': onImage('image.text.startsWith("k8s.gcr.io/")'),
  'image/unavailable-base-image': {
    instead: [
      ...(onBuild(
        `(image.path == "mcr.microsoft.com/windows" && image.build in ${builds(({ build }) => build >= SERVER_2022)}) || ` +
          `(image.path == "mcr.microsoft.com/windows/server" && image.build in ${builds(({ build }) => build < SERVER_2022)})`,
      ).instead ?? []),
      {
        of: 'image',
        // The first condition is about the others.
        test: matches(
          'image.text',
          /^mcr\.microsoft\.com\/windows(\/(nanoserver|servercore):(ltsc[-_.])?20(19|22|25)|\/server:(ltsc[-_.])?20(22|25)|:(ltsc[-_.])?2019)$/,
        ),
      },
      {
        of: 'image',
        test: matches(
          'image.text',
          /^mcr\.microsoft\.com\/dotnet\/(aspnet|runtime|sdk):[1-9][0-9]+\.[0-9]+(\.[0-9]+)?-(nanoserver-1809|windowsservercore-ltsc2019)(-amd64)?$/,
        ),
      },
    ],
  },
};
