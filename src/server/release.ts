import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of this release, as package.json says it. */
export const release = (): string => {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};
