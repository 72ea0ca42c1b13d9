import type { Field } from '../yaml/read/field.ts';
import { type EmbeddedPod, SCHEDULING_KEYS } from './embedded-pod.ts';
import { FLAT } from './flat-embedded-pods.ts';
import type { KubeObject } from './object.ts';

/** The paths from an object to its pod templates or pod specs, such as `spec.pools[*].template`, by `group/Kind`. */
export type EmbeddedPods = Readonly<Record<string, readonly string[]>>;

/**
 * Kinds with standard pod templates. Sources: argoproj/argo-rollouts pkg/apis/rollouts/v1alpha1,
 * openkruise/kruise apis/apps, openkruise/kruise-game apis/v1alpha1, knative/serving pkg/apis/serving,
 * googleforgames/agones pkg/apis/agones/v1 (`Pod` in gameserver.go adds no node selection),
 * kedacore/keda apis/keda/v1alpha1, actions/actions-runner-controller apis/actions.github.com/v1alpha1 (`EphemeralRunner`
 * has a pod template inline) and apis/actions.summerwind.net/v1alpha1, PlayFab/thundernetes pkg/operator/api/v1alpha1
 * (`NewPodForGameServer` adds an init container, but no node selection), openshift/api apps/v1, kubernetes-sigs/jobset
 * api/jobset/v1alpha2 (`ReplicatedJob` has a JobTemplateSpec; exclusive placement adds only labels of the topology).
 */
const TEMPLATES: EmbeddedPods = {
  'argoproj.io/Rollout': ['spec.template'],
  'argoproj.io/Experiment': ['spec.templates[*].template'],
  'argoproj.io/AnalysisTemplate': ['spec.metrics[*].provider.job.spec.template'],
  'argoproj.io/ClusterAnalysisTemplate': ['spec.metrics[*].provider.job.spec.template'],
  'argoproj.io/AnalysisRun': ['spec.metrics[*].provider.job.spec.template'],
  'apps.kruise.io/CloneSet': ['spec.template'],
  'apps.kruise.io/StatefulSet': ['spec.template'],
  'apps.kruise.io/DaemonSet': ['spec.template'],
  'apps.kruise.io/BroadcastJob': ['spec.template'],
  'apps.kruise.io/AdvancedCronJob': [
    'spec.template.jobTemplate.spec.template',
    'spec.template.broadcastJobTemplate.spec.template',
  ],
  'apps.kruise.io/UnitedDeployment': [
    'spec.template.statefulSetTemplate.spec.template',
    'spec.template.advancedStatefulSetTemplate.spec.template',
    'spec.template.cloneSetTemplate.spec.template',
    'spec.template.deploymentTemplate.spec.template',
  ],
  'serving.knative.dev/Service': ['spec.template'],
  'serving.knative.dev/Configuration': ['spec.template'],
  'serving.knative.dev/Revision': ['spec'],
  'agones.dev/GameServer': ['spec.template'],
  'agones.dev/GameServerSet': ['spec.template.spec.template'],
  'agones.dev/Fleet': ['spec.template.spec.template'],
  'game.kruise.io/GameServerSet': ['spec.gameServerTemplate'],
  'mps.playfab.com/GameServer': ['spec.template'],
  'mps.playfab.com/GameServerBuild': ['spec.template'],
  'keda.sh/ScaledJob': ['spec.jobTargetRef.template'],
  'actions.github.com/AutoscalingRunnerSet': ['spec.template', 'spec.listenerTemplate'],
  'actions.github.com/EphemeralRunnerSet': ['spec.ephemeralRunnerSpec'],
  'actions.github.com/EphemeralRunner': ['spec'],
  'actions.summerwind.dev/RunnerSet': ['spec.template'],
  'apps.openshift.io/DeploymentConfig': ['spec.template'],
  'jobset.x-k8s.io/JobSet': ['spec.replicatedJobs[*].template.spec.template'],
};

/** The subsets of a UnitedDeployment have node selectors; the configuration of Knative may add a RuntimeClass. */
const CHANGED_BY_CONTROLLER = /^(serving\.knative\.dev\/|apps\.kruise\.io\/UnitedDeployment$)/;

/** `sidecar` in googleforgames/agones pkg/gameservers/controller.go: `runAsUser` and `allowPrivilegeEscalation`, on any node. */
const GETS_LINUX_FIELDS = /^agones\.dev\//;

/** Kinds that do not contain standard pod specs. */
const COMPOSED: Readonly<Record<string, (object: Field) => EmbeddedPod[]>> = {
  'argoproj.io/Workflow': (object) => workflowPods(object.get('spec')),
  'argoproj.io/WorkflowTemplate': (object) => workflowPods(object.get('spec')),
  'argoproj.io/ClusterWorkflowTemplate': (object) => workflowPods(object.get('spec')),
  'argoproj.io/CronWorkflow': (object) => workflowPods(object.at('spec', 'workflowSpec')),
  'tekton.dev/Task': (object) => taskPods(object.get('spec')),
  'tekton.dev/ClusterTask': (object) => taskPods(object.get('spec')),
  'tekton.dev/TaskRun': taskRunPods,
  'tekton.dev/Pipeline': (object) => pipelinePods(object.get('spec')),
  'tekton.dev/PipelineRun': pipelineRunPods,
  ...FLAT,
};

/** Every kind with a preset, as `group/Kind`. */
export const PRESETS: readonly string[] = [...Object.keys(TEMPLATES), ...Object.keys(COMPOSED)];

/** The pods in a custom resource. The configuration takes precedence over presets; other kinds have none. */
export function embeddedPods({ group, kind, field }: KubeObject, configured: EmbeddedPods): EmbeddedPod[] {
  const id = `${group}/${kind}`;
  // It is unknown what the controllers of configured kinds add to their pods.
  if (Object.hasOwn(configured, id)) return (configured[id] ?? []).flatMap((path) => podsAt(field, path, true));
  if (Object.hasOwn(COMPOSED, id)) return COMPOSED[id]?.(field) ?? [];
  if (!Object.hasOwn(TEMPLATES, id)) return [];
  const getsLinuxFields = GETS_LINUX_FIELDS.test(id);
  return (TEMPLATES[id] ?? [])
    .flatMap((path) => podsAt(field, path, CHANGED_BY_CONTROLLER.test(id)))
    .map((pod) => ({ ...pod, getsLinuxFields }));
}

/** The pods at a path, which leads to pod templates or pod specs. */
function podsAt(object: Field, path: string, isPartial: boolean): EmbeddedPod[] {
  return fieldsAt(object, path).flatMap((field): EmbeddedPod[] => {
    const spec = field.get('spec') ?? field;
    return spec.isMapping ? [{ spec, metadata: spec === field ? undefined : field.get('metadata'), isPartial }] : [];
  });
}

/** The fields at a path such as `spec.pools[*].template`. */
export function fieldsAt(object: Field, path: string): Field[] {
  return path.split('.').reduce<Field[]>(
    (fields, step) => {
      const found = fields.flatMap((field) => field.get(step.replace('[*]', '')) ?? []);
      return step.endsWith('[*]') ? found.flatMap((field) => field.items()) : found;
    },
    [object],
  );
}

// Argo Workflows: https://argo-workflows.readthedocs.io/en/latest/fields/ (WorkflowSpec, Template) and
// `addSchedulingConstraints` in workflow/controller/workflowpod.go.

const WORKFLOW_TEMPLATE_KEYS: readonly string[] = [
  ...SCHEDULING_KEYS,
  'securityContext',
  'volumes',
  'initContainers',
  'automountServiceAccountToken',
  'hostAliases',
  'schedulerName',
  'priorityClassName',
  'serviceAccountName',
];
const WORKFLOW_KEYS: readonly string[] = [...WORKFLOW_TEMPLATE_KEYS, 'hostNetwork', 'dnsPolicy', 'dnsConfig'];

/** A pod for each template that runs containers. Fields that it does not set have the values of the workflow. */
function workflowPods(spec: Field | undefined): EmbeddedPod[] {
  const templates = spec?.get('templates')?.items() ?? [];
  const defaults = [spec?.get('templateDefaults'), spec].filter((field) => field !== undefined);
  // Templates that call others pass their node selection on to them, with precedence over that of the workflow. Which
  // template calls which is not evaluated.
  const callers = templates.filter((template) => template.get('steps') ?? template.get('dag'));
  const mayInherit = callers.some((template) => SCHEDULING_KEYS.some((key) => template.get(key) !== undefined));
  const shared = defaults.flatMap((field) => WORKFLOW_KEYS.flatMap((key) => field.get(key) ?? []));
  const patches = (template: Field) => [template, ...defaults].flatMap((field) => field.get('podSpecPatch') ?? []);
  return templates.flatMap((template): EmbeddedPod[] => {
    const own = [template.get('container'), template.get('script')].filter((field) => field !== undefined);
    const containers = [...own, ...itemsAt(template, 'containerSet', 'containers')];
    if (containers.length === 0) return [];
    const inherited = (key: string) =>
      (mayInherit && SCHEDULING_KEYS.includes(key) ? defaults.slice(0, -1) : defaults).flatMap(
        (field) => field.get(key) ?? [],
      );
    const known = patches(template).some(mayAffectScheduling)
      ? WORKFLOW_KEYS.filter((key) => !SCHEDULING_KEYS.includes(key))
      : WORKFLOW_KEYS;
    const fields = known.map((key) => [key, template.get(key) ?? inherited(key)[0]] as const);
    return [
      {
        spec: template.withFields({
          ...Object.fromEntries(fields),
          volumes: listOf([template.get('volumes'), ...inherited('volumes')]),
          containers: [...containers, ...itemsAt(template, 'sidecars')],
        }),
        metadata: template.get('metadata'),
        isPartial: true,
        composed: { keys: WORKFLOW_TEMPLATE_KEYS, shared: templates.length > 1 ? shared : [] },
      },
    ];
  });
}

/** Whether a `podSpecPatch`, which is a text, may change the operating system or the security context of the pod. */
function mayAffectScheduling({ string }: Field): boolean {
  return (
    string === undefined || /nodeSelector|nodeAffinity|nodeName|runtimeClassName|securityContext|\bos\b/.test(string)
  );
}

// Tekton: https://tekton.dev/docs/pipelines/podtemplates/ and pkg/apis/pipeline/v1 (TaskSpec, Step, Sidecar).

const POD_TEMPLATE_KEYS: readonly string[] = [
  ...SCHEDULING_KEYS,
  'securityContext',
  'volumes',
  'runtimeClassName',
  'automountServiceAccountToken',
  'dnsPolicy',
  'dnsConfig',
  'enableServiceLinks',
  'priorityClassName',
  'schedulerName',
  'imagePullSecrets',
  'hostAliases',
  'hostNetwork',
  'topologySpreadConstraints',
];

/** The pod of a run. Each field is from the first pod template that has it; the containers are the steps of the task. */
function runPod(
  base: Field,
  templates: readonly Field[],
  task: Field | undefined,
  shared: readonly Field[] = [],
): EmbeddedPod {
  const written = (key: string) => templates.flatMap((template) => template.get(key) ?? []);
  const fields = POD_TEMPLATE_KEYS.map((key) => [key, written(key)[0]] as const);
  return {
    spec: base.withFields({
      ...Object.fromEntries(fields),
      volumes: listOf([...written('volumes'), task?.get('volumes')]),
      containers: stepsOf(task),
    }),
    metadata: undefined,
    isPartial: true,
    composed: { keys: templates.includes(base) ? POD_TEMPLATE_KEYS : ['volumes'], shared },
  };
}

function stepsOf(task: Field | undefined): Field[] {
  return [...itemsAt(task, 'steps'), ...itemsAt(task, 'sidecars')];
}

function taskPods(task: Field | undefined): EmbeddedPod[] {
  return task === undefined || stepsOf(task).length === 0 ? [] : [runPod(task, [], task)];
}

function taskRunPods(object: Field): EmbeddedPod[] {
  const template = object.at('spec', 'podTemplate');
  const task = object.at('spec', 'taskSpec');
  return template?.isMapping ? [runPod(template, [template], task)] : taskPods(task);
}

function tasksOf(pipeline: Field | undefined): Field[] {
  return [...itemsAt(pipeline, 'tasks'), ...itemsAt(pipeline, 'finally')];
}

function pipelinePods(spec: Field | undefined): EmbeddedPod[] {
  return tasksOf(spec).flatMap((task) => taskPods(task.get('taskSpec')));
}

/**
 * The pods of the tasks in the run itself, and of tasks in other objects as far as pod templates show them. Settings for
 * one task take precedence over those for all: `GetTaskRunSpec` and `MergePodTemplateWithDefault`.
 */
function pipelineRunPods(object: Field): EmbeddedPod[] {
  const spec = object.get('spec');
  // `podTemplate` and `taskPodTemplate` are from v1beta1.
  const forAll = [spec?.at('taskRunTemplate', 'podTemplate') ?? spec?.get('podTemplate')].filter(isMapping);
  const forOne = itemsAt(spec, 'taskRunSpecs').flatMap((runSpec) => {
    const template = runSpec.get('podTemplate') ?? runSpec.get('taskPodTemplate');
    return isMapping(template) ? [{ template, task: runSpec.get('pipelineTaskName')?.string }] : [];
  });
  const tasks = tasksOf(spec?.get('pipelineSpec'));
  const inline = tasks.flatMap((task) => {
    const taskSpec = task.get('taskSpec');
    return taskSpec === undefined || stepsOf(taskSpec).length === 0
      ? []
      : [{ taskSpec, name: task.get('name')?.string }];
  });
  // If a name is unknown, the template may be for any of the tasks.
  const hasUnknownNames = [...forOne.map(({ task }) => task), ...inline.map(({ name }) => name)].includes(undefined);
  const elsewhere = hasUnknownNames ? forOne : forOne.filter(({ task }) => inline.every(({ name }) => name !== task));
  const isForOthers = tasks.length === 0 || inline.length < tasks.length || hasUnknownNames;
  const shared = (isForOthers ? 1 : 0) + elsewhere.length + (hasUnknownNames ? 0 : inline.length) > 1 ? forAll : [];
  return [
    ...(isForOthers ? forAll.map((template) => runPod(template, forAll, undefined, shared)) : []),
    ...elsewhere.map(({ template }) => runPod(template, [template, ...forAll], undefined, shared)),
    ...inline.map(({ taskSpec, name }) => {
      if (hasUnknownNames) return runPod(taskSpec, [], taskSpec);
      const own = forOne.filter(({ task }) => task === name).map(({ template }) => template);
      const templates = [...own, ...forAll];
      const base = shared.length > 0 ? own[0] : templates[0];
      return runPod(base ?? taskSpec, templates, taskSpec, shared);
    }),
  ];
}

function isMapping(field: Field | undefined): field is Field {
  return field?.isMapping === true;
}

function itemsAt(field: Field | undefined, ...path: readonly string[]): Field[] {
  return field?.at(...path)?.items() ?? [];
}

/** Several lists concatenated; a single list remains a field. */
function listOf(lists: readonly (Field | undefined)[]): Field | readonly Field[] | undefined {
  const [first, ...others] = lists.filter((list) => list?.isSequence);
  return others.length === 0 ? first : [first, ...others].flatMap((list) => list?.items() ?? []);
}
