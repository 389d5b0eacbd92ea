import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, parseSync, type Plugin } from 'vite';

/** Where the API answers while the dev server serves the client. */
const API = process.env['JINGTU_API'] ?? 'http://127.0.0.1:3600';

/** What the browser needs of a route; its schemas are the server's business. */
const SENT = new Set(['method', 'path', 'encoding']);
const API_SCHEMAS = /\/schemas\/api\/[a-z-]+\.ts$/;

interface RouteCall {
  readonly type?: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly { readonly properties?: readonly Part[] }[];
}
interface Part {
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string };
}

/** Leaves the schemas of routes out of the client, so that nothing needs the constants they are made of: 8 KB of script. */
const slimRoutes: Plugin = {
  name: 'slim-routes',
  enforce: 'pre',
  transform(code, id) {
    if (!API_SCHEMAS.test(id)) return undefined;
    const dropped: Part[] = [];
    JSON.stringify(parseSync(id, code).program, (_key, node: RouteCall | null) => {
      if (node?.type === 'CallExpression' && node.callee?.name === 'route')
        dropped.push(...(node.arguments?.[0]?.properties ?? []).filter((part) => !SENT.has(part.key?.name ?? '')));
      return node;
    });
    let slim = code;
    for (const { start, end } of dropped.toSorted((left, right) => right.start - left.start))
      slim = slim.slice(0, start) + slim.slice(end).replace(/^\s*,/, '');
    return { code: slim, map: null };
  },
};

export default defineConfig({
  root: path.join(import.meta.dirname, 'src', 'client'),
  plugins: [slimRoutes, react()],
  resolve: { alias: { typebox: path.join(import.meta.dirname, 'src', 'client', 'no-schemas.ts') } },
  build: {
    outDir: path.join(import.meta.dirname, 'dist', 'client'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The Content-Security-Policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    // Schemas that nobody uses are left out: making one does nothing else.
    rolldownOptions: { treeshake: { manualPureFunctions: ['Type', 'says', 'titled'] } },
  },
  server: { proxy: { '^/(api|mobi-investor|files)/': { target: API } } },
});
