import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

// Without its styles every row would be on screen.
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The page of a bench, `page.html` in its folder, built for production and served at an address of this machine; the caller closes it. */
export async function openBenchSite(
  folderOfPage: string,
  minify = true,
): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jingtu-bench-page-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: folderOfPage,
    base: './',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'esnext',
      minify,
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: path.join(folderOfPage, 'page.html') },
    },
  });
  const server = createServer((request, response) => {
    const file = path.join(folder, path.normalize(new URL(request.url ?? '/', 'http://x').pathname));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'text/html');
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
