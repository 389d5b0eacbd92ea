import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the API answers while the dev server serves the client. */
const API = process.env['JINGTU_API'] ?? 'http://127.0.0.1:3600';

export default defineConfig({
  root: path.join(import.meta.dirname, 'src', 'client'),
  plugins: [react()],
  build: {
    outDir: path.join(import.meta.dirname, 'dist', 'client'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The Content-Security-Policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
  server: { proxy: { '^/(api|mobi-investor|files)/': { target: API } } },
});
