import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { changeOsName, OS_TITLES } from '../../rule-kit/operating-system.ts';
import { docs } from '../../rule-kit/sources.ts';
import { imageOs, parseImage } from '../../windows/images.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/conflicts-with-image',
  title: 'An image for another operating system than the pod',
  gate: 'any',
  pod: {
    watches: inContainers('image'),
    *check(field, { pod, verdict, settings }) {
      const os = field.string === undefined ? undefined : imageOs(parseImage(field.string), settings)?.os;
      const declared = intendedOs(pod);
      const isDeclared = declared?.exact && declared.os === verdict.os;
      const isConflict =
        (os === 'linux' && verdict.os === 'windows' && isDeclared) ||
        (os === 'windows' && verdict.os === 'linux' && verdict.certainty !== 'guessed');
      if (os === undefined || !isConflict) return;
      const others = verdict.evidence.filter(({ says, signal }) => says === verdict.os && signal !== 'os.name');
      yield {
        at: field.valueSpan,
        message: message('This is an image for {0}, but the pod is for {1}.', OS_TITLES[os], OS_TITLES[verdict.os]),
        related: verdict.evidence
          .slice(0, 1)
          .map(({ at, text }) => ({ at, message: `The pod is for ${OS_TITLES[verdict.os]}: ${text}` })),
        // Where the name is alone against the image it may be the mistake.
        fixes: isDeclared && others.length === 0 ? [changeOsName(pod, os)] : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: 'The node may find nothing in it that it can run.',
      seen: 'no match for platform in manifest',
    },
  ],
  why: `An image holds the files of one operating system, or of several when it is published for more than one platform. The
node pulls what fits it and fails where there is nothing. Kubewin judges by well-known repositories and by words in the
tag such as \`nanoserver\` or \`alpine\`; your own registry may hold anything under such a name.`,
  sources: [docs.imageCompatibility],
  examples: [
    {
      name: 'A Linux image in a pod that declares Windows',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: cache
spec:
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      os: { name: windows }
      containers:
        - name: cache
          image: redis:7-alpine
#                ^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Change `os.name` to `linux`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: cache
spec:
  selector:
    matchLabels: { app: cache }
  template:
    metadata:
      labels: { app: cache }
    spec:
      os: { name: linux }
      containers:
        - name: cache
          image: redis:7-alpine
`,
      },
    },
    {
      name: 'A Windows image that is sent to Linux nodes',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: linux
  initContainers:
    - name: prepare
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
  containers:
    - name: site
      image: registry.example/site:1.0
`,
    },
    {
      name: 'Images that fit, or whose name leaves it open',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  os: { name: windows }
  containers:
    - name: site
      image: mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022
    - name: agent
      image: registry.example/agent:1.0
`,
    },
  ],
} satisfies Rule;
