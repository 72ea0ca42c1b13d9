import { expect, test } from 'vitest';
import {
  baseImage,
  builtOn,
  imageBuild,
  imageOs,
  mayHavePosixShell,
  movedTo,
  parseImage,
} from '../../server/src/windows/images.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;

test.each<
  [
    text: string,
    registry: string | undefined,
    repository: string | undefined,
    tag?: string | undefined,
    digest?: string,
  ]
>([
  ['nginx', 'docker.io', 'library/nginx'],
  ['nginx:1.27', 'docker.io', 'library/nginx', '1.27'],
  ['docker.io/nginx:1.27', 'docker.io', 'library/nginx', '1.27'],
  ['index.docker.io/library/nginx', 'docker.io', 'library/nginx'],
  ['team/app:1', 'docker.io', 'team/app', '1'],
  ['mcr.microsoft.com/windows/nanoserver:ltsc2022', 'mcr.microsoft.com', 'windows/nanoserver', 'ltsc2022'],
  ['localhost/app', 'localhost', 'app'],
  ['10.0.0.1:5000/a/b:c', '10.0.0.1:5000', 'a/b', 'c'],
  ['registry:5000/app', 'registry:5000', 'app'],
  [`app@${DIGEST}`, 'docker.io', 'library/app', undefined, DIGEST],
  [`x.io/app:1@${DIGEST}`, 'x.io', 'app', '1', DIGEST],
  ['{{ .Values.image.repository }}:{{ .Values.image.tag }}', 'docker.io', undefined],
  ['x.io/app:{{ .Values.tag | default "a:b" }}', 'x.io', 'app'],
  [`\${REGISTRY}/windows/servercore:ltsc2022`, undefined, 'windows/servercore', 'ltsc2022'],
  ['$REGISTRY/app', undefined, 'app'],
  ['<your image>', 'docker.io', undefined],
])('%s', (text, registry, repository, tag, digest) => {
  const image = parseImage(text);
  expect(image.text).toBe(text);
  expect([image.registry, image.repository, image.tag, image.digest]).toEqual([registry, repository, tag, digest]);
});

/** The operating system with the part of the name that identifies it; undefined if the name does not. */
test.each<[text: string, says: string | undefined]>([
  ['mcr.microsoft.com/windows:20H2', 'windows by repository'],
  ['mcr.microsoft.com/windows/servercore', 'windows by repository'],
  ['mcr.microsoft.com/windows/servercore/iis:latest', 'windows by repository'],
  ['mcr.microsoft.com/windows/server:{{ .Values.tag }}', 'windows by repository'],
  ['mcr.microsoft.com/dotnet/framework/aspnet:4.8', 'windows by repository'],
  ['mcr.azk8s.cn/dotnet/framework/samples:aspnetapp', 'windows by repository'],
  ['mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image:v1.0.0', 'windows by repository'],
  ['mirror.example/windows/nanoserver:x', 'windows by repository'],
  ['team/whoami-servercore', 'windows by repository'],
  ['microsoft/iis', 'windows by repository'],
  ['e2eteam/busybox:1.29', 'windows by repository'],
  ['registry.example/e2eteam/busybox:1.29', undefined],
  ['microsoft/aspnet', 'windows by repository'],
  ['microsoft/windowsservercore:1803', 'windows by repository'],
  ['microsoft/mssql-server-windows-express', 'windows by repository'],
  ['team/iis:1', 'windows by repository'],
  ['mcr.microsoft.com/dotnet/samples:aspnetapp-nanoserver-1809', 'windows by tag'],
  ['redis:3.0-nanoserver', 'windows by tag'],
  ['team/app:1-windowsservercore-ltsc2019', 'windows by tag'],
  ['team/app:ltsc2025', 'windows by tag'],
  ['team/app:windows-amd64-1.8.2', 'windows by tag'],
  ['team/app:v1-windows-hp', 'windows by tag'],
  ['team/app:windows', 'windows by tag'],
  ['fluent/fluent-bit:windows-2022-3.1', 'windows by tag'],
  [`\${REGISTRY}/app:ltsc2022`, 'windows by tag'],
  ['nginx', 'linux by repository'],
  ['docker.io/library/busybox:1.36', 'linux by repository'],
  ['fluent/fluent-bit:3.1', undefined],
  ['node:22', 'linux by repository'],
  ['curlimages/curl', 'linux by repository'],
  ['bitnami/kubectl:1.31', 'linux by repository'],
  ['public.ecr.aws/bitnami/redis', 'linux by repository'],
  ['bitnami/tool-windows', undefined],
  ['k8s.gcr.io/kube-proxy', 'linux by repository'],
  ['registry.k8s.io/ingress-nginx/controller:v1.11', 'linux by repository'],
  ['k8s.gcr.io/metrics-server/metrics-server:v0.6', 'linux by repository'],
  ['registry.k8s.io/sig-storage/livenessprobe:v2.14.0', undefined],
  ['quay.io/prometheus/node-exporter', 'linux by repository'],
  ['quay.io/jetstack/cert-manager-webhook:v1.16', 'linux by repository'],
  ['mirror.gcr.io/grafana/loki:3.2', 'linux by repository'],
  ['registry.example/curlimages/curl', undefined],
  ['istio/proxyv2:1.24', 'linux by repository'],
  ['envoyproxy/envoy:v1.32', 'linux by repository'],
  ['envoyproxy/nighthawk-dev:latest', 'linux by repository'],
  ['gcr.io/distroless/static', 'linux by repository'],
  ['registry.k8s.io/kube-proxy:v1.37.0', 'linux by repository'],
  ['public.ecr.aws/docker/library/nginx:1.27', 'linux by repository'],
  ['mirror.gcr.io/library/redis', 'linux by repository'],
  ['mcr.microsoft.com/mirror/docker/library/busybox:1.35', 'linux by repository'],
  ['mcr.microsoft.com/mssql/server:2022-latest', 'linux by repository'],
  ['public.ecr.aws/nginx/nginx-ingress', undefined],
  ['public.ecr.aws/docker/library/golang:1.25', undefined],
  ['team/app:1-alpine3.20', 'linux by tag'],
  ['python:3.13-bookworm', 'linux by tag'],
  ['mcr.microsoft.com/dotnet/aspnet:8.0-jammy-chiseled', 'linux by tag'],
  ['mcr.microsoft.com/dotnet/aspnet:9.0-azurelinux3.0', 'linux by tag'],
  ['team/app:v1-linux-amd64', 'linux by tag'],
  ['mcr.microsoft.com/dotnet/aspnet:8.0', undefined],
  ['mcr.microsoft.com/dotnet/samples:aspnetapp', undefined],
  ['microsoft/dotnet:2.1', undefined],
  ['registry.example/nginx', undefined],
  ['registry.k8s.io/pause:3.10', undefined],
  ['registry.k8s.io/e2e-test-images/httpd:2.4.39-alpine', undefined],
  ['envoyproxy/envoy-windows:v1.22', undefined],
  ['team/windows-exporter:1', undefined],
  ['team/gameservercore:1', undefined],
  ['team/app:darwin-windowsill', undefined],
  ['team/app:1-win', undefined],
  ['team/app:windows-and-linux', undefined],
  ['team/app:{{ .Values.tag }}-alpine', undefined],
  ['golang:1.25', undefined],
  ['', undefined],
  ['::@@//', undefined],
])('%s is for %s', (text, says) => {
  const found = imageOs(parseImage(text));
  expect(found && `${found.os} by ${found.from}`).toBe(says);
});

test.each<[text: string, build: number | undefined]>([
  ['mcr.microsoft.com/windows/servercore:1809', 17763],
  ['mcr.microsoft.com/windows:2004', 19041],
  ['registry.example/windows-servercore:1809-amd64', 17763],
  ['mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022', 20348],
  ['mcr.microsoft.com/dotnet/framework/aspnet:4.8', undefined],
  ['mcr.microsoft.com/dotnet/framework/aspnet:4.8-windowsservercore-ltsc2019', 17763],
  ['team/app:1809', undefined],
  ['mcr.microsoft.com/windows/servercore', undefined],
])('%s is of build %s', (text, build) => {
  expect(imageBuild(parseImage(text))).toBe(build);
});

/** The build in a pod that is known to run on Windows, and elsewhere. */
test.each<[text: string, inWindowsPod: number | undefined, elsewhere?: number]>([
  ['team/app:1809', undefined],
  ['team/app:1809-jan2020', 17763],
  ['team/app:10.0.20348.2113', 20348],
  ['team/windows-app:1809', 17763],
  ['win/app:2.1-1809', 17763],
  ['team/iis:1809', 17763, 17763],
  ['team/darwin:1809', undefined],
  ['team/winner:1809', undefined],
  ['team/app:20H2', undefined],
  ['team/app:1-alpine-ltsc2019', 17763],
  ['nginx:1809-jan2020', undefined],
  ['team/app', undefined],
])('%s is of build %s in a Windows pod, and of %s elsewhere', (text, inWindowsPod, elsewhere) => {
  const image = parseImage(text);
  expect([imageBuild(image, undefined, true), imageBuild(image)]).toEqual([inWindowsPod, elsewhere]);
});

/** Images as their publishers name them, with their Windows builds. */
const PUBLISHED: readonly (readonly [text: string, build: number | undefined])[] = [
  ['amazon/aws-for-fluent-bit:windowsservercore-latest', undefined],
  ['antrea/antrea-windows:latest', undefined],
  ['caddy:2.8.4-windowsservercore-1809', 17763],
  ['cdwms.azurecr.io/wintestcoretz:10.0.17763.1935', undefined],
  ['coralogixrepo/opentelemetry-collector-contrib-windows:0.121.0-windows2022', 20348],
  ['datadog/agent-dev:main-py3-jmx-win-servercore-ltsc2022', 20348],
  ['docker:27.3-windowsservercore-ltsc2022', 20348],
  ['e2eteam/busybox:1.29-windows-amd64-1809', 17763],
  ['eclipse-temurin:21-jdk-nanoserver-1809', 17763],
  ['eclipse-temurin:21-jdk-windowsservercore-ltsc2025', 26100],
  ['fluent/fluent-bit:windows-2019-2.0.6', 17763],
  ['fluent/fluent-bit:windows-2022-3.1.4', 20348],
  ['fluent/fluentd:v1.12.2-windows-20H2-1.0', 19042],
  ['fluent/fluentd:v1.16.5-windows-ltsc2019-1.0', 17763],
  ['gcr.io/datadoghq/agent:7.81.0-servercore-ltsc2022', 20348],
  ['gcr.io/k8s-staging-e2e-test-images/busybox:1.29-2-windows-amd64-ltsc2022', 20348],
  ['golang:1.22-windowsservercore-1809', 17763],
  ['grafana/alloy:v1.9.1-nanoserver-1809', 17763],
  ['harness/drone-git:CI-18700-windows-ltsc2022-amd64', 20348],
  ['hello-world:nanoserver', undefined],
  ['hello-world:nanoserver-1809', 17763],
  ['hello-world:nanoserver-sac2016', 14393],
  ['hello-world:nanoserver1709', 16299],
  ['jenkins/inbound-agent:3301.v4363ddcca_4e7-3-jdk17-windowsservercore-ltsc2019', 17763],
  ['jetbrains/teamcity-agent:2022.04-nanoserver-2004', 19041],
  ['jetbrains/teamcity-agent:2025.03.2-windowsservercore-2022', 20348],
  ['jetbrains/teamcity-minimal-agent:2024.12.3-nanoserver-2022', 20348],
  ['jsturtevant/agnhost:2.33-1-windows-amd64-1809', 17763],
  ['mcr.microsoft.com/aks/e2e/k8s-agnhost-windows:master.220722.3-windows-amd64', undefined],
  ['mcr.microsoft.com/businesscentral:ltsc2019', 17763],
  ['mcr.microsoft.com/dotnet/framework/aspnet:4.7.2-windowsservercore-ltsc2019', 17763],
  ['mcr.microsoft.com/dotnet/framework/runtime:4.8-20240109-windowsservercore-ltsc2019', 17763],
  ['mcr.microsoft.com/dotnet/samples:aspnetapp-nanoserver-1809', 17763],
  ['mcr.microsoft.com/dotnet/sdk:10.0.101-nanoserver-ltsc2025', 26100],
  ['mcr.microsoft.com/mssql/server:2019-CU18-ubuntu-20.04', undefined],
  ['mcr.microsoft.com/mssql/server:2022-latest', undefined],
  ['mcr.microsoft.com/oss/kubernetes-csi/azuredisk-csi:v1.33.1-windows-hp', undefined],
  ['mcr.microsoft.com/oss/kubernetes-csi/livenessprobe:v2.0.1-alpha.1-windows-1809-amd64', 17763],
  ['mcr.microsoft.com/oss/kubernetes/pause:1.2.0-windows-1809-amd64', 17763],
  ['mcr.microsoft.com/oss/kubernetes/pause:1.4.0-windows-2004-amd64', 19041],
  ['mcr.microsoft.com/powershell:7.1.1-windowsservercore-2004', 19041],
  ['mcr.microsoft.com/powershell:lts-nanoserver-1809', 17763],
  ['mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022', 20348],
  ['mcr.microsoft.com/windows/servercore:10.0.19042.985', 19042],
  ['microsoft/aspnet:4.7.1-windowsservercore-1709', 16299],
  ['microsoft/mssql-server-windows-developer:2017-GA-servercore-1809-amd64', 17763],
  ['microsoft/mssql-server-windows-developer:2017-latest', undefined],
  ['mongo:4.0.15-windowsservercore-1809', 17763],
  ['nats:2.10-nanoserver-1809', 17763],
  ['octopusdeploy/worker-tools:3.3.2-windows.ltsc2019', 17763],
  ['otel/opentelemetry-collector-contrib:0.162.0-windows-2019-amd64', 17763],
  ['otel/opentelemetry-collector-contrib:0.162.0-windows-2022-amd64', 20348],
  ['portainer/agent:windows1809-amd64', 17763],
  ['public.ecr.aws/cloudwatch-agent/cloudwatch-agent:latest-windowsservercore2019', 17763],
  ['public.ecr.aws/sumologic/sumologic-otel-collector-dev:latest-windows-amd64-ltsc2022', 20348],
  ['rancher/mirrored-pause:3.6-windows-ltsc2022-amd64', 20348],
  ['ravendb/ravendb:4.1-windows-nanoserver-latest', undefined],
  ['registry.gitlab.com/gitlab-org/gitlab-runner/gitlab-runner-helper:x86_64-v17.8.3-servercore21H2', 20348],
  ['seabopo/http-echo:nanoserver-ltsc-2022-v2.3', 20348],
  ['stefanscherer/whoami:windows-amd64-1.8.2-1809', 17763],
  ['synaneticsltd/synfhir-store:windows-2019-v3.1.3', 17763],
  ['traefik:v3.0-nanoserver-ltsc2022', 20348],
  ['velero/velero:main-windows-ltsc2022-amd64', 20348],
  ['yamackurtulus/prometheus-windows:2.20.0-nanoserver1809', 17763],
];

test.each(PUBLISHED)('%s is published for build %s', (text, build) => {
  expect(imageBuild(parseImage(text))).toBe(build);
});

test.each<[text: string, says: string | undefined, build?: number]>([
  ['team/app:win2019', 'windows', 17763],
  ['team/app:windows-2025-4.0.0', 'windows', 26100],
  ['team/app:1.2-win-2019', 'windows', 17763],
  ['team/app:servercore1809', 'windows', 17763],
  ['team/app:win-3.1.22', undefined],
  ['team/app:1.2-2019', undefined],
  ['team/mssql:windows-2019', 'windows'],
  ['team/mssql:2019-windows-ltsc2022', 'windows', 20348],
])('%s is for %s, build %s', (text, os, build) => {
  const image = parseImage(text);
  expect([imageOs(image)?.os, imageBuild(image)]).toEqual([os, build]);
});

test.each<[text: string, itself: string | undefined, on: string | undefined]>([
  ['mcr.microsoft.com/windows/nanoserver:ltsc2022', 'nanoserver', 'nanoserver'],
  ['mcr.microsoft.com/windows/servercore:ltsc2022', 'servercore', 'servercore'],
  ['mcr.microsoft.com/windows/server:ltsc2022', 'server', 'server'],
  ['mcr.microsoft.com/windows:20H2', 'windows', 'windows'],
  ['mcr.microsoft.com/windows/servercore/iis', undefined, 'servercore'],
  ['mcr.microsoft.com/dotnet/framework/aspnet:4.8', undefined, 'servercore'],
  ['mcr.microsoft.com/powershell:lts-nanoserver-1809', undefined, 'nanoserver'],
  ['team/app:1-windowsservercore-ltsc2022', undefined, 'servercore'],
  ['team/app:ltsc2022', undefined, undefined],
  ['nginx', undefined, undefined],
])('%s is the base image %s, built on %s', (text, itself, on) => {
  const image = parseImage(text);
  expect([baseImage(image)?.id, builtOn(image)?.id]).toEqual([itself, on]);
});

const PREFIXES = { windowsImages: ['team/', 'team/tools/win-', 'both/'], linuxImages: ['team/tools/', 'both/'] };

test.each<[text: string, os: string | undefined]>([
  ['team/app', 'windows'],
  ['team/app:1-alpine', 'windows'],
  ['team/tools/top', 'linux'],
  ['team/tools/win-top', 'windows'],
  ['both/app', undefined],
  ['both/app:ltsc2022', 'windows'],
  ['registry.example/team/app', undefined],
])('%s is for %s by the settings for images', (text, os) => {
  expect(imageOs(parseImage(text), PREFIXES)?.os).toBe(os);
});

test('reads the build of an image that is for Windows by the settings', () => {
  const image = parseImage('team/app:1.0-windows-1809');
  expect(imageBuild(parseImage('team/app:10.0.20348.1'), PREFIXES)).toBe(20348);
  expect(imageBuild(parseImage('team/app:10.0.20348.1'))).toBeUndefined();
  expect(imageBuild(image, PREFIXES)).toBe(17763);
});

test.each<[text: string, to: string | null | undefined]>([
  ['microsoft/iis', 'mcr.microsoft.com/windows/servercore/iis'],
  ['docker.io/microsoft/dotnet:2.1', 'mcr.microsoft.com/dotnet/runtime'],
  ['microsoft/mssql-server-windows-developer', null],
  ['microsoft/app', undefined],
  ['registry.example/microsoft/iis', undefined],
])('the replacement of %s is %s', (text, to) => {
  expect(movedTo(parseImage(text))).toBe(to);
});

test.each<[text: string, shell: boolean]>([
  ['registry.example/msys2:1', true],
  ['team/busybox-windows:1', true],
  ['registry.k8s.io/e2e-test-images/agnhost:2.39', true],
  ['e2eteam/mounttest:1.0', true],
  ['registry.example/git/mirror:1', true],
  ['registry.example/gitea:1', false],
])('%s may have a POSIX shell: %s', (text, shell) => {
  expect(mayHavePosixShell(parseImage(text), ['registry.example/git/'])).toBe(shell);
});
