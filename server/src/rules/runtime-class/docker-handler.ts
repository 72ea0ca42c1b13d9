import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/docker-handler',
  code: 'KW1135',
  title: 'RuntimeClass for Windows with the docker handler',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['handler'],
      check(field, { object, settings, report }) {
        const usesDocker = settings.containerRuntime === 'docker';
        if (field.string !== 'docker' || usesDocker || !isForWindows(object)) return;
        report({
          at: field.valueSpan,
          message: message('Handler `docker` works only on nodes with dockershim.'),
          fixes: [
            {
              title: 'Change `handler` to `runhcs-wcow-process`',
              safety: 'review',
              changes: [{ kind: 'replace', path: field.path, value: 'runhcs-wcow-process' }],
            },
          ],
        });
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      doubtful: true,
      result: 'By default, containerd has no handler `docker`, so pods of this class do not start.',
      seen: 'no runtime for "docker" is configured',
    },
    {
      effect: 'differs',
      until: '1.23',
      result: 'Pods of this class do not start on nodes with containerd.',
    },
  ],
  why: `A handler names a runtime in the configuration of the node. \`docker\` was the only handler of dockershim,
which was removed in Kubernetes 1.24. With containerd, set the handler to \`runhcs-wcow-process\`, unless your nodes
define a different one.`,
  sources: [
    docs.windowsGuide,
    docs.runtimeClass,
    code('containerd/containerd internal/cri/config/config_windows.go DefaultRuntimeConfig'),
  ],
} satisfies Rule;
