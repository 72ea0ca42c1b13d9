import type { CheckWriter } from './check.ts';
import type { ExplainedFile } from './explain.ts';
import { checkJson, explainJson, type Frame } from './format-json.ts';
import { type CheckStyle, checkText, explainText, type TextStyle } from './format-text.ts';
import type { Format } from './options.ts';

/** How the results of the commands are written in a format. */
interface Writer {
  /** Whether the fixes that can be made are a part of it: each of them has to be tried. */
  readonly hasFixes: boolean;
  check(frame: Frame, style: CheckStyle): CheckWriter;
  explain(files: readonly ExplainedFile[], frame: Frame, style: TextStyle): string;
}

/** Every format that can be asked for. */
export const WRITERS: Readonly<Record<Format, Writer>> = {
  text: {
    hasFixes: false,
    check: (_, style) => checkText(style),
    explain: (files, _, style) => explainText(files, style),
  },
  json: {
    hasFixes: true,
    check: checkJson,
    explain: (files, frame) => explainJson(frame, files),
  },
};
