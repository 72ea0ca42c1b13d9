import type { KubeObject } from '../../kubernetes/object.ts';
import { objectSpan } from '../../kubernetes/pod.ts';
import { minorOf } from '../../kubernetes/version.ts';
import { type FieldPath, type Fix, message, type Rule } from '../../lint/rule.ts';
import type { Settings } from '../../lint/settings/settings.ts';
import { docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { labelOfBuild, supportedBuilds, WINDOWS_BUILDS, type WindowsBuild } from '../../windows/builds.ts';
import { ARCH_LABEL, OS_LABEL, WINDOWS_BUILD_LABEL } from '../../windows/node-constraint.ts';
import { classNodeSelector, handlerOf, isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/scheduling-missing',
  code: 'KW1139',
  title: 'RuntimeClass for Windows without a node selector',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['handler', 'spec.runtimeHandler'],
      check(field, { object, settings, report }) {
        const isFirst = field === handlerOf(object);
        if (!isFirst || !isForWindows(object) || Object.keys(classNodeSelector(object)).length > 0) return;
        // A half-typed value may be a list.
        if (field.parent?.get('scheduling')?.isSequence) return;
        const path = [...object.field.path, ...(field.key === 'handler' ? [] : ['spec']), 'scheduling', 'nodeSelector'];
        report({
          at: objectSpan(object),
          field: path,
          message: message('This RuntimeClass for Windows has no node selector.'),
          fixes: builds(object, settings).map((build) => selectNodes(path, build)),
        });
      },
    },
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.16',
      result: 'Pods of this class can be scheduled on Linux nodes unless they select Windows nodes themselves.',
    },
  ],
  why: `A RuntimeClass can add a node selector and tolerations to all pods that use it. Set
\`scheduling.nodeSelector\` so that the pods run only on nodes with the handler and do not need a node selector of
their own.`,
  sources: [docs.windowsGuide, docs.runtimeClass],
} satisfies Rule;

/** The builds to offer: the one in the name or handler of the class, or else no build and each supported one. */
function builds(object: KubeObject, settings: Settings): (WindowsBuild | undefined)[] {
  // Nodes have the label since 1.17.
  if (minorOf(settings.kubernetesVersion) < 17) return [undefined];
  const years = [object.name, handlerOf(object)?.string].flatMap(
    (text) => /(?:^|\D)(20\d\d)(?!\d)/.exec(text ?? '')?.[1] ?? [],
  );
  const named = WINDOWS_BUILDS.find(({ product, label }) => label && product === `Windows Server ${years[0]}`);
  const isSameYear = years.every((year) => year === years[0]);
  return named !== undefined && isSameYear ? [named] : [undefined, ...supportedBuilds(settings)];
}

function selectNodes(path: FieldPath, build: WindowsBuild | undefined): Fix {
  const labels = {
    [OS_LABEL]: 'windows',
    [ARCH_LABEL]: 'amd64',
    ...(build === undefined ? {} : { [WINDOWS_BUILD_LABEL]: labelOfBuild(build.build) }),
  };
  return {
    title: t`Insert nodeSelector for ${build === undefined ? 'Windows' : `${build.product} (\`${labelOfBuild(build.build)}\`)`}`,
    safety: 'review',
    changes: Object.entries(labels).map(([key, value]) => ({ kind: 'insert', path: [...path, key], value })),
  };
}
