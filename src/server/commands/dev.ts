import { spawn } from 'node:child_process';
import path from 'node:path';
import { createServer } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../../..');

// The server restarts when its sources change and builds no client; Vite serves the client and passes API calls on.
const vite = await createServer({ configFile: path.join(ROOT, 'vite.config.ts') });
await vite.listen();
vite.printUrls();
// Links lead to the address of Vite, where the client is.
const own = vite.resolvedUrls?.local[0];
const server = spawn(process.execPath, ['--watch', 'src/server/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { PUBLIC_ORIGIN: own && new URL(own).origin, ...process.env, NODE_ENV: 'development' },
});

async function stop(): Promise<void> {
  server.kill();
  await vite.close();
}
server.once('exit', () => void vite.close());
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
