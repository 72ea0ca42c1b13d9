import { BlockList, isIP } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address; undefined if it is reached directly. As `golang.org/x/net/http/httpproxy`, which Docker and containerd
 * use. Throws for a proxy that is not an HTTP proxy.
 */
export function proxyFor(url: URL, environment: Environment): URL | undefined {
  const read = (name: string) => environment[name] || environment[name.toLowerCase()] || undefined;
  const text = read(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  if (text === undefined || isExcepted(url, read('NO_PROXY') ?? '')) return undefined;
  const address = /^[a-z\d+.-]+:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy?.protocol !== 'http:' && proxy?.protocol !== 'https:')
    throw new Error('the address of the proxy is not valid');
  return proxy;
}

/** The header with the credentials that the address of a proxy contains. */
export function proxyAuthorization({ username, password }: URL): { readonly 'proxy-authorization'?: string } {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

/** Whether `NO_PROXY` lists a host: names with their subdomains, addresses, networks, and `*`. A name can have a port. */
function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return list.split(',').some((item) => {
    const entry = item.trim().toLowerCase();
    if (entry === '*') return true;
    const [network = '', bits] = entry.split('/');
    if (bits !== undefined) return isIn(host, network, bits);
    const colon = isIP(entry) === 6 ? -1 : entry.search(/:\d+$/);
    if (colon >= 0 && entry.slice(colon + 1) !== ownPort) return false;
    const name = (colon < 0 ? entry : entry.slice(0, colon)).replace(/^\[|\]$|^\*(?=\.)/g, '');
    if (name === '') return false;
    // A name with a dot in front stands for its subdomains alone.
    return host === name || (isIP(host) === 0 && host.endsWith(name.startsWith('.') ? name : `.${name}`));
  });
}

function isIn(host: string, network: string, bits: string): boolean {
  const family = isIP(network);
  const isValid = /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
  if (family === 0 || family !== isIP(host) || !isValid) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
