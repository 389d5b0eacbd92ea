import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildClientIfStale } from '#server/commands/build-client.ts';
import { appBrowsers, type AppBrowsers } from '#tests/support/browser/app-browsers.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { openSampleDatabase } from '#tests/support/databases/kept-databases.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The product as `npm start` runs it, in a process that can be killed and started again at the same address. */
export interface KillableApp extends AppBrowsers {
  readonly address: string;
  /** Settles when the server listens. */
  readonly start: () => Promise<void>;
  /** Ends the server as a loss of power would; settles when the process is gone. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the server on a database with the sample, which outlives it. */
export async function startKillableApp(): Promise<KillableApp> {
  await buildClientIfStale();
  const store = await openSampleDatabase();
  // The process that follows needs an embedded database to itself.
  await store.release();
  const folder = mkdtempSync(path.join(tmpdir(), 'jingtu-killable-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const { url, dataDir = folder } = store.address;
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), JINGTU_DATA: dataDir, UPLOAD_DIR: folder };
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: ROOT,
      env: { ...env, DATABASE_URL: url ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    await new Promise<void>((resolve, reject) => {
      // Its greeting names the address once it listens there.
      child.stdout?.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes(address)) resolve();
      });
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    });
  }
  async function kill(): Promise<void> {
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  }

  async function clear(): Promise<void> {
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  }

  await start().catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  const browser = await launchChromium();
  return {
    address,
    ...appBrowsers(browser, address),
    start,
    kill,
    async close() {
      await browser.close();
      if (child.exitCode === null && child.signalCode === null) await kill();
      await clear();
    },
  };
}
