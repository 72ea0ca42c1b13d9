import { labelOfBuild } from '../windows/builds.ts';
import { BETA_OS_LABEL, OS_LABEL, WINDOWS_BUILD_LABEL } from '../windows/node-constraint.ts';
import { CLOUD_OS_LABELS } from '../windows/providers.ts';
import type { OperatingSystem } from '../windows/verdict.ts';

// The verdict of `windows/verdict.ts` as CEL, as far as a single object determines it: `os.name`, then the nodes that the
// node selector and the required node affinity match, then `hostProcess`. CEL has no functions and no bindings: `exists` on
// a list with one item names a value.

const TEMPLATES = ['spec.jobTemplate.spec.template', 'spec.template', 'template'];

/**
 * The pod template of a CronJob, of other workloads or of a PodTemplate, or a Pod itself. `dyn` prevents type errors: each
 * kind has only some of these fields.
 */
const podOf = (object: string) => {
  const first = TEMPLATES.map((path) => `dyn(${object}).?${path}`).reduce((all, path) => `${all}.or(${path})`);
  return `${first}.orValue(dyn(${object}))`;
};

/** The JSON pointer of the pod or its template. */
export const POD_POINTER: string = TEMPLATES.reduceRight(
  (rest, path) => `dyn(object).?${path}.hasValue() ? "/${path.replaceAll('.', '/')}" : ${rest}`,
  '""',
);

/** The pod spec of any workload. */
export const podSpecOf = (object: string) => `${podOf(object)}.spec`;

/** The metadata of the pod or of its template. */
export const podMetadataOf = (object: string) => `${podOf(object)}.?metadata.orValue({})`;

/** `containers` of a pod spec. The API server sends `null` for a template without containers. */
export const regularContainers = (spec: string) =>
  `(${spec}.?containers.orValue(null) == null ? [] : ${spec}.containers)`;

/**
 * A test whether nodes with the operating system can meet one of the lists of requirements in `lists`. On Windows, they have
 * one build, so labels that name different builds exclude each other.
 */
export function leaves(os: OperatingSystem, lists: string): string {
  if (os === 'linux') return `${lists}.exists(all, ${CAN_RUN_ON_LINUX})`;
  return `([${OTHER_BUILD}] + ${namedBuilds(lists)}).exists(build, ${lists}.exists(all, ${CAN_RUN_ON_BUILD}))`;
}

function hostProcess(): string {
  return (
    '(spec.?securityContext.windowsOptions.hostProcess.orValue(false) || ' +
    `(${regularContainers('spec')} + spec.?initContainers.orValue([]) + spec.?ephemeralContainers.orValue([]))` +
    '.exists(c, c.?securityContext.windowsOptions.hostProcess.orValue(false)))'
  );
}

/** The lists of requirements of which one has to be met: the node selector, combined with each term of the affinity. */
export function requirementLists(spec: string): string {
  const terms = `${spec}.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.orValue([])`;
  const selector =
    `${spec}.?nodeSelector.orValue({})` +
    `.map(k, {"key": dyn(k), "operator": dyn("In"), "values": dyn([${spec}.nodeSelector[k]])})`;
  const requirement = (key: string) =>
    `.orValue([]).map(r, {"key": dyn(${key}), "operator": dyn(r.operator), "values": r.?values.orValue([])})`;
  return (
    `size(${terms}) == 0 ? [${selector}] : ` +
    `${terms}.filter(t, size(t.?matchExpressions.orValue([])) + size(t.?matchFields.orValue([])) > 0)` +
    `.map(t, ${selector} + t.?matchExpressions${requirement('r.key')} + t.?matchFields${requirement('"field " + r.key')})`
  );
}

const SKU = 'kubernetes.azure.com/os-sku';
const GKE = 'cloud.google.com/gke-os-distribution';
const GKE_VERSION = 'cloud.google.com/gke-windows-os-version';

// Values that labels cannot have: the label is not set, and any other value.
const ABSENT = '" "';
const ANY = '"?"';

/** Whether nodes with the operating system can have a value of a label; `CLOUD_OS_LABELS` has those of the clouds. */
const POSSIBLE: Readonly<Record<OperatingSystem, string>> = {
  windows:
    `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? v == "windows" : ` +
    `r.key == "${SKU}" ? !v.matches("^(AzureLinux|Ubuntu|Mariner|CBLMariner)") : ` +
    `r.key == "${GKE}" ? !v.matches("^(cos|ubuntu)(_|$)") : true)`,
  linux:
    `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? v == "linux" : ` +
    `r.key == "${WINDOWS_BUILD_LABEL}" || r.key == "${GKE_VERSION}" ? v == ${ABSENT} : ` +
    `r.key == "${SKU}" ? !v.startsWith("Windows") : r.key == "${GKE}" ? !v.startsWith("windows_") : true)`,
};

/** The values that a label can have on Linux nodes if no requirement names a value. */
const UNNAMED_ON_LINUX =
  `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? ["linux"] : ` +
  `r.key == "${WINDOWS_BUILD_LABEL}" || r.key == "${GKE_VERSION}" ? [${ABSENT}] : [${ABSENT}, ${ANY}])`;

/** Whether the value `v` meets all requirements on the label of `r`, like `matches` of `kubernetes/node-selection.ts`. */
const ALL_ON_KEY_MATCH =
  `all.all(q, q.key != r.key || (q.operator == "In" ? v in q.values : q.operator == "NotIn" ? !(v in q.values) : ` +
  `q.operator == "Exists" ? v != ${ABSENT} : q.operator == "DoesNotExist" ? v == ${ABSENT} : ` +
  `v == ${ANY} || (v.matches("^[0-9]{1,18}$") && (q.operator == "Gt" ? int(v) > int(q.values[0]) : int(v) < int(q.values[0])))))`;

/** Whether Linux nodes can meet the requirements in `all`, label by label. */
const CAN_RUN_ON_LINUX = canBeMet(POSSIBLE.linux, UNNAMED_ON_LINUX);

function canBeMet(possible: string, unnamed: string): string {
  return (
    `all.all(r, (r.operator != "In" && all.exists(q, q.key == r.key && q.operator == "In")) || ` +
    `(r.operator == "In" ? r.values : ${unnamed}).exists(v, ${possible} && ${ALL_ON_KEY_MATCH}))`
  );
}

/** The labels of clouds that name builds. A value that is not in the table can be that of any build. */
const BUILDS_OF_CLOUDS = CLOUD_OS_LABELS.map(({ key, values }) => ({
  key,
  labels: [...values].flatMap(([value, build]) => (build === undefined ? [] : [[value, labelOfBuild(build)] as const])),
})).filter(({ labels }) => labels.length > 0);

/** Whether Windows nodes with the build label `build` can meet the requirements in `all`. */
const CAN_RUN_ON_BUILD = canBeMet(
  `${POSSIBLE.windows} && (r.key == "${WINDOWS_BUILD_LABEL}" ? v == build : ` +
    BUILDS_OF_CLOUDS.map(
      ({ key, labels }) =>
        `r.key == "${key}" ? ${JSON.stringify(Object.fromEntries(labels))}[?v].orValue(build) == build : `,
    ).join('') +
    'true)',
  `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? ["windows"] : ` +
    `r.key == "${WINDOWS_BUILD_LABEL}" ? [build] : [${ABSENT}, ${ANY}])`,
);

// Represents all builds that no label names.
const OTHER_BUILD = '"-"';
const CLOUD_BUILDS = [...new Set(BUILDS_OF_CLOUDS.flatMap(({ labels }) => labels.map(([, label]) => label)))];

/** The builds that clouds have names for, and those that requirements name; may contain an empty text. */
function namedBuilds(lists: string): string {
  return (
    `(${JSON.stringify(CLOUD_BUILDS)} + ${lists}.map(all, ` +
    `all.filter(r, r.key == "${WINDOWS_BUILD_LABEL}" && r.operator == "In").map(r, r.values.join(",")).join(",")).join(",").split(","))`
  );
}

/** The builds of the matching nodes as integers; none if nodes with other builds match, too. */
export const HOST_BUILDS =
  `[${OTHER_BUILD}].exists(build, variables.requirements.exists(all, ${CAN_RUN_ON_BUILD})) ? [] : ` +
  `${namedBuilds('variables.requirements')}.filter(build, build.matches("^10[.]0[.][0-9]{1,9}$") && ` +
  `variables.requirements.exists(all, ${CAN_RUN_ON_BUILD})).map(build, int(build.substring(5)))`;

const TERMS =
  'variables.spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.orValue([])';
const TYPES = 'term.?matchExpressions.orValue([]).filter(r, r.key == "type" && r.operator == "In")';
const IS_VIRTUAL_TYPE = 'type in ["virtual-kubelet", ""]';

/** Whether only virtual kubelets match: their containers do not share the kernel of a node. */
export const IS_VIRTUAL =
  `[variables.spec.?nodeSelector[?"type"]].exists(selected, [size(${TERMS}) > 0 && ${TERMS}.all(term, size(${TYPES}) > 0)].exists(inTerms, ` +
  `(selected.hasValue() || inTerms) && [selected.orValue("")].all(type, ${IS_VIRTUAL_TYPE}) && ` +
  `(!inTerms || ${TERMS}.all(term, ${TYPES}.all(r, r.values.all(type, ${IS_VIRTUAL_TYPE}))))))`;

/** Whether a pod is known to run on Windows; `spec` is its pod spec. */
export const IS_FOR_WINDOWS =
  '[spec.?os.name.orValue("").lowerAscii()].exists(os, os == "windows" || (os != "linux" && ' +
  `[${requirementLists('spec')}].exists(lists, ${leaves('windows', 'lists')} && ` +
  `(!${leaves('linux', 'lists')} || ${hostProcess()}))))`;
