// Writes the times for rendering a chart of 60 templates, for rendering it after a change of one of them, and for parsing what is
// rendered, in milliseconds, with compiled code.
import { parseAllDocuments } from 'yaml';
import { renderChart } from '../../server/src/helm/render-chart.ts';
import { CHARTS } from '../helm/charts.ts';

const TEMPLATE_COUNT = 60;
const [, , rounds] = process.argv;
const {
  'templates/deployment.yaml': deployment,
  'templates/ingress.yaml': ingress,
  ...others
} = CHARTS['a workload with helpers'].files;
const files = new Map(Object.entries(others));
for (let i = 0; i < TEMPLATE_COUNT; i++) files.set(`templates/${i}.yaml`, i % 4 === 0 ? ingress : deployment);

const times = { render: [], change: [], parse: [] };
let last = renderChart(files);
for (let i = 0; i < 2 * rounds; i++) {
  const changed = new Map([...files, ['templates/30.yaml', `${deployment}# ${i}\n`]]);
  const [rendered, ofRender] = timed(() => renderChart(changed));
  const [again, ofChange] = timed(() => renderChart(changed, { previous: last }));
  last = again;
  const texts = [...rendered.templates.values()].map(({ text }) => text.text);
  const [, ofParse] = timed(() => texts.map((text) => parseAllDocuments(text)));
  // The first half is warm-up.
  if (i < rounds) continue;
  times.render.push(ofRender);
  times.change.push(ofChange);
  times.parse.push(ofParse);
}
console.log(JSON.stringify(times));

function timed(run) {
  const started = performance.now();
  const result = run();
  return [result, performance.now() - started];
}
