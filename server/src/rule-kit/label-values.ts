/** What the API server requires of the value of a label, in a node selector too. */
export const NOT_A_LABEL_VALUE = 'Label values contain no blanks and begin and end with a letter or digit.';

/** The error of the API server for an invalid value. */
export const INVALID_LABEL_VALUE =
  "Invalid value: \"windows \": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

export const LABEL_VALUES_SOURCE =
  'kubernetes/apimachinery pkg/apis/meta/v1/validation/validation.go ValidateLabels, called for nodeSelector';
