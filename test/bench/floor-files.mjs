// The baseline of a scan: reads every manifest below a folder and parses every document with the package `yaml`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const [, , folder] = process.argv;
let count = 0;
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.ya?ml$/.test(entry.name)) continue;
  count += parseAllDocuments(readFileSync(join(entry.parentPath, entry.name), 'utf8')).length;
}
console.log(count);
