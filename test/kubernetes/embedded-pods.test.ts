import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../server/src/kubernetes/embedded-pods.ts';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { apiPath } from '../../server/src/lint/finding.ts';
import { needsTaint, podActions } from '../../server/src/lint/refactorings/pod-actions.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { lintText, reportOf } from '../lint-text.ts';

const TEMPLATE = `{metadata: {labels: {app: a}}, spec: {nodeSelector: {kubernetes.io/os: windows}, hostPID: true, containers: [{name: c, image: i}]}}`;

/** For every preset, a resource with Windows pods: the paths of the pods, and a field in one of them with a finding. */
const RESOURCES: readonly (readonly [kind: string, spec: string, pods: readonly string[], field: string])[] = [
  ['argoproj.io/Rollout', `{template: ${TEMPLATE}}`, ['spec.template.spec'], 'spec.template.spec.hostPID'],
  [
    'argoproj.io/Experiment',
    `{templates: [{name: a, template: ${TEMPLATE}}, {name: b, template: ${TEMPLATE}}]}`,
    ['spec.templates[0].template.spec', 'spec.templates[1].template.spec'],
    'spec.templates[1].template.spec.hostPID',
  ],
  ['apps.kruise.io/CloneSet', `{template: ${TEMPLATE}}`, ['spec.template.spec'], 'spec.template.spec.hostPID'],
  ['apps.kruise.io/StatefulSet', `{template: ${TEMPLATE}}`, ['spec.template.spec'], 'spec.template.spec.hostPID'],
  ['apps.kruise.io/DaemonSet', `{template: ${TEMPLATE}}`, ['spec.template.spec'], 'spec.template.spec.hostPID'],
  ['apps.kruise.io/BroadcastJob', `{template: ${TEMPLATE}}`, ['spec.template.spec'], 'spec.template.spec.hostPID'],
  ...['jobTemplate', 'broadcastJobTemplate'].map(
    (key) =>
      [
        'apps.kruise.io/AdvancedCronJob',
        `{template: {${key}: {spec: {template: ${TEMPLATE}}}}}`,
        [`spec.template.${key}.spec.template.spec`],
        `spec.template.${key}.spec.template.spec.hostPID`,
      ] as const,
  ),
  ...['statefulSet', 'advancedStatefulSet', 'cloneSet', 'deployment'].map(
    (key) =>
      [
        'apps.kruise.io/UnitedDeployment',
        `{template: {${key}Template: {spec: {template: ${TEMPLATE}}}}}`,
        [`spec.template.${key}Template.spec.template.spec`],
        `spec.template.${key}Template.spec.template.spec.hostPID`,
      ] as const,
  ),
  ['serving.knative.dev/Service', `{template: ${TEMPLATE}}`, ['spec.template.spec'], 'spec.template.spec.hostPID'],
  [
    'serving.knative.dev/Configuration',
    `{template: ${TEMPLATE}}`,
    ['spec.template.spec'],
    'spec.template.spec.hostPID',
  ],
  [
    'serving.knative.dev/Revision',
    '{nodeSelector: {kubernetes.io/os: windows}, hostPID: true, containers: [{image: i}]}',
    ['spec'],
    'spec.hostPID',
  ],
  ...[
    'agones.dev/GameServer',
    'mps.playfab.com/GameServer',
    'mps.playfab.com/GameServerBuild',
    'actions.summerwind.dev/RunnerSet',
    'apps.openshift.io/DeploymentConfig',
  ].map((kind) => [kind, `{template: ${TEMPLATE}}`, ['spec.template.spec'], 'spec.template.spec.hostPID'] as const),
  [
    'game.kruise.io/GameServerSet',
    `{gameServerTemplate: ${TEMPLATE}}`,
    ['spec.gameServerTemplate.spec'],
    'spec.gameServerTemplate.spec.hostPID',
  ],
  ...['AnalysisTemplate', 'ClusterAnalysisTemplate', 'AnalysisRun'].map(
    (kind) =>
      [
        `argoproj.io/${kind}`,
        `{metrics: [{name: a, provider: {web: {url: x}}}, {name: b, provider: {job: {spec: {template: ${TEMPLATE}}}}}]}`,
        ['spec.metrics[1].provider.job.spec.template.spec'],
        'spec.metrics[1].provider.job.spec.template.spec.hostPID',
      ] as const,
  ),
  [
    'jobset.x-k8s.io/JobSet',
    `{replicatedJobs: [{name: a, template: {spec: {template: ${TEMPLATE}}}}, {name: b, replicas: 2, template: {spec: {template: ${TEMPLATE}}}}]}`,
    ['spec.replicatedJobs[0].template.spec.template.spec', 'spec.replicatedJobs[1].template.spec.template.spec'],
    'spec.replicatedJobs[1].template.spec.template.spec.hostPID',
  ],
  [
    'keda.sh/ScaledJob',
    `{jobTargetRef: {backoffLimit: 2, template: ${TEMPLATE}}, triggers: []}`,
    ['spec.jobTargetRef.template.spec'],
    'spec.jobTargetRef.template.spec.hostPID',
  ],
  [
    'actions.github.com/AutoscalingRunnerSet',
    `{githubConfigUrl: x, template: ${TEMPLATE}, listenerTemplate: ${TEMPLATE}}`,
    ['spec.template.spec', 'spec.listenerTemplate.spec'],
    'spec.template.spec.hostPID',
  ],
  [
    'actions.github.com/EphemeralRunnerSet',
    `{ephemeralRunnerSpec: {githubConfigUrl: x, ${TEMPLATE.slice(1)}}`,
    ['spec.ephemeralRunnerSpec.spec'],
    'spec.ephemeralRunnerSpec.spec.hostPID',
  ],
  [
    'actions.github.com/EphemeralRunner',
    `{githubConfigUrl: x, ${TEMPLATE.slice(1)}`,
    ['spec.spec'],
    'spec.spec.hostPID',
  ],
  ...['RunnerDeployment', 'RunnerReplicaSet'].map(
    (kind) =>
      [
        `actions.summerwind.dev/${kind}`,
        '{template: {spec: {repository: a/b, image: i, nodeSelector: {kubernetes.io/os: windows}, securityContext: {fsGroup: 1}}}}',
        ['spec.template.spec'],
        'spec.template.spec.securityContext.fsGroup',
      ] as const,
  ),
  [
    'actions.summerwind.dev/Runner',
    `{repository: a/b, image: i, nodeSelector: {kubernetes.io/os: windows},
      sidecarContainers: [{name: s, image: i, securityContext: {capabilities: {drop: [ALL]}}}]}`,
    ['spec'],
    'spec.sidecarContainers[0].securityContext.capabilities',
  ],
  [
    'actions.summerwind.dev/Runner',
    `{repository: a/b, nodeSelector: {kubernetes.io/os: windows},
      containers: [{name: runner, image: i, securityContext: {capabilities: {drop: [ALL]}}}]}`,
    ['spec'],
    'spec.containers[0].securityContext.capabilities',
  ],
  ...['opentelemetry.io/OpenTelemetryCollector', 'cloudwatch.aws.amazon.com/AmazonCloudWatchAgent'].flatMap((kind) => {
    const of = (fields: string, path: string) =>
      [
        kind,
        `{mode: daemonset, nodeSelector: {kubernetes.io/os: windows}, ${fields}}`,
        ['spec'],
        `spec.${path}`,
      ] as const;
    return [
      of('image: i, podSecurityContext: {fsGroup: 1}', 'podSecurityContext.fsGroup'),
      of('image: i, securityContext: {capabilities: {drop: [ALL]}}', 'securityContext.capabilities'),
      of('image: i, shareProcessNamespace: true', 'shareProcessNamespace'),
      of(
        'image: i, additionalContainers: [{name: s, image: i, securityContext: {capabilities: {drop: [ALL]}}}]',
        'additionalContainers[0].securityContext.capabilities',
      ),
    ];
  }),
  ...(
    [
      ['alloy: {securityContext: {capabilities: {drop: [ALL]}}}', 'alloy.securityContext.capabilities'],
      ['global: {podSecurityContext: {fsGroup: 1}}', 'global.podSecurityContext.fsGroup'],
    ] as const
  ).map(
    ([fields, path]) =>
      [
        'collectors.grafana.com/Alloy',
        `{controller: {nodeSelector: {kubernetes.io/os: windows}}, ${fields}}`,
        ['spec.controller'],
        `spec.${path}`,
      ] as const,
  ),
  ...['GameServerSet', 'Fleet'].map(
    (kind) =>
      [
        `agones.dev/${kind}`,
        `{template: {spec: {ports: [{name: p}], template: ${TEMPLATE}}}}`,
        ['spec.template.spec.template.spec'],
        'spec.template.spec.template.spec.hostPID',
      ] as const,
  ),
  ...['Workflow', 'WorkflowTemplate', 'ClusterWorkflowTemplate'].map(
    (kind) =>
      [
        `argoproj.io/${kind}`,
        `{nodeSelector: {kubernetes.io/os: windows}, templates: [
           {name: all, steps: [[{name: one, template: one}]]},
           {name: one, container: {image: i, securityContext: {seccompProfile: {type: RuntimeDefault}}}},
           {name: two, script: {image: i}, sidecars: [{name: s, image: i}]},
           {name: three, containerSet: {containers: [{name: x, image: i}]}}]}`,
        ['spec.templates[1]', 'spec.templates[2]', 'spec.templates[3]'],
        'spec.templates[1].container.securityContext.seccompProfile',
      ] as const,
  ),
  [
    'argoproj.io/CronWorkflow',
    `{workflowSpec: {templates: [{name: one, nodeSelector: {kubernetes.io/os: windows},
       initContainers: [{name: x, image: i, securityContext: {capabilities: {drop: [ALL]}}}], container: {image: i}}]}}`,
    ['spec.workflowSpec.templates[0]'],
    'spec.workflowSpec.templates[0].initContainers[0].securityContext.capabilities',
  ],
  [
    'tekton.dev/TaskRun',
    `{podTemplate: {nodeSelector: {kubernetes.io/os: windows}},
      taskSpec: {steps: [{name: s, image: i, securityContext: {seLinuxOptions: {level: x}}}]}}`,
    ['spec.podTemplate'],
    'spec.taskSpec.steps[0].securityContext.seLinuxOptions',
  ],
  [
    'tekton.dev/PipelineRun',
    `{taskRunTemplate: {podTemplate: {nodeSelector: {kubernetes.io/os: windows}, securityContext: {fsGroup: 1}}},
      taskRunSpecs: [{podTemplate: {nodeSelector: {kubernetes.io/os: windows}, securityContext: {fsGroup: 1}}}]}`,
    ['spec.taskRunTemplate.podTemplate', 'spec.taskRunSpecs[0].podTemplate'],
    'spec.taskRunSpecs[0].podTemplate.securityContext.fsGroup',
  ],
  [
    'tekton.dev/PipelineRun',
    `{podTemplate: {nodeSelector: {kubernetes.io/os: windows}},
      taskRunSpecs: [{taskPodTemplate: {nodeSelector: {kubernetes.io/os: windows}, securityContext: {fsGroup: 1}}}]}`,
    ['spec.podTemplate', 'spec.taskRunSpecs[0].taskPodTemplate'],
    'spec.taskRunSpecs[0].taskPodTemplate.securityContext.fsGroup',
  ],
];

/** Kinds without node selection, so that only an image indicates Windows. */
const TASKS: readonly (readonly [kind: string, spec: string, pods: readonly string[], field: string])[] = [
  ...['Task', 'ClusterTask'].map(
    (kind) =>
      [
        `tekton.dev/${kind}`,
        '{steps: [{name: s, image: "mcr.microsoft.com/windows/nanoserver:1809"}]}',
        ['spec'],
        'spec.steps[0].image',
      ] as const,
  ),
  [
    'tekton.dev/Pipeline',
    '{tasks: [{name: a, taskRef: {name: t}}, {name: b, taskSpec: {steps: [{name: s, image: "mcr.microsoft.com/windows/nanoserver:1809"}]}}]}',
    ['spec.tasks[1].taskSpec'],
    'spec.tasks[1].taskSpec.steps[0].image',
  ],
  [
    'tekton.dev/PipelineRun',
    '{pipelineSpec: {finally: [{name: b, taskSpec: {sidecars: [{name: s, image: "mcr.microsoft.com/windows/nanoserver:1809"}]}}]}}',
    ['spec.pipelineSpec.finally[0].taskSpec'],
    'spec.pipelineSpec.finally[0].taskSpec.sidecars[0].image',
  ],
];

test('the resources above cover every preset', () => {
  const tried = new Set([...RESOURCES, ...TASKS].map(([kind]) => kind));
  expect([...tried].sort()).toEqual([...PRESETS].sort());
});

describe('finds and checks the pods of a kind', () => {
  test.each(RESOURCES)('%s %s', (kind, spec, pods, field) => {
    const text = resource(kind, spec);
    expect(podsIn(text)).toEqual(pods.map((path) => [path, 'windows scheduled']));
    const found = lintText(text).filter((finding) => finding.field === field);
    expect(found).toHaveLength(1);
    const last = field.slice(field.lastIndexOf('.') + 1);
    expect(found.map(({ at }) => text.slice(at.start, at.end))).toEqual([last]);
  });

  test.each(TASKS)('%s %s', (kind, spec, pods, field) => {
    const text = resource(kind, spec);
    expect(podsIn(text)).toEqual(pods.map((path) => [path, 'windows image']));
    expect(lintText(text).map((finding) => [finding.rule, finding.field])).toContainEqual([
      'image/base-image-end-of-support',
      field,
    ]);
  });
});

test.each([
  ['another group', 'example.com/Rollout', `{template: ${TEMPLATE}}`],
  ['no template', 'argoproj.io/Rollout', '{workloadRef: {kind: Deployment, name: a}}'],
  ['another shape', 'argoproj.io/Rollout', '{template: [1]}'],
  [
    'a workflow of references',
    'argoproj.io/Workflow',
    '{nodeSelector: {kubernetes.io/os: windows}, workflowTemplateRef: {name: a}}',
  ],
  [
    'templates that run no container',
    'argoproj.io/Workflow',
    '{templates: [{name: a, suspend: {}}, {name: b, dag: {}}, 1, {name: c, container: 1}]}',
  ],
  ['a run of a task in another object', 'tekton.dev/TaskRun', '{taskRef: {name: a}}'],
  [
    'a sidecar, which runs in the pods of others',
    'opentelemetry.io/OpenTelemetryCollector',
    '{mode: sidecar, image: i, nodeSelector: {kubernetes.io/os: windows}}',
  ],
  ['values without a controller', 'collectors.grafana.com/Alloy', '{alloy: {resources: {}}}'],
  ['a template without a spec', 'actions.summerwind.dev/RunnerDeployment', '{template: {}}'],
  ['no spec', 'tekton.dev/PipelineRun', '1'],
  ['a kind with the name of a property of every object', 'example.com/constructor', '{}'],
])('finds no pods: %s', (_, kind, spec) => {
  expect(podsIn(resource(kind, spec))).toEqual([]);
});

describe('reports what the API server rejects as failure of the pods, not of the resource', () => {
  const bad = '{os: {name: windows}, hostPID: true, containers: [{name: c, image: i}]}';
  test.each([
    ['apps/v1', 'Deployment', 'rejected', '`hostPID` is rejected on this Deployment:'],
    ['argoproj.io/v1alpha1', 'Rollout', 'fails', 'is rejected in the pods of this Rollout:'],
    ['apps.kruise.io/v1beta1', 'StatefulSet', 'fails', 'is rejected in the pods of this StatefulSet:'],
    ['agones.dev/v1', 'GameServer', 'fails', 'is rejected in the pods of this GameServer:'],
  ])('%s %s', (apiVersion, kind, effect, sentence) => {
    const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\nspec: {template: {spec: ${bad}}}\n`;
    const [found] = lintText(text).filter(({ rule }) => rule === 'pod/host-pid');
    expect(found).toMatchObject({ effect, severity: 'error', field: 'spec.template.spec.hostPID' });
    expect(found?.message).toContain(sentence);
    expect(found?.fixes[0]).toMatchObject({ title: 'Remove `hostPID`', safety: 'safe' });
  });
});

describe('does not report fields as missing that may be added elsewhere', () => {
  const image = 'containers: [{name: c, image: "mcr.microsoft.com/windows/nanoserver:ltsc2022"}]';
  test.each([
    ['argoproj.io/Rollout', `{template: {spec: {${image}}}}`, 1],
    ['agones.dev/GameServer', `{template: {spec: {${image}}}}`, 1],
    ['serving.knative.dev/Service', `{template: {spec: {${image}}}}`, 0],
    ['apps.kruise.io/UnitedDeployment', `{template: {cloneSetTemplate: {spec: {template: {spec: {${image}}}}}}}`, 0],
    ['argoproj.io/Workflow', `{templates: [{name: a, containerSet: {${image}}}]}`, 0],
    ['tekton.dev/Task', `{${image.replace('containers', 'steps')}}`, 0],
  ])('%s', (kind, spec, count) => {
    const found = lintText(resource(kind, spec)).filter(({ rule }) => rule === 'scheduling/missing-os-constraint');
    expect(found).toHaveLength(count);
  });
});

describe('does not declare Windows where a controller adds Linux-only fields', () => {
  const windows = 'nodeSelector: {kubernetes.io/os: windows}';
  const reported = (kind: string, spec: string) =>
    lintText(resource(kind, `{template: {spec: {${spec}, containers: [{name: c, image: i}]}}}`));

  test.each([
    ['agones.dev/GameServer', false],
    ['argoproj.io/Rollout', true],
  ])('no hint for %s', (kind, isReported) => {
    expect(reported(kind, windows).some(({ rule }) => rule === 'os/name-recommended')).toBe(isReported);
  });

  test.each([
    ['agones.dev/GameServer', []],
    ['argoproj.io/Rollout', ['Insert `os.name: windows`']],
  ])('no fix of another rule in %s', (kind, titles) => {
    const [found] = reported(kind, `${windows}, os: {}`).filter(({ rule }) => rule === 'os/name-required');
    expect(found?.fixes.map(({ title }) => title)).toEqual(titles);
  });
});

describe('applies the fields of a workflow to its templates', () => {
  const TEMPLATES =
    'templates: [{name: a, container: {image: i}}, {name: b, nodeSelector: {kubernetes.io/os: linux}, container: {image: i}}';
  test.each([
    ['as a whole', `nodeSelector: {kubernetes.io/os: windows}, ${TEMPLATES}]`, ['windows', 'linux']],
    [
      'by defaults',
      `templateDefaults: {nodeSelector: {kubernetes.io/os: windows}}, ${TEMPLATES}]`,
      ['windows', 'linux'],
    ],
    [
      'unless templates pass on others',
      `nodeSelector: {kubernetes.io/os: windows}, ${TEMPLATES}, {name: c, nodeSelector: {a: b}, dag: {}}]`,
      ['unknown', 'linux'],
    ],
    [
      'unless a patch decides',
      `nodeSelector: {kubernetes.io/os: windows}, podSpecPatch: '{"nodeSelector": {"a": "b"}}', ${TEMPLATES}]`,
      ['unknown', 'unknown'],
    ],
    [
      'beside a patch of something else',
      `nodeSelector: {kubernetes.io/os: windows}, podSpecPatch: '{"terminationGracePeriodSeconds": 5}', ${TEMPLATES}]`,
      ['windows', 'linux'],
    ],
    ['not at all', `${TEMPLATES}]`, ['unknown', 'linux']],
  ])('%s', (_, spec, systems) => {
    const found = podsIn(resource('argoproj.io/Workflow', `{${spec}}`), ALL).map(
      ([, verdict]) => verdict?.split(' ')[0],
    );
    expect(found).toEqual(systems);
  });

  test('reports a field of several templates once, without a fix', () => {
    const spec = `{nodeSelector: {kubernetes.io/os: windows}, securityContext: {fsGroup: 1}, templates: [
      {name: a, container: {image: i}}, {name: b, container: {image: i}}]}`;
    const found = lintText(resource('argoproj.io/Workflow', spec)).filter(
      ({ rule }) => rule === 'security-context/fs-group',
    );
    expect(found.map(({ field, fixes }) => [field, fixes.length])).toEqual([['spec.securityContext.fsGroup', 0]]);
  });
});

describe('applies the fields of a PipelineRun to its tasks', () => {
  const steps = 'steps: [{name: s, image: i, securityContext: {privileged: true}}]';
  const TASKS = `pipelineSpec: {tasks: [{name: a, taskSpec: {${steps}}}, {name: b, taskRef: {name: x}}], finally: [{name: c, taskSpec: {${steps}}}]}`;
  const WINDOWS = '{nodeSelector: {kubernetes.io/os: windows}}';
  test.each([
    [
      'for all',
      `taskRunTemplate: {podTemplate: ${WINDOWS}}, ${TASKS}`,
      ['podTemplate windows scheduled', 'tasks[0] windows scheduled', 'finally[0] windows scheduled'],
    ],
    [
      'for one that stands in it',
      `taskRunSpecs: [{pipelineTaskName: c, podTemplate: ${WINDOWS}}], ${TASKS}`,
      ['tasks[0] linux guessed', 'podTemplate windows scheduled'],
    ],
    [
      'for one before what it says for all',
      `podTemplate: {nodeSelector: {kubernetes.io/os: linux}}, taskRunSpecs: [{pipelineTaskName: b, taskPodTemplate: ${WINDOWS}}], ${TASKS}`,
      [
        'podTemplate linux scheduled',
        'taskPodTemplate windows scheduled',
        'tasks[0] linux scheduled',
        'finally[0] linux scheduled',
      ],
    ],
    [
      'for one that is not filled in yet',
      `taskRunTemplate: {podTemplate: ${WINDOWS}}, taskRunSpecs: [{pipelineTaskName: 1, podTemplate: ${WINDOWS}}], ${TASKS}`,
      [
        'podTemplate windows scheduled',
        'podTemplate windows scheduled',
        'tasks[0] linux guessed',
        'finally[0] linux guessed',
      ],
    ],
  ])('%s', (_, spec, pods) => {
    const found = podsIn(resource('tekton.dev/PipelineRun', `{${spec}}`));
    const names = found.map(([path, verdict]) => `${path.replace('.taskSpec', '').replace(/.*\./, '')} ${verdict}`);
    expect(names).toEqual(pods);
  });

  test('offers fixes for a field of one task, but not for a field of all tasks', () => {
    const spec = `{taskRunTemplate: {podTemplate: {nodeSelector: {kubernetes.io/os: windows}, securityContext: {fsGroup: 1}}}, ${TASKS}}`;
    const found = lintText(resource('tekton.dev/PipelineRun', spec)).filter(({ rule }) => /privil|fs-g/.test(rule));
    expect(found.map(({ rule, fixes }) => [rule, fixes.length])).toEqual([
      ['security-context/fs-group', 0],
      ['security-context/privileged', 1],
      ['security-context/privileged', 1],
    ]);
  });
});

const STEPS = 'taskSpec: {steps: [{name: s, image: i}]}';

test.each<[users: string, spec: string, fixes: number]>([
  ['one task', `pipelineSpec: {tasks: [{name: a, ${STEPS}}]}`, 1],
  ['two tasks', `pipelineSpec: {tasks: [{name: a, ${STEPS}}, {name: b, ${STEPS}}]}`, 0],
  [
    'a task and a reference to a task',
    `pipelineSpec: {tasks: [{name: a, ${STEPS}}, {name: b, taskRef: {name: b}}]}`,
    0,
  ],
  ['a reference to a pipeline', 'pipelineRef: {name: b}', 1],
  ['a task without a name', `pipelineSpec: {tasks: [{${STEPS}}]}`, 1],
  [
    'one task and another with a template',
    `taskRunSpecs: [{pipelineTaskName: b, podTemplate: {}}], pipelineSpec: {tasks: [{name: a, ${STEPS}}]}`,
    0,
  ],
])('offers fixes for a shared field of a PipelineRun only if it applies to one pod: %s', (_, spec, fixes) => {
  const template = 'podTemplate: {nodeSelector: {kubernetes.io/os: windows}, securityContext: {fsGroup: 1}}';
  const text = resource('tekton.dev/PipelineRun', `{taskRunTemplate: {${template}}, ${spec}}`);
  const found = lintText(text).filter(({ rule }) => rule === 'security-context/fs-group');
  expect(found.map((finding) => finding.fixes.length)).toEqual([fixes]);
});

describe('reads the fields of a flat resource as those of a pod and its main container', () => {
  const WINDOWS = 'nodeSelector: {kubernetes.io/os: windows}';
  const foundIn = (kind: string, spec: string, rule: string) =>
    lintText(resource(kind, spec)).filter((finding) => finding.rule === rule);

  test.each<[what: string, kind: string, spec: string, rule: string, field: string, message: string]>([
    [
      'its name is that by which the operator creates it',
      'opentelemetry.io/OpenTelemetryCollector',
      `{${WINDOWS}, image: i, resources: {requests: {memory: 1Gi}, limits: {memory: 2Gi}}}`,
      'resources/memory-request-not-limit',
      'spec.resources.requests[memory]',
      'of container `otc-container`',
    ],
    [
      'the security context of its pod',
      'cloudwatch.aws.amazon.com/AmazonCloudWatchAgent',
      `{${WINDOWS}, image: i, podSecurityContext: {windowsOptions: {hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM'}}}`,
      'host-process/host-network-required',
      'spec.hostNetwork',
      'HostProcess pods require `hostNetwork: true`.',
    ],
    [
      'its environment',
      'actions.summerwind.dev/Runner',
      `{${WINDOWS}, image: i, env: [{name: A, value: x}, {name: a, value: y}]}`,
      'env/case-insensitive-duplicate',
      'spec.env[1].name',
      '`a`',
    ],
    [
      'fields with other names',
      'collectors.grafana.com/Alloy',
      `{controller: {${WINDOWS}, volumes: {extra: [{name: v, emptyDir: {medium: Memory}}]}}}`,
      'volumes/empty-dir-memory',
      'spec.controller.volumes.extra[0].emptyDir.medium',
      '`v`',
    ],
    [
      'mounts with other names',
      'collectors.grafana.com/Alloy',
      `{controller: {${WINDOWS}}, alloy: {mounts: {extra: [{name: v, mountPath: /v, mountPropagation: Bidirectional}]}}}`,
      'volume-mounts/mount-propagation',
      'spec.alloy.mounts.extra[0].mountPropagation',
      '`mountPropagation',
    ],
  ])('%s: %s', (_, kind, spec, rule, field, message) => {
    const found = foundIn(kind, spec, rule);
    expect(found.map((finding) => finding.field)).toEqual([field]);
    expect(found[0]?.message).toContain(message);
  });

  test.each([
    ['args of a collector, which are a mapping', 'opentelemetry.io/OpenTelemetryCollector', 'args: {config: /bin/sh}'],
    [
      'ports of a collector, which are of its Service',
      'opentelemetry.io/OpenTelemetryCollector',
      'ports: [{name: a, port: 4317}]',
    ],
  ])('leaves out %s', (_, kind, fields) => {
    const rules = (spec: string) => lintText(resource(kind, spec)).map(({ rule }) => rule);
    expect(rules(`{${WINDOWS}, image: i, ${fields}}`)).toEqual(rules(`{${WINDOWS}, image: i}`));
  });

  test('does not recommend a field that the kind does not have', () => {
    const spec = `{${WINDOWS}, image: i, mode: daemonset}`;
    expect(lintText(resource('opentelemetry.io/OpenTelemetryCollector', spec))).toEqual([]);
  });

  test.each([
    ['podSecurityContext', 0],
    ['securityContext', 1],
  ])('tells a field of the container from one of the pod: %s', (key, count) => {
    const spec = `{${WINDOWS}, image: i, hostNetwork: true, ${key}: {windowsOptions: {hostProcess: true}},
      additionalContainers: [{name: s, image: i}]}`;
    const found = foundIn('opentelemetry.io/OpenTelemetryCollector', spec, 'host-process/mixed-containers');
    expect(found).toHaveLength(count);
  });
});

describe('combines the volumes of a resource and of its parts', () => {
  const volumes = (name: string) => `volumes: [{name: ${name}, emptyDir: {medium: Memory}}]`;
  const selector = 'nodeSelector: {kubernetes.io/os: windows}';
  test.each<[kind: string, spec: string, found: readonly string[]]>([
    [
      'argoproj.io/Workflow',
      `{${selector}, ${volumes('a')}, templates: [{name: t, ${volumes('b')}, container: {image: i}}]}`,
      ['spec.templates[0].volumes[0]', 'spec.volumes[0]'],
    ],
    [
      'argoproj.io/Workflow',
      `{${selector}, ${volumes('a')}, templateDefaults: {${volumes('b')}}, templates: [{name: t, container: {image: i}}]}`,
      ['spec.templateDefaults.volumes[0]', 'spec.volumes[0]'],
    ],
    [
      'argoproj.io/Workflow',
      `{${selector}, ${volumes('a')}, templates: [{name: t, container: {image: i}}]}`,
      ['spec.volumes[0]'],
    ],
    [
      'tekton.dev/TaskRun',
      `{podTemplate: {${selector}, ${volumes('a')}}, taskSpec: {${volumes('b')}, steps: [{image: i}]}}`,
      ['spec.podTemplate.volumes[0]', 'spec.taskSpec.volumes[0]'],
    ],
    [
      'tekton.dev/TaskRun',
      `{podTemplate: {${selector}}, taskSpec: {${volumes('b')}, steps: [{image: i}]}}`,
      ['spec.taskSpec.volumes[0]'],
    ],
    [
      'tekton.dev/PipelineRun',
      `{taskRunTemplate: {podTemplate: {${selector}, ${volumes('a')}}}, taskRunSpecs: [{pipelineTaskName: t, podTemplate: {${volumes('b')}}}],
        pipelineSpec: {tasks: [{name: t, taskSpec: {${volumes('c')}, steps: [{image: i}]}}]}}`,
      [
        'spec.pipelineSpec.tasks[0].taskSpec.volumes[0]',
        'spec.taskRunSpecs[0].podTemplate.volumes[0]',
        'spec.taskRunTemplate.podTemplate.volumes[0]',
      ],
    ],
  ])('%s %s', (kind, spec, places) => {
    const found = lintText(resource(kind, spec)).filter(({ rule }) => rule === 'volumes/empty-dir-memory');
    expect(found.map(({ field }) => field).sort()).toEqual(places.map((path) => `${path}.emptyDir.medium`));
  });
});

describe('fixes add only fields that the kind has', () => {
  const IMAGE = 'image: "mcr.microsoft.com/windows/servercore:ltsc2022"';
  const STEP = `steps: [{name: s, ${IMAGE}}]`;
  const WINDOWS = 'nodeSelector: {kubernetes.io/os: windows}';

  test.each<[what: string, kind: string, spec: string, actions: readonly string[]]>([
    [
      'a field in a template',
      'argoproj.io/Workflow',
      `{templates: [{name: a, ${WINDOWS}, container: {${IMAGE}}}]}`,
      ['build', 'toleration'],
    ],
    [
      'nothing beside a field that the pod has from elsewhere',
      'argoproj.io/Workflow',
      `{${WINDOWS}, templates: [{name: a, container: {${IMAGE}}}]}`,
      ['toleration'],
    ],
    [
      'fields in a template of a run',
      'tekton.dev/TaskRun',
      `{podTemplate: {hostNetwork: false}, taskSpec: {${STEP}}}`,
      ['build', 'toleration'],
    ],
    [
      'fields in a template of a pipeline for one task',
      'tekton.dev/PipelineRun',
      `{taskRunTemplate: {podTemplate: {${WINDOWS}}}, pipelineSpec: {tasks: [{name: t, taskSpec: {${STEP}}}]}}`,
      ['build', 'toleration'],
    ],
    ['nothing in a task, which cannot have any of it', 'tekton.dev/TaskRun', `{taskSpec: {${STEP}}}`, []],
  ])('%s: %s %s', (_, kind, spec, actions) => {
    const [report] = reportOf(resource(kind, spec)).documents.map((document) => document.report);
    const workloads = report?.workloads ?? [];
    const settings = { ...DEFAULT_SETTINGS, taint: 'upstream' };
    const titles = workloads.flatMap((workload) => podActions(workload, settings, NO_FACTS).map(({ title }) => title));
    expect(workloads.some((workload) => needsTaint(workload, settings, NO_FACTS))).toBe(false);
    const asks = workloads.some((workload) => needsTaint(workload, DEFAULT_SETTINGS, NO_FACTS));
    expect(asks).toBe(actions.includes('toleration'));
    const found = ['build', 'toleration'].filter((word) => titles.some((title) => title.includes(word)));
    expect(found, titles.join()).toEqual(actions);
  });

  const COLLECTOR = 'opentelemetry.io/OpenTelemetryCollector';

  test.each<[what: string, kind: string, spec: string, rule: string, titles: readonly string[]]>([
    [
      'a toleration beside the fields of a pod',
      COLLECTOR,
      `{image: i, ${WINDOWS}, podSecurityContext: {fsGroup: 1}}`,
      'security-context/fs-group',
      ['Remove `fsGroup`'],
    ],
    [
      'no security context of the pod where the name is that of the container',
      COLLECTOR,
      `{image: i, ${WINDOWS}, initContainers: [{name: a, image: i, securityContext: {windowsOptions: {gmsaCredentialSpecName: g}}}]}`,
      'gmsa/name-on-init-container',
      [],
    ],
  ])('%s: %s', (_, kind, spec, rule, titles) => {
    const found = lintText(resource(kind, spec)).filter((finding) => finding.rule === rule);
    expect(found.map(({ fixes }) => fixes.map(({ title }) => title))).toEqual([titles]);
  });

  test.each([
    [COLLECTOR, `{image: i, ${WINDOWS}}`, ['build', 'toleration']],
    ['actions.summerwind.dev/Runner', `{${IMAGE}, ${WINDOWS}}`, ['build', 'toleration']],
    ['collectors.grafana.com/Alloy', `{controller: {${WINDOWS}}, alloy: {}}`, ['build', 'toleration']],
  ])('beside the fields of a flat pod: %s', (kind, spec, actions) => {
    const [workload] = reportOf(resource(kind, spec)).documents.flatMap(({ report }) => report.workloads);
    const settings = { ...DEFAULT_SETTINGS, taint: 'upstream' };
    const titles = workload === undefined ? [] : podActions(workload, settings, NO_FACTS).map(({ title }) => title);
    expect(['build', 'toleration'].filter((word) => titles.some((title) => title.includes(word)))).toEqual(actions);
  });

  test('does not add fields that a template of a workflow cannot have', () => {
    const spec =
      '{templates: [{name: a, nodeSelector: {kubernetes.io/os: windows}, securityContext: {runAsUser: 1000}, container: {image: i}}]}';
    const titles = lintText(resource('argoproj.io/Workflow', spec)).flatMap(({ fixes }) =>
      fixes.map(({ title }) => title),
    );
    expect(titles).toContain('Remove `runAsUser`');
    expect(titles.filter((title) => title.includes('os.name'))).toEqual([]);
  });

  test('removes a field in a step', () => {
    const spec = `{podTemplate: {nodeSelector: {kubernetes.io/os: windows}}, taskSpec: {steps: [{name: s, image: i, securityContext: {privileged: true}}]}}`;
    const text = resource('tekton.dev/TaskRun', spec);
    const [found] = lintText(text).filter(({ rule }) => rule === 'security-context/privileged');
    const document = reportOf(text).documents[0]?.report.document;
    const plan = found && document && editsFor(document, found.fixes[0]?.changes ?? []);
    expect(plan?.ok && plan.text).toBe(text.replace(', securityContext: {privileged: true}', ''));
  });
});

describe('configured kinds', () => {
  const widget = (paths: readonly string[], kind = 'example.com/Widget'): Settings => ({
    ...DEFAULT_SETTINGS,
    embeddedPods: { [kind]: paths },
  });
  const POOLS = `{pools: [{template: ${TEMPLATE}}, {template: ${TEMPLATE}}], plain: {nodeSelector: {kubernetes.io/os: windows}, containers: []}}`;
  test.each([
    ['a template', ['spec.pools[*].template'], ['spec.pools[0].template.spec', 'spec.pools[1].template.spec']],
    ['a pod spec', ['spec.plain'], ['spec.plain']],
    ['several paths', ['spec.plain', 'spec.none', 'spec.pools'], ['spec.plain']],
  ])('%s', (_, paths, pods) => {
    const found = podsIn(resource('example.com/Widget', POOLS), widget(paths));
    expect(found).toEqual(pods.map((path) => [path, 'windows scheduled']));
  });

  test('take precedence over a preset', () => {
    const text = resource('argoproj.io/Rollout', `{template: ${TEMPLATE}}`);
    expect(podsIn(text, widget([], 'argoproj.io/Rollout'))).toEqual([]);
  });

  test('do not change built-in workloads', () => {
    const text = resource('apps/Deployment', `{template: ${TEMPLATE}}`);
    expect(podsIn(text, widget([], 'apps/Deployment'))).toHaveLength(1);
  });
});

test('a Service selects the pods of a Rollout', () => {
  const rollout = resource('argoproj.io/Rollout', `{template: ${TEMPLATE}}`);
  const service = `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selector: {app: a}, ports: [{port: 80, protocol: SCTP}]}\n`;
  const found = lintText(`${rollout}---\n${service}`).filter(({ rule }) => rule === 'service/sctp');
  expect(found).toHaveLength(1);
});

function resource(kind: string, spec: string): string {
  const [group, name] = kind.split('/');
  return `apiVersion: ${group}/v1\nkind: ${name}\nmetadata: {name: a}\nspec: ${spec}\n`;
}

/** Including pods without evidence of Windows. */
const ALL = { ...DEFAULT_SETTINGS, mixedCluster: true };

function podsIn(text: string, settings: Settings = DEFAULT_SETTINGS): [path: string, verdict: string][] {
  return reportOf(text, settings).documents.flatMap(({ report }) =>
    report.workloads.map(({ pod, verdict }): [string, string] => [
      apiPath(pod.spec.path),
      verdict.certainty === null ? verdict.os : `${verdict.os} ${verdict.certainty}`,
    ]),
  );
}
