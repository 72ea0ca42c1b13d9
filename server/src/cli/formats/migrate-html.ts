import { EFFORTS, type Effort, TOPICS } from '../../lint/refactorings/migration.ts';
import { nameWithHook } from '../files/file-summary.ts';
import { locationText } from '../files/message.ts';
import {
  type MigratedFile,
  type MigratedWorkload,
  type MigrationTotals,
  STATES,
  stateOf,
  totalsOf,
} from '../files/migrate-file.ts';
import { escapeControls } from '../terminal/style.ts';
import {
  EFFORT_TEXTS,
  imagesOf,
  overview,
  STATE_TITLES,
  skippedOf,
  stepMessage,
  TOPIC_TITLES,
  todayText,
} from './migrate.ts';
import { pageOfRule, textsOfRule } from './rule-texts.ts';
import { amount, changedWorkloads } from './totals.ts';
import type { Frame } from './writer.ts';

/** A page without external resources, for people who do not read manifests. */
export function migrateHtml(files: readonly MigratedFile[], frame: Frame): string {
  const { kubewin, kubernetesVersion, upgradeTo } = frame;
  const totals = totalsOf(files);
  const rows = files.flatMap(({ path, workloads }) => workloads.map((workload) => rowOf(path, workload)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${frame.name}: migration to Windows nodes`)}</title>
<style>
${STYLE}
</style>
</head>
<body>
<main>
<h1>Migration to Windows nodes</h1>
<p class="name"><code>${escaped(frame.name)}</code></p>
<p>${escaped(upgradeTo === undefined ? overview(totals, files.length) : changedWorkloads(frame, files))}</p>
${totals.workloads === 0 ? '' : upgradeTo === undefined ? body(files, totals, rows) : rows.join('\n')}
${skippedSection(files, frame)}
<footer>Kubewin ${escaped(kubewin)}, for Kubernetes ${escaped(upgradeTo ?? kubernetesVersion)}.</footer>
</main>
</body>
</html>
`;
}

function body(files: readonly MigratedFile[], totals: MigrationTotals, rows: readonly string[]): string {
  const topics = TOPICS.filter((topic) => totals.topics[topic] > 0);
  const images = imagesOf(files).map(
    ({ name, variant, count }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code></th><td>${variant}</td><td class="number">${count}</td></tr>`,
  );
  return `<section aria-labelledby="effort">
<h2 id="effort">Effort</h2>
${chart(totals)}
<table>
<thead><tr><th scope="col">Effort</th><th scope="col" class="number">Workloads</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${EFFORTS.map((effort) => `<tr><th scope="row"><span class="key ${effort}"></span>${effort}</th><td class="number">${totals.efforts[effort]}</td><td>${EFFORT_TEXTS[effort]}</td></tr>`).join('\n')}
</tbody>
</table>
</section>
${topics.length === 0 ? '' : `<section aria-labelledby="topics">\n<h2 id="topics">What a person has to look at</h2>\n<table>\n<thead><tr><th scope="col">Subject</th><th scope="col" class="number">Workloads</th></tr></thead>\n<tbody>\n${topics.map((topic) => `<tr><th scope="row">${TOPIC_TITLES[topic]}</th><td class="number">${totals.topics[topic]}</td></tr>`).join('\n')}\n</tbody>\n</table>\n</section>\n`}${images.length === 0 ? '' : `<section aria-labelledby="images">\n<h2 id="images">Images</h2>\n<table>\n<thead><tr><th scope="col">Image</th><th scope="col">Windows variant</th><th scope="col" class="number">Workloads</th></tr></thead>\n<tbody>\n${images.join('\n')}\n</tbody>\n</table>\n</section>\n`}<section aria-labelledby="workloads">
<h2 id="workloads">Workloads</h2>
${filter(
  'State',
  'state',
  STATES.filter((state) => totals.states[state] > 0),
  (state) => `${STATE_TITLES[state]} (${totals.states[state]})`,
)}
${filter(
  'Effort',
  'effort',
  EFFORTS.filter((effort) => totals.efforts[effort] > 0),
  (effort) => `${effort} (${totals.efforts[effort]})`,
)}
${rows.join('\n')}
</section>`;
}

/** Boxes that hide workloads, without a script: see `FILTERS` in the style. Nothing for a single value. */
function filter<T extends string>(
  title: string,
  key: string,
  values: readonly T[],
  textOf: (value: T) => string,
): string {
  if (values.length < 2) return '';
  const boxes = values.map(
    (value) => `<label><input type="checkbox" id="${key}-${value}" checked> ${textOf(value)}</label>`,
  );
  return `<fieldset>\n<legend>${title}</legend>\n${boxes.join('\n')}\n</fieldset>`;
}

/** What was not assessed, with places and reasons. */
function skippedSection(files: readonly MigratedFile[], frame: Frame): string {
  const items = skippedOf(files, frame).map(
    ({ location, text }) => `<li>${escaped(text)} <code>${escaped(location)}</code></li>`,
  );
  if (items.length === 0) return '';
  return `<section aria-labelledby="skipped">\n<h2 id="skipped">Not assessed</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</section>`;
}

const WIDTH = 720;
const HEIGHT = 56;

/** A bar with a part for each effort; the table below it shows the same numbers. */
function chart({ efforts, workloads }: MigrationTotals): string {
  const shown = EFFORTS.filter((effort) => efforts[effort] > 0);
  let x = 0;
  const parts = shown.map((effort) => {
    const width = (WIDTH * efforts[effort]) / workloads;
    const part = partOf(effort, x, width, efforts[effort]);
    x += width;
    return part;
  });
  const text = shown.map((effort) => `${efforts[effort]} ${effort}`).join(', ');
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-title chart-text">
<title id="chart-title">Workloads by effort</title>
<desc id="chart-text">Of ${amount(workloads, 'workload')}: ${text}.</desc>
${parts.join('\n')}
</svg>`;
}

function partOf(effort: Effort, x: number, width: number, count: number): string {
  const [left, wide] = [x.toFixed(1), Math.max(1, width - 2).toFixed(1)];
  // A narrow part has no room for a word.
  const label = width < 80 ? (width < 24 ? '' : String(count)) : `${effort} ${count}`;
  const text = label === '' ? '' : `<text x="${(x + width / 2 - 1).toFixed(1)}" y="${HEIGHT / 2 + 6}">${label}</text>`;
  return `<rect class="${effort}" x="${left}" y="0" width="${wide}" height="${HEIGHT}" rx="4"/>${text}`;
}

function rowOf(path: string, workload: MigratedWorkload): string {
  const { effort, steps } = workload;
  const head = `<strong>${escaped(nameWithHook(workload))}</strong> <span class="badge ${effort}">${effort}</span> ${STATE_TITLES[stateOf(workload)]}${todayText(workload).replace(/^(?=.)/, ' ')} <code>${escaped(locationText({ path, at: workload.at }))}</code>`;
  const classes = `workload state-${stateOf(workload)} effort-${effort}`;
  if (steps.length === 0) return `<p class="${classes}">${head}</p>`;
  const items = steps.map((step) => {
    const { by, topic, rule, fields, fix } = step;
    const who =
      by === 'fix'
        ? `<span class="fix">Fix: ${inline(fix ?? '')}.</span>`
        : '<span class="person">For a person.</span>';
    const places = fields.map((field) => ` <code>${escaped(field)}</code>`).join('');
    return `<li><b>${TOPIC_TITLES[topic]}:</b> ${inline(stepMessage(step))} ${who}${places}${rule === undefined ? '' : ` ${ruleLink(rule)}`}</li>`;
  });
  return `<details class="${classes}" open>
<summary>${head}</summary>
<ul>
${items.join('\n')}
</ul>
</details>`;
}

/** The ID of a rule as a link to its page, or to what it is based on. */
function ruleLink(rule: string): string {
  const url = pageOfRule(rule) ?? textsOfRule(rule, { ownRules: [] }).sources[0]?.url;
  return url === undefined ? escaped(rule) : `<a href="${escaped(url)}">${escaped(rule)}</a>`;
}

/** A message, in which backticks mark code. */
function inline(message: string): string {
  const parts = escaped(message).split('`');
  const isOdd = parts.length % 2 === 0;
  return parts
    .map((part, i) => (i % 2 === 1 && !(isOdd && i === parts.length - 1) ? `<code>${part}</code>` : part))
    .join('');
}

/** Text of which no character is HTML. */
function escaped(text: string): string {
  return escapeControls(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Hides the workloads whose box is not checked. */
const FILTERS = [...STATES.map((state) => `state-${state}`), ...EFFORTS.map((effort) => `effort-${effort}`)]
  .map((name) => `main:has(#${name}:not(:checked)) .${name}`)
  .join(', ');

const STYLE = `:root { color-scheme: light dark; --text: #1f2328; --back: #fff; --line: #d0d7de; --quiet: #59636e;
  --none: #1a7f37; --small: #0969da; --medium: #9a6700; --large: #cf222e; --on: #fff; }
@media screen and (prefers-color-scheme: dark) { :root { --text: #e6edf3; --back: #0d1117; --line: #3d444d; --quiet: #9198a1;
  --none: #3fb950; --small: #58a6ff; --medium: #d29922; --large: #ff7b72; --on: #0d1117; } }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; } h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; }
svg { width: 100%; height: auto; display: block; margin-bottom: 1rem; }
svg text { fill: var(--on); font: 600 16px system-ui, sans-serif; text-anchor: middle; }
rect.none { fill: var(--none); } rect.small { fill: var(--small); } rect.medium { fill: var(--medium); } rect.large { fill: var(--large); }
table { border-collapse: collapse; } th, td { text-align: left; font-weight: normal; padding: .3rem 1.25rem .3rem 0; border-bottom: 1px solid var(--line); }
tbody th { white-space: nowrap; } thead th { color: var(--quiet); } .number { text-align: right; font-variant-numeric: tabular-nums; }
.key { display: inline-block; width: .75rem; height: .75rem; border-radius: 2px; margin-right: .5rem; }
.key.none, .badge.none { background: var(--none); } .key.small, .badge.small { background: var(--small); }
.key.medium, .badge.medium { background: var(--medium); } .key.large, .badge.large { background: var(--large); }
.badge { color: var(--on); border-radius: 1rem; padding: .05rem .6rem; font-size: .85rem; font-weight: 600; }
.workload { border-bottom: 1px solid var(--line); margin: 0; padding: .5rem 0; } summary { cursor: pointer; }
code { font: .85em ui-monospace, monospace; overflow-wrap: anywhere; } summary > code, p > code, .fix, footer { color: var(--quiet); }
fieldset { border: 0; margin: 0 0 .5rem; padding: 0; } legend { float: left; margin-right: 1rem; color: var(--quiet); }
label { margin-right: 1rem; } ${FILTERS} { display: none; } a { color: var(--small); } .name { font-size: 1.1rem; margin: 0; }
.person { font-weight: 600; } footer { margin-top: 2rem; font-size: .85rem; }
@media print { :root { color-scheme: light; } rect, .key, .badge { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details > * { display: block; } details::details-content { content-visibility: visible; block-size: auto; }
  .workload > summary, p.workload, tr, li { break-inside: avoid; } fieldset { display: none; } h2, .workload > summary { break-after: avoid; } }`;
