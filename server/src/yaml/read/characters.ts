// The codes of the characters that have a meaning in YAML.

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const QUOTE = 34;
export const HASH = 35;
export const PERCENT = 37;
export const APOSTROPHE = 39;
export const PLUS = 43;
export const COMMA = 44;
export const HYPHEN = 45;
export const DOT = 46;
export const COLON = 58;
export const GREATER = 62;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const BAR = 124;
export const CLOSE_BRACE = 125;
