import { message, type Rule } from '../../lint/rule.ts';
import { CONTAINERD_RELEASES, containerdRelease } from '../../windows/container-runtimes.ts';
import { isOver } from '../../windows/dates.ts';
import { containerdNodes } from '../../windows/nodes.ts';
import { providerOf } from '../../windows/providers.ts';

export default {
  id: 'node/containerd-end-of-support',
  code: 'KW1076',
  title: 'containerd release out of support on Windows nodes',
  since: '0.2',
  gate: 'object',
  objects: [
    {
      group: '',
      kind: 'Node',
      watches: ['status.nodeInfo.containerRuntimeVersion'],
      check(field, { object, settings, facts, report }) {
        const version = field.string ?? '';
        const release = containerdRelease(version) ?? '';
        const end = CONTAINERD_RELEASES.get(release);
        // Managed services maintain the runtime of their node images.
        if (end === undefined || !isOver(end, settings.date) || providerOf(settings) !== 'unknown') return;
        // Once for all nodes with the release: a cluster can have hundreds.
        const nodes = containerdNodes(facts)[release];
        if (nodes?.first !== object.name) return;
        report({
          at: field.valueSpan,
          message:
            nodes.count === 1
              ? message(
                  '`{0}` is no longer supported: containerd {1} has been out of support since {2}.',
                  version,
                  release,
                  end,
                )
              : message(
                  '`{0}` is no longer supported: containerd {1} has been out of support since {2}. {3} Windows nodes have it.',
                  version,
                  release,
                  end,
                  String(nodes.count),
                ),
        });
      },
    },
  ],
  outcomes: [{ effect: 'unsupported', result: '' }],
  why: `The containerd project ends the support of each release at some time, and then no longer fixes vulnerabilities in it.
Update containerd on the Windows nodes, to a release that the Kubernetes release of the cluster supports.

This rule applies only to clusters without a known provider: the node images of a provider determine the
version of containerd.`,
  sources: [
    { title: 'containerd: releases and their support', url: 'https://containerd.io/releases/' },
    {
      title: 'containerd/containerd pull request 13739: current ends of support',
      url: 'https://github.com/containerd/containerd/pull/13739',
    },
  ],
} satisfies Rule;
