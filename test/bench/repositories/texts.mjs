// The texts in ConfigMaps: settings, scripts and dashboards.
import { times } from './choices.mjs';

/** A file of settings. */
export function settings(c, lines) {
  return times(lines, (i) => {
    const key = `${c.pick(SECTIONS)}.${c.pick(KEYS)}.${i}`;
    return i % 9 === 0 ? `# ${c.sentence(4, 9)}\n` : `${key} = ${c.pick([c.int(1, 60_000), 'true', c.words(2)])}\n`;
  }).join('');
}

/** A file of settings in YAML, which is a text in its ConfigMap. */
export function settingsInYaml(c, sections) {
  return times(sections, (i) => {
    const values = times(c.int(2, 6), (k) => `  ${c.pick(KEYS)}-${k}: ${c.pick([c.int(1, 900), 'true', '"30s"'])}\n`);
    return `${c.pick(SECTIONS)}-${i}:\n${values.join('')}  hosts: [${c.pick(SECTIONS)}.example, localhost]\n`;
  }).join('');
}

/** A script for a Linux shell. */
export function shellScript(c, lines) {
  const body = times(lines, (i) => {
    const name = `${c.pick(KEYS)}_${i}`;
    return c.pick([
      `${name}="$(cat /etc/app/${name} 2>/dev/null || true)"`,
      `echo "$(date -u +%FT%TZ) [${c.pick(SECTIONS)}] ${c.words(4)}: \${${name}:-unset}" >&2`,
      `# ${c.sentence(5, 10)}`,
      `if [ -z "\${${name}:-}" ]; then\n  fail '${c.words(3)}' "$LINENO"\nfi`,
      `for file in /data/${name}/*.json; do\n  [ -e "$file" ] || continue\n  jq -r '.items[] | .name' "$file"\ndone`,
      `curl --fail --silent --max-time ${c.int(2, 30)} "http://localhost:8080/${name}?v=1" > /tmp/${name}`,
    ]);
  });
  return `#!/bin/sh\nset -eu\n\nfail() {\n  echo "failed: $1" >&2\n  exit 1\n}\n\n${body.join('\n')}\n`;
}

/** A script for PowerShell. */
export function powerShellScript(c, lines) {
  const body = times(lines, (i) => {
    const name = `${c.pick(KEYS)}${i}`;
    return c.pick([
      `$${name} = Get-Content -Path "C:\\etc\\app\\${name}.txt" -ErrorAction SilentlyContinue`,
      `Write-Output ("{0:u} [{1}] ${c.words(4)}" -f (Get-Date), '${c.pick(SECTIONS)}')`,
      `# ${c.sentence(5, 10)}`,
      `if (-not $${name}) {\n  throw "${c.words(3)}: $${name}"\n}`,
      `Get-ChildItem C:\\data\\${name} -Filter *.log | Where-Object { $_.Length -gt ${c.int(1, 90)}MB } | Remove-Item`,
    ]);
  });
  return `$ErrorActionPreference = 'Stop'\n\n${body.join('\n')}\n`;
}

/** A dashboard in JSON with several lines for each panel. */
export function dashboard(c, title, panels) {
  const list = times(panels, (id) => ({
    id,
    type: c.pick(['timeseries', 'stat', 'table']),
    title: c.words(3),
    gridPos: { h: 8, w: 12, x: (id % 2) * 12, y: 8 * Math.floor(id / 2) },
    targets: [{ expr: `sum(rate(${c.pick(KEYS)}_total{job="${title}"}[5m])) by (pod)`, legendFormat: '{{pod}}' }],
  }));
  return `${JSON.stringify({ title, schemaVersion: 41, refresh: '30s', panels: list }, null, 2)}\n`;
}

/** A certificate, as far as YAML is concerned. */
export function certificate(c) {
  const lines = times(c.int(12, 24), () => c.base64(64));
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const SECTIONS = ['server', 'client', 'cache', 'storage', 'tracing', 'metrics', 'security', 'queue', 'database'];
const KEYS = ['timeout', 'limit', 'retries', 'interval', 'endpoint', 'pool', 'buffer', 'threads', 'level', 'requests'];
