import type { MessagePort } from 'node:worker_threads';
import { chartTools } from '../../lint/charts/chart-tools.ts';
import type { Rule } from '../../lint/rule.ts';
import { ruleSet } from '../../lint/rule-set/rule-set.ts';
import { RULES } from '../../rules/index.ts';
import { nodeDisk } from '../../workspace/node-disk.ts';
import type { PodFacts } from '../../workspace/scan.ts';
import { Workspace } from '../../workspace/workspace.ts';
import type { Input } from '../files/input.ts';
import { CHECK_WRITERS } from '../formats/formats.ts';
import { loadOwnRules } from '../inputs/own-rules.ts';
import { setSettings } from '../inputs/settings.ts';
import { type ScanResult, Share, shareOf } from './share.ts';
import type { Task, ThreadMessage } from './threads.ts';

/** The program of a thread: it checks its share of the files as the main thread does. */
export async function checkShare(task: Task, port: MessagePort): Promise<void> {
  const { results, shows, baseline, worstFirst, thorough, takesSnapshots, files, thread, threads } = task;
  const send = (message: ThreadMessage) => port.postMessage(message);
  const { rereader } = nodeDisk;
  const onRuleError = (rule: Rule, error: unknown) => send({ failure: String(error), rule: rule.id });
  const workspace = new Workspace(ruleSet(RULES), onRuleError, { rereader });
  workspace.charts.tools = chartTools;
  const inputs = files.map(({ input }) => input);
  if (inputs.some(({ settings }) => settings.ownRules !== undefined)) await loadOwnRules();
  setSettings(workspace, inputs);
  for (const { input, text } of files) {
    workspace.setOnDisk(input.uri, text ?? rereader?.read(input.uri));
    if (text === undefined) workspace.setReadable(input.uri);
  }
  const manifests = { workspace, thorough, paths: new Map(inputs.map(({ uri, path }) => [uri, path])) };
  const writers = results.map(({ format, look }) => CHECK_WRITERS[format](look));
  const bugs = {
    crash: (input: Input, error: unknown) => send({ crash: String(error), input }),
    ruleError: (rule: string, error: unknown) => send({ failure: String(error), rule }),
  };
  const indices = new Map(inputs.map((input, index) => [input, index]));
  const share = new Share(shareOf(inputs, thread, threads), manifests, { writers, shows, baseline, worstFirst }, bugs);
  const sendResults = (checked: Iterable<[Input, ScanResult]>) => {
    for (const [input, result] of checked) send({ index: indices.get(input) ?? -1, result });
  };
  sendResults(share.first());
  send({ pods: share.pods() });
  port.once('message', (others: PodFacts) => {
    sendResults(share.last(others));
    send({ isFinished: true, snapshots: takesSnapshots && rereader ? share.snapshots(rereader) : '' });
  });
}
