/** Items of the catalogue that are neither a rule nor a note: the rule that contains them, and the reason. */
export const PARTS_OF_RULES: Readonly<Record<string, { readonly rule: string; readonly why: string }>> = {
  'image/windows-image-without-os-signal': {
    rule: 'scheduling/missing-os-constraint',
    why: 'A Windows image is part of the evidence by which that rule detects a Windows pod: the same pod has one finding.',
  },
};

/** Fields that show a note in addition to or instead of those in the catalogue, and the reason. */
export const OTHER_FIELDS: Readonly<Record<string, { readonly fields: readonly string[]; readonly why: string }>> = {
  ...Object.fromEntries(
    [
      'dns/resolve-dnsname',
      'knowledge/distribution-channels',
      'knowledge/hyperv-use-cases',
      'knowledge/logging-log-monitor',
      'knowledge/os-upgrade-guidance',
      'knowledge/verify-deployment',
    ].map((id) => [id, { fields: [], why: 'It is not about the field itself, so a hover on it would distract.' }]),
  ),
  'runtime-class/recommended': {
    fields: ['spec.tolerations'],
    why: 'A node selector shows what it selects.',
  },
  'service/misplaced-selector': {
    fields: ['selector'],
    why: 'This is where the mistake puts it; of a selector in its place there is nothing to say.',
  },
  'storage/access-modes': {
    fields: [
      'spec.volumes[*].ephemeral.volumeClaimTemplate.spec.accessModes',
      'spec.volumeClaimTemplates[*].spec.accessModes',
    ],
    why: 'Section 0 of the catalogue counts both among the claims.',
  },
};
