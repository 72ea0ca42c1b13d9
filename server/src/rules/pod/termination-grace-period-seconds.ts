import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

/** How long Windows waits when Docker stops a container; a registry value in the image can change it. */
const DOCKER_SECONDS = 5;

/** The default that the API server sets in every pod. */
const DEFAULT_SECONDS = 30;

export default {
  id: 'pod/termination-grace-period-seconds',
  code: 'KW1109',
  title: 'terminationGracePeriodSeconds with Docker',
  gate: 'windows',
  pod: {
    watches: [
      'spec.terminationGracePeriodSeconds',
      'spec.containers[*].livenessProbe.terminationGracePeriodSeconds',
      'spec.initContainers[*].livenessProbe.terminationGracePeriodSeconds',
      'spec.containers[*].startupProbe.terminationGracePeriodSeconds',
      'spec.initContainers[*].startupProbe.terminationGracePeriodSeconds',
    ],
    check(field, { report }) {
      const seconds = field.number;
      if (seconds === undefined || seconds <= DOCKER_SECONDS || seconds === DEFAULT_SECONDS) return;
      report({
        at: field.span,
        message: message(
          '`terminationGracePeriodSeconds: {0}` is not respected by Docker on Windows.',
          String(seconds),
        ),
      });
    },
  },
  outcomes: [
    {
      effect: 'differs',
      runtime: 'docker',
      result: 'The container is terminated about five seconds after the shutdown event.',
    },
  ],
  why: `When Docker stops a Windows container, the main process receives a shutdown event. About five seconds later,
Windows terminates everything that is still running. With Docker, you can set a longer time in the image with the
registry value \`WaitToKillServiceTimeout\` under \`HKLM\\SYSTEM\\CurrentControlSet\\Control\`.

The grace period works with containerd, and with Docker for up to five seconds.`,
  sources: [
    docs.windowsIntro,
    code('kubernetes/kubernetes issue 73434, moby/moby issue 25982'),
    code('kubernetes/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_PodSpec'),
  ],
} satisfies Rule;
