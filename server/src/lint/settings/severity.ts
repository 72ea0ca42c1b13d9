export type Severity = 'error' | 'warning' | 'information' | 'hint';
/** `on` is for the severities that a rule has by itself. */
export type RuleSetting = Severity | 'off' | 'on';
