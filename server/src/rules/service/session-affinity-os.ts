import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';
import { windowsBuild } from '../../windows/builds.ts';
import { podTitle } from '../../windows/selected-pods.ts';

/** Windows Server 2022, the first that has it. */
const FIRST_BUILD = 20348;

export default {
  id: 'service/session-affinity-os',
  title: 'Session affinity on nodes older than Windows Server 2022',
  gate: 'object',
  objects: [
    proxiedService(['spec.sessionAffinity'], (field, { pods }) => {
      const old = pods.find(isOnOldNodes);
      const build = old?.hostBuilds?.at(-1);
      if (field.string !== 'ClientIP' || old === undefined || build === undefined) return undefined;
      return {
        at: field.valueSpan,
        message: message(
          '`sessionAffinity: ClientIP` works from Windows Server 2022 on, but {0} runs on {1}.',
          podTitle(old),
          windowsBuild(build)?.product ?? `build ${build}`,
        ),
      };
    }),
  ],
  outcomes: [
    { effect: 'differs', since: '1.20', result: 'On such nodes connections of one client are spread over all pods.' },
  ],
  why: `The network service of Windows can keep a client with one pod since Windows Server 2022. On older nodes kube-proxy logs
that session affinity is not supported and goes on without it.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

function isOnOldNodes({ hostBuilds }: PodFact): boolean {
  return hostBuilds?.every((build) => build < FIRST_BUILD) ?? false;
}
