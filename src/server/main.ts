import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { nodeComplaint } from './lib/node-version.ts';
import { startComplaint } from './lib/start-complaint.ts';

// Words before anything else is loaded: on an older Node the rest would fail with a stack trace.
const complaint = nodeComplaint(process.versions.node);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}

const ROOT = path.resolve(import.meta.dirname, '../..');
// Compiled once, read by every later start.
enableCompileCache(path.join(ROOT, '.cache', 'compile'));
const databaseUrl = process.env['DATABASE_URL'];
const dataDir = process.env['JINGTU_DATA'] ?? path.join(ROOT, 'data');
const { openDatabase } = await import('./db/database.ts');
try {
  // The database opens in a thread of its own while the rest of the server is still being loaded.
  const [database, { start }] = await Promise.all([openDatabase({ url: databaseUrl, dataDir }), import('./start.ts')]);
  await start({
    database,
    host: process.env['HOST'] ?? '127.0.0.1',
    port: Number(process.env['PORT'] ?? 3600),
    empty: process.argv.includes('--empty'),
    clientDir: path.join(ROOT, 'dist', 'client'),
    product: { name: process.env['PRODUCT_NAME'] ?? '鲸图', logoText: process.env['LOGO_TEXT'] ?? '鲸' },
    say: (line) => console.log(line),
  });
} catch (error) {
  console.error(startComplaint(error));
  process.exit(1);
}
