import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

/** How long Windows itself waits when Docker stops a container: a registry value in the image may change it. */
const SECONDS_OF_WINDOWS = 5;

export default {
  id: 'pod/termination-grace-period-seconds',
  title: 'Grace period that Docker does not keep on Windows',
  gate: 'windows',
  pod: {
    watches: [
      'spec.terminationGracePeriodSeconds',
      'spec.containers[*].livenessProbe.terminationGracePeriodSeconds',
      'spec.initContainers[*].livenessProbe.terminationGracePeriodSeconds',
      'spec.containers[*].startupProbe.terminationGracePeriodSeconds',
      'spec.initContainers[*].startupProbe.terminationGracePeriodSeconds',
    ],
    *check(field) {
      const seconds = field.number;
      if (seconds === undefined || seconds <= SECONDS_OF_WINDOWS) return;
      yield {
        at: field.span,
        message: message(
          'With Docker a Windows container ends about {0} seconds after it is told to stop, whatever `{1}: {2}` says.',
          String(SECONDS_OF_WINDOWS),
          'terminationGracePeriodSeconds',
          String(seconds),
        ),
      };
    },
  },
  outcomes: [{ effect: 'differs', runtime: 'docker', result: 'What it has not finished by then is cut off.' }],
  why: `When Docker stops a Windows container, its first process gets a shutdown event; Windows waits about five seconds and
ends whatever is left. containerd waits for as long as the pod asks. With Docker the image can bring a longer wait along:
the registry value \`WaitToKillServiceTimeout\` under \`HKLM\\SYSTEM\\CurrentControlSet\\Control\`. Times up to five seconds are
kept.`,
  sources: [docs.windowsIntro, code('kubernetes/kubernetes issue 73434, moby/moby issue 25982')],
} satisfies Rule;
