import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** The bench page, built for production and served at an address of this machine; the caller closes it. */
export async function openBenchSite(minify = true): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jingtu-form-bench-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    base: './',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: path.join(import.meta.dirname, 'page.html') },
    },
  });
  const server = createServer((request, response) => {
    const file = path.join(folder, path.normalize(new URL(request.url ?? '/', 'http://x').pathname));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', file.endsWith('.js') ? 'text/javascript' : 'text/html');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/page.html`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
