import type { Field } from '../yaml/read/field.ts';
import type { KubeObject } from './object.ts';

/** By `group/Kind`: paths from the object to pod templates or pod specs, such as `spec.pools[*].template`. */
export type EmbeddedPods = Readonly<Record<string, readonly string[]>>;

/** A pod as it stands in a custom resource. */
export interface EmbeddedPod {
  readonly spec: Field;
  readonly metadata: Field | undefined;
  /** Whether its controller may add to it what keeps it on nodes, or containers that matter. */
  readonly isPartial: boolean;
  readonly composed?: Composed;
}

/** Of a pod that is put together from a shape of its own: what may be changed in it. */
export interface Composed {
  /** The fields of a pod spec that the kind has where the view stands, so that they can be added there. */
  readonly keys: readonly string[];
  /** Fields that other pods of the object have too. */
  readonly shared: readonly Field[];
}

/**
 * Kinds that hold pod templates as the API has them. Sources: argoproj/argo-rollouts pkg/apis/rollouts/v1alpha1,
 * openkruise/kruise apis/apps, knative/serving pkg/apis/serving, googleforgames/agones pkg/apis/agones/v1 (`Pod` in
 * gameserver.go adds a sidecar and nothing about nodes).
 */
const TEMPLATES: EmbeddedPods = {
  'argoproj.io/Rollout': ['spec.template'],
  'argoproj.io/Experiment': ['spec.templates[*].template'],
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
};

/** The subsets of a UnitedDeployment choose nodes; Knative's own configuration may add a RuntimeClass. */
const CHANGED_BY_CONTROLLER = /^(serving\.knative\.dev\/|apps\.kruise\.io\/UnitedDeployment$)/;

/** Kinds whose pods are written in a shape of their own. */
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
};

/** Every kind with a preset, as `group/Kind`. */
export const PRESETS: readonly string[] = [...Object.keys(TEMPLATES), ...Object.keys(COMPOSED)];

/** The pods in an object of a kind that has a preset or is configured, which wins; none in any other. */
export function embeddedPods({ group, kind, field }: KubeObject, configured: EmbeddedPods): EmbeddedPod[] {
  const id = `${group}/${kind}`;
  // What the controllers of kinds that are configured add to their pods is not known.
  if (Object.hasOwn(configured, id)) return (configured[id] ?? []).flatMap((path) => podsAt(field, path, true));
  if (Object.hasOwn(COMPOSED, id)) return COMPOSED[id]?.(field) ?? [];
  if (!Object.hasOwn(TEMPLATES, id)) return [];
  return (TEMPLATES[id] ?? []).flatMap((path) => podsAt(field, path, CHANGED_BY_CONTROLLER.test(id)));
}

/** The pods at a path, which may end at templates or at their specs. */
function podsAt(object: Field, path: string, isPartial: boolean): EmbeddedPod[] {
  return fieldsAt(object, path).flatMap((field): EmbeddedPod[] => {
    const spec = field.get('spec') ?? field;
    return spec.isMapping ? [{ spec, metadata: spec === field ? undefined : field.get('metadata'), isPartial }] : [];
  });
}

function fieldsAt(object: Field, path: string): Field[] {
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

const SCHEDULING_KEYS: readonly string[] = ['nodeSelector', 'affinity', 'tolerations'];
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

/** A pod for each template that runs containers. What the template does not say is said for the whole workflow. */
function workflowPods(spec: Field | undefined): EmbeddedPod[] {
  const templates = spec?.get('templates')?.items() ?? [];
  const defaults = [spec?.get('templateDefaults'), spec].filter((field) => field !== undefined);
  // Templates that run others pass on where these run, before the workflow does; which ones run which is not followed.
  const passOn = templates.filter((template) => template.get('steps') ?? template.get('dag'));
  const mayInherit = passOn.some((template) => SCHEDULING_KEYS.some((key) => template.get(key) !== undefined));
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
    const known = patches(template).some(mayDecide)
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

/** Whether a patch, which is a text of its own, may decide for which operating system a pod is or what it asks of it. */
function mayDecide({ string }: Field): boolean {
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

/** The pod of a run: its fields are those of the first pod template that has them, its containers the steps of the task. */
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
 * The pods of the tasks that stand in the run, and those of tasks elsewhere as far as pod templates show them. What the
 * run sets for one task goes before what it sets for all: `GetTaskRunSpec` and `MergePodTemplateWithDefault`.
 */
function pipelineRunPods(object: Field): EmbeddedPod[] {
  const spec = object.get('spec');
  // `podTemplate` and `taskPodTemplate` are those of v1beta1.
  const forAll = [spec?.at('taskRunTemplate', 'podTemplate') ?? spec?.get('podTemplate')].filter(isMapping);
  const forOne = itemsAt(spec, 'taskRunSpecs').flatMap((one) => {
    const template = one.get('podTemplate') ?? one.get('taskPodTemplate');
    return isMapping(template) ? [{ template, task: one.get('pipelineTaskName')?.string }] : [];
  });
  const tasks = tasksOf(spec?.get('pipelineSpec'));
  const inline = tasks.flatMap((task) => {
    const taskSpec = task.get('taskSpec');
    return taskSpec === undefined || stepsOf(taskSpec).length === 0
      ? []
      : [{ taskSpec, name: task.get('name')?.string }];
  });
  // Where a name is unknown, any of the tasks may have that template.
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

/** Lists as one; the list itself where there is only one. */
function listOf(lists: readonly (Field | undefined)[]): Field | readonly Field[] | undefined {
  const [first, ...others] = lists.filter((list) => list?.isSequence);
  return others.length === 0 ? first : [first, ...others].flatMap((list) => list?.items() ?? []);
}
