import { branchesAround } from '../../helm/branches-around.ts';
import { chartReleases } from '../../helm/chart-releases.ts';
import { parseTemplate } from '../../helm/parse-template.ts';
import { givenValues, renderChart } from '../../helm/render-chart.ts';
import { sourceFixes } from './source-fixes.ts';

/** What the workspace needs for charts. It is loaded with the first chart, because most workspaces have none. */
export const chartTools = { renderChart, givenValues, parseTemplate, branchesAround, sourceFixes, chartReleases };

export type ChartTools = typeof chartTools;
