import path from 'node:path';
import { nodeComplaint } from './lib/node-version.ts';

// Words before anything else is loaded: on an older Node the rest would fail with a stack trace.
const complaint = nodeComplaint(process.versions.node);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}

const { start } = await import('./start.ts');
const ROOT = path.resolve(import.meta.dirname, '../..');

await start({
  databaseUrl: process.env['DATABASE_URL'],
  dataDir: process.env['JINGTU_DATA'] ?? path.join(ROOT, 'data'),
  host: process.env['HOST'] ?? '127.0.0.1',
  port: Number(process.env['PORT'] ?? 3600),
  empty: process.argv.includes('--empty'),
  clientDir: path.join(ROOT, 'dist', 'client'),
  product: { name: process.env['PRODUCT_NAME'] ?? '鲸图', logoText: process.env['LOGO_TEXT'] ?? '鲸' },
  say: (line) => console.log(line),
});
