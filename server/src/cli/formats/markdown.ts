import { codeSpan, prose } from '../../text/markdown.ts';
import { nameOf } from '../files/file-summary.ts';
import { STDIN_PATH } from '../options/manifests.ts';
import { countsText } from './totals.ts';
import type { CheckLook, CheckWriter } from './writer.ts';

/** The length that GitHub allows for a comment, in characters; GitLab allows more. */
export const MAX_COMMENT = 65_536;
/** Enough for the summary and the line on findings that are left out. */
const RESERVED = 500;

/** A comment for a pull request: the counts, and a table for each file. */
export function checkMarkdown(look: CheckLook): CheckWriter {
  // Its length is limited, so it can be kept until the counts are known.
  let body = '';
  let left = 0;
  let isFull = false;
  return {
    fixes: 'none',
    namesObjects: true,
    start: () => '',
    file: ({ path, relativePath, findings, improvements = [] }) => {
      const isCluster = look.cluster !== undefined;
      const rows = [...findings, ...improvements].map(({ start, change, finding }) => {
        const { severity, message, rule, object } = finding;
        const name =
          object === undefined ? '' : isCluster || path === STDIN_PATH ? nameOf(object) : (object.name ?? '');
        const cells = [
          isCluster ? '' : String(start.line + 1),
          change?.isImprovement ? 'improvement' : severity,
          codeSpan(rule),
          name && codeSpan(name),
          prose(message),
        ];
        return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
      });
      return rows.length === 0 ? '' : [`\n${codeSpan(relativePath)}\n\n${HEAD}`, ...rows];
    },
    between: '',
    take(text) {
      const isRow = text.startsWith('| ');
      isFull ||= body.length + text.length > MAX_COMMENT - RESERVED;
      if (isFull && isRow) left++;
      if (!isFull) body += text;
      return '';
    },
    end(files, frame) {
      const more = left === 1 ? '1 more finding is' : `${left} more findings are`;
      const rest = left === 0 ? '' : `\n${more} left out, because a comment cannot be longer.\n`;
      return `### Kubewin\n\n${countsText(files, frame, look)}\n${body}${rest}`;
    },
  };
}

const HEAD = '| line | severity | rule | object | problem |\n| ---: | --- | --- | --- | --- |\n';
