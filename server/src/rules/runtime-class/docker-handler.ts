import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/docker-handler',
  title: 'RuntimeClass for Windows with the handler docker',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['handler'],
      *check(field, { object, settings }) {
        const isRight = settings.containerRuntime === 'docker';
        if (field.string !== 'docker' || isRight || !isForWindows(object)) return;
        yield {
          at: field.valueSpan,
          message: message('The handler `docker` is the one that dockershim had.'),
          fixes: [
            {
              title: 'Change `handler` to `runhcs-wcow-process`',
              safety: 'review',
              changes: [{ kind: 'replace', path: field.path, value: 'runhcs-wcow-process' }],
            },
          ],
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      doubtful: true,
      result: 'containerd has none of that name, so pods of this class do not start there.',
      seen: 'no runtime for "docker" is configured',
    },
    {
      effect: 'differs',
      until: '1.23',
      result: 'It works on nodes with dockershim and fails on nodes with containerd.',
    },
  ],
  why: `A handler names a runtime in the configuration of the nodes. \`docker\` was the only one that dockershim took, and dockershim
left Kubernetes with 1.24. With containerd the handler for Windows containers is \`runhcs-wcow-process\`, unless the nodes
are configured otherwise.`,
  sources: [
    docs.windowsGuide,
    docs.runtimeClass,
    code('containerd/containerd internal/cri/config/config_windows.go DefaultRuntimeConfig'),
  ],
} satisfies Rule;
