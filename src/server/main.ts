import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { nodeVersionError } from '#server/commands/node-version.ts';
import { startupError } from '#server/commands/startup-error.ts';

// Words before anything else is loaded: on an older Node the rest would fail with a stack trace.
const versionError = nodeVersionError(process.versions.node);
if (versionError !== undefined) {
  console.error(versionError);
  process.exit(1);
}

const ROOT = path.resolve(import.meta.dirname, '../..');
// Compiled once, read by every later start.
enableCompileCache(path.join(ROOT, '.cache', 'compile'));
const { openDatabase } = await import('./db/database.ts');
try {
  const say = (line: string) => console.log(line);
  // First of all: a server that could not send a code must not begin.
  const { pastPooler, readConfiguration } = await import('#server/commands/configuration/configuration.ts');
  const configuration = readConfiguration(process.env, ROOT, say);
  const isEmpty = process.argv.includes('--empty');
  const { fillOnFirstStart } = await import('#server/commands/seed/fill-first.ts');
  await fillOnFirstStart({ ...configuration, isEmpty, say });
  // The database opens in a thread of its own while the rest of the server is still being loaded.
  const [database, { start }] = await Promise.all([openDatabase(configuration.database), import('./start.ts')]);
  await start({
    ...configuration,
    database,
    databaseUrl: pastPooler(configuration.database),
    clientDir: path.join(ROOT, 'dist', 'client'),
    say,
  });
} catch (error) {
  console.error(startupError(error));
  process.exit(1);
}
