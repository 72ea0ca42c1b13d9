// The task of Azure Pipelines: runs the packed command line in this process. The agent sets an INPUT_… variable for each input.
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const { env } = process;
const lines = (name) => (env[`INPUT_${name}`] ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
const report = join(env.AGENT_TEMPDIRECTORY ?? tmpdir(), 'kubewin.md');
const formats = ['--format=azure', `--format=markdown=${report}`, '--task-result', '--task-summary'];

process.chdir(env.INPUT_WORKINGDIRECTORY || env.SYSTEM_DEFAULTWORKINGDIRECTORY || '.');
process.argv.splice(2, process.argv.length, 'check', ...formats, ...lines('ARGS'), '--', ...lines('PATHS'));
import(pathToFileURL(join(__dirname, 'kubewin/dist/cli.js')).href);
