import { BETA_OS_LABEL, OS_LABEL, WINDOWS_BUILD_LABEL } from '../windows/node-constraint.ts';
import type { OperatingSystem } from '../windows/verdict.ts';

// The verdict of `windows/verdict.ts` as CEL, as far as one object decides it: `os.name`, then the nodes that node selector
// and required node affinity leave, then `hostProcess`. CEL has no functions and no bindings: a list with one item and
// `exists` gives a value a name.

/** The pod spec of any workload. `dyn` keeps the type checker from asking each kind for the fields of the others. */
export const podSpecOf = (object: string) =>
  `dyn(${object}).kind == "Pod" ? dyn(${object}).spec : ` +
  `dyn(${object}).kind == "PodTemplate" ? dyn(${object}).template.spec : ` +
  `dyn(${object}).kind == "CronJob" ? dyn(${object}).spec.jobTemplate.spec.template.spec : ` +
  `dyn(${object}).spec.template.spec`;

/** The metadata of the pod or of its template. */
export const podMetadataOf = (object: string) =>
  `dyn(${object}).kind == "Pod" ? dyn(${object}).metadata : ` +
  `dyn(${object}).kind == "PodTemplate" ? dyn(${object}).template.?metadata.orValue({}) : ` +
  `dyn(${object}).kind == "CronJob" ? dyn(${object}).spec.jobTemplate.spec.template.?metadata.orValue({}) : ` +
  `dyn(${object}).spec.template.?metadata.orValue({})`;

export const CONTAINERS =
  'spec.?containers.orValue([]) + spec.?initContainers.orValue([]) + spec.?ephemeralContainers.orValue([])';

/** Whether node selector and required affinity leave only the nodes of a system; `spec` is the pod spec. */
export function leavesOnly(os: OperatingSystem): string {
  const other = os === 'windows' ? 'linux' : 'windows';
  return (
    `[${REQUIREMENT_LISTS}].exists(lists, ` +
    `lists.exists(all, ${canRunOn(os)}) && !lists.exists(all, ${canRunOn(other)}))`
  );
}

/** Whether a pod is known to be for a system; `spec` is its pod spec. */
export function isFor(os: OperatingSystem): string {
  const other = os === 'windows' ? 'linux' : 'windows';
  const left = `(lists.exists(all, ${canRunOn(os)}) && !lists.exists(all, ${canRunOn(other)}))`;
  const both = `(lists.exists(all, ${canRunOn('windows')}) && lists.exists(all, ${canRunOn('linux')}))`;
  const byNodes = os === 'windows' ? `(${left} || (${HOST_PROCESS} && ${both}))` : left;
  return (
    `[spec.?os.name.orValue("").lowerAscii()].exists(os, os == "${os}" || (os != "${other}" && ` +
    `[${REQUIREMENT_LISTS}].exists(lists, ${byNodes})))`
  );
}

const HOST_PROCESS =
  `(spec.?securityContext.windowsOptions.hostProcess.orValue(false) || ` +
  `(${CONTAINERS}).exists(c, c.?securityContext.windowsOptions.hostProcess.orValue(false)))`;

const SELECTOR =
  'spec.?nodeSelector.orValue({}).map(k, {"key": dyn(k), "operator": dyn("In"), "values": dyn([spec.nodeSelector[k]])})';

const TERMS =
  'spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.orValue([])';

/** All lists of requirements of which one has to hold: the node selector, with one term of the affinity where it has any. */
const REQUIREMENT_LISTS =
  `size(${TERMS}) == 0 ? [${SELECTOR}] : ` +
  `${TERMS}.filter(t, size(t.?matchExpressions.orValue([])) + size(t.?matchFields.orValue([])) > 0)` +
  `.map(t, ${SELECTOR} + ` +
  `t.?matchExpressions.orValue([]).map(r, {"key": dyn(r.key), "operator": dyn(r.operator), "values": r.?values.orValue([])}) + ` +
  `t.?matchFields.orValue([]).map(r, {"key": dyn("field " + r.key), "operator": dyn(r.operator), "values": r.?values.orValue([])}))`;

const SKU = 'kubernetes.azure.com/os-sku';
const GKE = 'cloud.google.com/gke-os-distribution';
const GKE_VERSION = 'cloud.google.com/gke-windows-os-version';

// Values that no label can have.
const ABSENT = '" "';
const ANY = '"?"';

/** Whether a value of a label is one that a node of the system may have: `CLOUD_OS_LABELS` says it of the clouds. */
const POSSIBLE: Readonly<Record<OperatingSystem, string>> = {
  windows:
    `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? v == "windows" : ` +
    `r.key == "${SKU}" ? !v.matches("^(AzureLinux|Ubuntu|Mariner|CBLMariner)") : ` +
    `r.key == "${GKE}" ? !v.matches("^(cos|ubuntu)(_|$)") : true)`,
  linux:
    `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? v == "linux" : ` +
    `r.key == "${WINDOWS_BUILD_LABEL}" || r.key == "${GKE_VERSION}" ? false : ` +
    `r.key == "${SKU}" ? !v.startsWith("Windows") : r.key == "${GKE}" ? !v.startsWith("windows_") : true)`,
};

/** What a label may be on a node of the system where no requirement names a value. */
const UNNAMED: Readonly<Record<OperatingSystem, string>> = {
  windows:
    `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? ["windows"] : ` +
    `r.key == "${WINDOWS_BUILD_LABEL}" ? [${ANY}] : [${ABSENT}, ${ANY}])`,
  linux:
    `(r.key == "${OS_LABEL}" || r.key == "${BETA_OS_LABEL}" ? ["linux"] : ` +
    `r.key == "${WINDOWS_BUILD_LABEL}" || r.key == "${GKE_VERSION}" ? [${ABSENT}] : [${ABSENT}, ${ANY}])`,
};

/** Whether all requirements on the label of `r` are met by the value `v`; as `matches` of `kubernetes/node-selection.ts`. */
const ALL_ON_KEY_MATCH =
  `all.all(q, q.key != r.key || (q.operator == "In" ? v in q.values : q.operator == "NotIn" ? !(v in q.values) : ` +
  `q.operator == "Exists" ? v != ${ABSENT} : q.operator == "DoesNotExist" ? v == ${ABSENT} : ` +
  `v == ${ANY} || (v.matches("^[0-9]{1,18}$") && (q.operator == "Gt" ? int(v) > int(q.values[0]) : int(v) < int(q.values[0])))))`;

/** Whether the requirements in `all` can be met by a node of the system: each label for itself. */
function canRunOn(os: OperatingSystem): string {
  return (
    `all.all(r, r.operator == "In" ? r.values.exists(v, ${POSSIBLE[os]} && ${ALL_ON_KEY_MATCH}) : ` +
    `all.exists(q, q.key == r.key && q.operator == "In") || ${UNNAMED[os]}.exists(v, ${ALL_ON_KEY_MATCH}))`
  );
}
