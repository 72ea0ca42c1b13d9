/** How deep parentheses can be nested in an action. */
export const MAX_PARENTHESES = 100;

/** How deep branches can be nested in a template. */
export const MAX_NESTED_BRANCHES = 100;

/** How deep `include`, `template` and `tpl` can be nested; Helm reports an error at 1,000. */
export const MAX_INCLUDES = 40;

/** How deep branches, parentheses and included templates can be nested together. */
export const MAX_NESTING = 150;

/** How deep lists and maps can be nested in each other. */
export const MAX_VALUE_DEPTH = 250;

/** How deep subcharts can be nested in each other. */
export const MAX_SUBCHARTS = 20;

/** The maximum length of a value and of the output of a template, in characters. */
export const MAX_TEMPLATE_OUTPUT = 10_000_000;

/** How many parts of different origin a text can have. */
export const MAX_PIECES = 200_000;

/** The maximum length of the output of all templates of a chart, in characters. */
export const MAX_CHART_OUTPUT = 50_000_000;

/** How many items `range` can have, and lists that functions make. */
export const MAX_ITEMS = 100_000;

/** How many nodes, operands and items are evaluated for a chart. */
export const MAX_STEPS = 2_000_000;

/** The maximum length of a regular expression, in characters. */
export const MAX_REGEX = 500;

/** How many steps the search with a regular expression can take. */
export const MAX_REGEX_STEPS = 10_000_000;

/** The maximum width and precision in `printf`. */
export const MAX_WIDTH = 1_000;

/** How many names a key of `--set` can have; as in Helm. */
export const MAX_NESTED_NAMES = 30;

/** The maximum index of a list in `--set`; as in Helm. */
export const MAX_SET_INDEX = 65_536;
