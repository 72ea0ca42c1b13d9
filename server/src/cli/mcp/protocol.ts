import { type Inputs, inputSchema, readInputs, TOOLS, type Tool } from '../../agents/tools.ts';
import { type Handle, INVALID_PARAMS, METHOD_NOT_FOUND, type Params, RpcError } from './json-rpc.ts';

declare const KUBEWIN_VERSION: string;

/** The versions of the Model Context Protocol, the newest first: https://modelcontextprotocol.io/specification/versioning */
export const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** What a tool returns: a text for the model, or a sentence on what is wrong with the call. */
export type CallResult = { readonly text: string } | { readonly fault: string };

/** What the protocol serves. */
export interface Served {
  /** The pages of the documentation by their paths: `rules/pod/host-pid.md`. */
  readonly pages: Readonly<Record<string, string>>;
  call(tool: Tool, inputs: Inputs, signal: AbortSignal): Promise<CallResult>;
}

const INSTRUCTIONS =
  'Kubewin finds what does not work on Windows nodes in Kubernetes manifests. Call kubewin_check after you write or change manifests for Windows pods, and kubewin_explain for the rules that it reports. The pages of all rules are resources.';

/** No tool changes anything: https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Says of the tool that has other effects in an editor what it does here. */
const RETURNED = ' It returns the fixed text or, for `path`, a diff, and changes no file.';

/** Answers the requests of the Model Context Protocol for tools and resources. */
export function mcpHandler({ pages, call }: Served): Handle {
  const resources = resourcesOf(pages);
  return async (method, params, signal) => {
    switch (method) {
      case 'initialize':
        return initialized(params);
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: TOOLS.map(listedTool) };
      case 'tools/call':
        return callTool(params, (tool, inputs) => call(tool, inputs, signal));
      case 'resources/list':
        return pageFrom(resources, params);
      case 'resources/templates/list':
        return { resourceTemplates: [TEMPLATE] };
      case 'resources/read':
        return readResource(params, pages);
      default:
        throw new RpcError(METHOD_NOT_FOUND, `There is no method \`${method.slice(0, MAX_QUOTED)}\`.`);
    }
  };
}

/** Longer names are cut in messages, in characters. */
const MAX_QUOTED = 100;

function initialized({ protocolVersion }: Params): object {
  if (typeof protocolVersion !== 'string') throw new RpcError(INVALID_PARAMS, '`protocolVersion` must be a string.');
  return {
    protocolVersion: PROTOCOL_VERSIONS.find((version) => version === protocolVersion) ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: 'kubewin', title: 'Kubewin', version: KUBEWIN_VERSION },
    instructions: INSTRUCTIONS,
  };
}

function listedTool(tool: Tool): object {
  const { name, title, description } = tool;
  return {
    name,
    title,
    description: name === 'kubewin_fix' ? description + RETURNED : description,
    inputSchema: inputSchema(tool),
    annotations: { title, ...ANNOTATIONS },
  };
}

/** Faults in the inputs are results, which models read, and not errors of the protocol. */
async function callTool(
  { name, arguments: raw = {} }: Params,
  call: (tool: Tool, inputs: Inputs) => Promise<CallResult>,
): Promise<object> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined)
    throw new RpcError(INVALID_PARAMS, `There is no tool \`${String(name).slice(0, MAX_QUOTED)}\`.`);
  const read = readInputs(tool, raw);
  const result = 'fault' in read ? read : await call(tool, read.inputs);
  const text = 'fault' in result ? result.fault : result.text;
  return { content: [{ type: 'text', text }], ...('fault' in result ? { isError: true } : {}) };
}

interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

const MARKDOWN = 'text/markdown';
const SCHEME = 'kubewin://';

const TEMPLATE = {
  uriTemplate: `${SCHEME}rules/{category}/{name}`,
  name: 'rule',
  title: 'The page of a rule',
  mimeType: MARKDOWN,
};

function resourcesOf(pages: Served['pages']): readonly Resource[] {
  return Object.entries(pages).flatMap(([path, text]) => {
    const name = path.replace(/\.md$/, '');
    const title = /^# (.*)/.exec(text)?.[1]?.replaceAll('`', '') ?? name;
    return name.endsWith('/README') ? [] : { uri: SCHEME + name, name, title, mimeType: MARKDOWN };
  });
}

const PAGE_SIZE = 100;

/** A page of the list. The cursor is the index of its first entry. */
function pageFrom(resources: readonly Resource[], { cursor = '0' }: Params): object {
  const start = typeof cursor === 'string' && /^\d{1,6}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!(start <= resources.length)) throw new RpcError(INVALID_PARAMS, 'The cursor is not valid.');
  const end = start + PAGE_SIZE;
  return {
    resources: resources.slice(start, end),
    ...(end < resources.length ? { nextCursor: String(end) } : {}),
  };
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources#error-handling */
const RESOURCE_NOT_FOUND = -32002;

function readResource({ uri }: Params, pages: Served['pages']): object {
  if (typeof uri !== 'string') throw new RpcError(INVALID_PARAMS, '`uri` must be a string.');
  const path = uri.startsWith(SCHEME) ? `${uri.slice(SCHEME.length)}.md` : '';
  const text = Object.hasOwn(pages, path) ? pages[path] : undefined;
  if (text === undefined)
    throw new RpcError(RESOURCE_NOT_FOUND, `There is no resource \`${uri.slice(0, MAX_QUOTED)}\`.`);
  return { contents: [{ uri, mimeType: MARKDOWN, text }] };
}
