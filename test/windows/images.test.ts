import { expect, test } from 'vitest';
import {
  baseImage,
  bringsPosixShell,
  builtOn,
  imageBuild,
  imageOs,
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

/** `windows` and `linux` with what says so; undefined where the name leaves it open. */
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
  ['fluent/fluent-bit:3.1', 'linux by repository'],
  ['istio/proxyv2:1.24', 'linux by repository'],
  ['envoyproxy/envoy:v1.32', 'linux by repository'],
  ['envoyproxy/nighthawk-dev:latest', 'linux by repository'],
  ['gcr.io/distroless/static', 'linux by repository'],
  ['registry.k8s.io/kube-proxy:v1.37.0', 'linux by repository'],
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
])('%s is the base image %s and built on %s', (text, itself, on) => {
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
])('%s is for %s where users say what their images are for', (text, os) => {
  expect(imageOs(parseImage(text), PREFIXES)?.os).toBe(os);
});

test('the build of an image counts where users say that it is for Windows', () => {
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
])('%s has gone to %s', (text, to) => {
  expect(movedTo(parseImage(text))).toBe(to);
});

test.each<[text: string, shell: boolean]>([
  ['registry.example/msys2:1', true],
  ['team/busybox-windows:1', true],
  ['registry.k8s.io/e2e-test-images/agnhost:2.39', true],
  ['e2eteam/mounttest:1.0', true],
  ['registry.example/git/mirror:1', true],
  ['registry.example/gitea:1', false],
])('whether %s brings a POSIX shell: %s', (text, shell) => {
  expect(bringsPosixShell(parseImage(text), ['registry.example/git/'])).toBe(shell);
});
