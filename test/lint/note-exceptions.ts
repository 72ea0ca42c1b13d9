/** Items of the catalogue that are neither a rule nor a note: the rule that they are a part of, and why. */
export const PARTS_OF_RULES: Readonly<Record<string, { readonly rule: string; readonly why: string }>> = {
  'image/windows-image-without-os-signal': {
    rule: 'scheduling/missing-os-constraint',
    why: 'A Windows image is one of the signs by which that rule takes a pod for Windows: the same pod has one finding.',
  },
};

/** Fields that show notes besides those of the catalogue, which names none for most notes, and where the API has them. */
export const OTHER_FIELDS: Readonly<Record<string, string>> = {};
