import { hasEnded, SERVER_2019, WINDOWS_BUILDS } from '../../windows/builds.ts';
import { DIRECTX_RESOURCES } from '../../windows/pod-evidence.ts';
import { CLOUD_OS_LABELS, lacksServer2019, OS_SKUS, POOL_LABELS, removalOf } from '../../windows/providers.ts';
import { DEFINED_LABEL, NODE_NAMES } from '../../windows/required-labels.ts';
import { matches, text } from '../cel.ts';
import { type Expressions, onPod } from '../expression.ts';
import { HAS_RUNTIME_CLASS } from '../fields.ts';
import { leaves } from '../pod-system.ts';

/** The values of the build label for some builds, as a list in CEL. */
const labels = (test: (build: (typeof WINDOWS_BUILDS)[number]) => boolean) =>
  `[${WINDOWS_BUILDS.filter(test)
    .map(({ build }) => text(`10.0.${build}`))
    .join(', ')}]`;
const IS_WRONG_OS =
  'r.key in ["kubernetes.io/os", "beta.kubernetes.io/os"] && r.operator == "In" && size(r.values) == 1 && !(r.values[0] in ["windows", "linux"])';
const HAS_WRONG_OS = `variables.requirements.exists(all, all.exists(r, ${IS_WRONG_OS}))`;
const IS_BUILD_ON_LINUX =
  'variables.requirements.exists(all, all.exists(r, r.key == "node.kubernetes.io/windows-build" && r.operator in ["In", "Exists"])) && ' +
  `${leaves('linux', 'variables.withoutBuild')} && !${leaves('windows', 'variables.withoutBuild')}`;
const IS_COMPUTE_TYPE = 'r.key == "eks.amazonaws.com/compute-type" && r.operator == "In" && size(r.values) > 0';
/** The names of the node pools that the pod requires, one for each label. */
const POOLS = `${JSON.stringify(POOL_LABELS)}.filter(key, size(variables.requirements) > 0 && variables.requirements.all(all, all.exists(r, r.key == key && r.operator == "In" && size(r.values) > 0))).map(key, variables.requirements[0].filter(r, r.key == key && r.operator == "In")[0].values[0])`;
const IS_IN_POOL = `[${POOLS}].exists(pools, size(pools) > 0 && !pools.exists(pool, !${matches('pool', /(^|[^rt]|(^|[^a])r|(^|[^d])ar)win/i)} && ${matches('pool', /linux|ubuntu|mariner/i)}))`;

const REQUIRES_VALUES = 'r.operator == "In" && size(r.values) > 0';
const HAS_NODE_NAME = `(size(variables.requirements) > 0 && ${JSON.stringify(NODE_NAMES)}.exists(key, variables.requirements.all(all, all.exists(r, r.key == key && ${REQUIRES_VALUES}))))`;
const HAS_CUSTOM_LABEL = `size(variables.requirements) > 0 && variables.requirements[0].exists(label, !${matches('label.key', DEFINED_LABEL)} && variables.requirements.all(all, all.exists(r, r.key == label.key && (r.operator == "Exists" || (${REQUIRES_VALUES})))))`;
const IS_ADMITTED_ON_LINUX =
  'variables.spec.?os.name.orValue("").lowerAscii() != "windows" && !variables.images.exists(image, image.os == "windows")';
const HAS_DIRECTX =
  `variables.containers.exists(container, ${JSON.stringify(DIRECTX_RESOURCES)}.exists(name, ` +
  '[container.?resources.limits[?name].orValue("0"), container.?resources.requests[?name].orValue("0")]' +
  '.exists(amount, isQuantity(amount) && quantity(amount).isGreaterThan(quantity("0")))))';

export const SCHEDULING: Expressions<'scheduling'> = {
  'scheduling/architecture': onPod(
    '["kubernetes.io/arch", "beta.kubernetes.io/arch"].exists(key, variables.spec.?nodeSelector[?key].orValue("amd64") != "amd64") || ' +
      'variables.spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.optMap(terms, size(terms) > 0 && terms.all(term, term.?matchExpressions.orValue([]).exists(one, ' +
      'one.key in ["kubernetes.io/arch", "beta.kubernetes.io/arch"] && (one.operator == "In" ? size(one.?values.orValue([])) > 0 && !("amd64" in one.values) : one.operator == "NotIn" ? "amd64" in one.?values.orValue([]) : one.operator == "DoesNotExist")))).orValue(false)',
  ),
  'scheduling/beta-os-label': onPod(
    '["beta.kubernetes.io/os", "beta.kubernetes.io/arch"].exists(key, key in variables.spec.?nodeSelector.orValue({}) || ' +
      'variables.spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.orValue([]).exists(term, term.?matchExpressions.orValue([]).exists(one, one.key == key)) || ' +
      'variables.spec.?affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution.orValue([]).exists(term, term.preference.?matchExpressions.orValue([]).exists(one, one.key == key)))',
  ),
  'scheduling/cloud-label-value': onPod(
    CLOUD_OS_LABELS.map(({ key, values }) => {
      const known = [...values.keys()];
      const letters = known.map((value) => value.toLowerCase().replace(/[\s_-]/g, ''));
      return `[variables.spec.?nodeSelector[?${text(key)}].orValue("")].exists(value, !(value in ${JSON.stringify(known)}) && value.lowerAscii().replace("-", "").replace("_", "").replace(" ", "") in ${JSON.stringify(letters)})`;
    }).join(' || '),
  ),
  'scheduling/eks-build-unavailable': ({ taint }) => (taint === 'eks' ? { when: 'value == "10.0.26100"' } : undefined),
  'scheduling/eks-compute-type': onPod(
    `!has(variables.spec.nodeName) && size(variables.requirements) > 0 && variables.requirements.all(all, all.exists(r, ${IS_COMPUTE_TYPE})) && ` +
      `[variables.requirements[0].filter(r, ${IS_COMPUTE_TYPE})[0].values].exists(values, size(values) == 1 && values[0] in ["auto", "fargate"])`,
  ),
  'scheduling/linux-only-nodes': onPod(
    '!has(variables.spec.nodeName) && size(variables.requirements) > 0 && (' +
      '["node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master"].exists(key, variables.requirements.all(all, all.exists(r, r.key == key && (r.operator == "Exists" || (r.operator == "In" && size(r.values) > 0))))) || ' +
      '(variables.requirements.all(all, all.exists(r, r.key == "kubernetes.azure.com/mode" && r.operator == "In" && size(r.values) > 0)) && variables.requirements.exists(all, all.exists(r, r.key == "kubernetes.azure.com/mode" && r.operator == "In" && size(r.values) > 0 && r.values.all(value, value == "system")))))',
  ),
  'scheduling/missing-os-constraint': {
    ...onPod(
      `variables.isForWindows && !has(variables.spec.nodeName) && variables.onWindows && variables.onLinux && !${HAS_NODE_NAME} && !${HAS_DIRECTX}`,
    ),
    cases: [
      ['its RuntimeClass is not in the workspace', HAS_RUNTIME_CLASS],
      ['it selects a node pool by name', IS_IN_POOL],
      [
        'one of its images is for Linux',
        `${IS_ADMITTED_ON_LINUX} && variables.images.exists(image, image.os == "linux")`,
      ],
      ['it selects nodes by another label', HAS_CUSTOM_LABEL],
      ['no image is known to be for Windows', IS_ADMITTED_ON_LINUX],
    ],
  },
  'scheduling/no-matching-node': onPod(
    `!has(variables.spec.nodeName) && !${leaves('windows', 'variables.osRequirements')} && !${leaves('linux', 'variables.osRequirements')} && !${HAS_WRONG_OS} && !(${IS_BUILD_ON_LINUX})`,
  ),
  'scheduling/node-os-value': onPod(
    '["kubernetes.io/os", "beta.kubernetes.io/os"].exists(key, !(variables.spec.?nodeSelector[?key].orValue("") in ["", "windows", "linux"])) || ' +
      `(!variables.onWindows && !variables.onLinux && variables.spec.?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.orValue([]).exists(term, term.?matchExpressions.orValue([]).exists(r, ${IS_WRONG_OS})))`,
  ),
  'scheduling/os-sku-unavailable': ({ date }) => ({
    when: `value in [${[...OS_SKUS.keys()].map(text).join(', ')}]`,
    cases: [...OS_SKUS.keys()].map((sku) => [
      removalOf(sku, date) === undefined ? `the value is \`${sku}\`` : 'the node images are removed',
      `value == ${text(sku)}`,
    ]),
  }),
  'scheduling/windows-build-end-of-support': (settings) => ({
    when: `value in ${labels((release) => release.label !== undefined && (hasEnded(release, settings.date) || release.build === SERVER_2019))} && !variables.isVirtual`,
    cases: [
      [
        'the build is no longer supported by Microsoft',
        `value in ${labels((release) => hasEnded(release, settings.date))}`,
      ],
      [lacksServer2019(settings) ? 'the provider is AKS' : 'the build is Windows Server 2019', 'true'],
    ],
  }),
  'scheduling/windows-build-value': {
    when: `!${matches('value', /^10\.0\.[0-9]{1,9}$/)} || value in ${labels(({ label }) => label === undefined)}`,
    cases: [
      [
        'the value is not a valid label value',
        `value != "" && !(size(value) <= 63 && ${matches('value', /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/)})`,
      ],
    ],
  },
  'scheduling/windows-build-with-linux': onPod(
    `!variables.onWindows && !variables.onLinux && !${HAS_WRONG_OS} && ${IS_BUILD_ON_LINUX}`,
  ),
};
