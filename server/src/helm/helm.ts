import { branchesAround } from './branches-around.ts';
import { parseTemplate } from './parse-template.ts';
import { givenValues, renderChart } from './render-chart.ts';

/** What the workspace needs of Helm. It is loaded with the first chart, because most workspaces have none. */
export const helm = { renderChart, givenValues, parseTemplate, branchesAround };

export type Helm = typeof helm;
