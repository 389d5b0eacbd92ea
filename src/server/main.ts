import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { readProduct } from './http/product.ts';
import { isPrivateStart } from '#server/platform/installation/private-start.ts';
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
const databaseUrl = process.env['DATABASE_URL'];
const dataDir = process.env['JINGTU_DATA'] ?? path.join(ROOT, 'data');
const host = process.env['HOST'] ?? '127.0.0.1';
const { openDatabase } = await import('./db/database.ts');
try {
  const say = (line: string) => console.log(line);
  // First of all: a server that could not send a code must not begin.
  const { readProviders } = await import('#server/platform/providers/providers.ts');
  const providers = readProviders(process.env, say);
  const { readHostedStorage } = await import('#server/platform/files/hosted-config.ts');
  const hostedStorage = readHostedStorage(process.env);
  // The database opens in a thread of its own while the rest of the server is still being loaded.
  const [database, { start }] = await Promise.all([openDatabase({ url: databaseUrl, dataDir }), import('./start.ts')]);
  await start({
    database,
    host,
    port: Number(process.env['PORT'] ?? 3600),
    empty: process.argv.includes('--empty'),
    isPrivate: isPrivateStart(process.env, host),
    clientDir: path.join(ROOT, 'dist', 'client'),
    importDir: path.join(dataDir, 'imports'),
    uploadDir: process.env['UPLOAD_DIR'] ?? path.join(dataDir, 'uploads'),
    uploadServer: process.env['UPLOAD_SERVER'] || undefined,
    hostedStorage,
    product: readProduct(process.env),
    providers,
    trustProxy: process.env['TRUST_PROXY'] || undefined,
    say,
  });
} catch (error) {
  console.error(startupError(error));
  process.exit(1);
}
