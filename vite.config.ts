import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, parseSync, type Plugin } from 'vite';

/** Where the API answers while the dev server serves the client. */
const API = process.env['JINGTU_API'] ?? 'http://127.0.0.1:3600';

/** What the browser needs of a route; its schemas are the server's business. */
const SENT = new Set(['method', 'path', 'encoding']);
const SCHEMAS = /\/schemas\/(?:api|metadata)\/[a-z-]+\.ts$/;

interface Call {
  readonly type?: string;
  readonly callee?: { readonly name?: string; readonly object?: { readonly name?: string } };
  readonly arguments?: readonly (Part & { readonly properties?: readonly Part[] })[];
}
interface Part {
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string };
}

/** Parts of a call that only the server reads; undefined for a call that is neither a route's nor a schema's. */
function serverParts({ callee, arguments: given = [] }: Call): readonly Part[] | undefined {
  if (callee?.name === 'route') return given[0]?.properties?.filter((part) => !SENT.has(part.key?.name ?? ''));
  return callee?.object?.name === 'Type' ? given : undefined;
}

/**
 * Leaves the schemas of routes out of the client, and what schemas are made of: nobody needs the constants in them then.
 * 10 KB of script.
 */
const slimRoutes: Plugin = {
  name: 'slim-routes',
  enforce: 'pre',
  transform(code, id) {
    if (!SCHEMAS.test(id)) return undefined;
    const dropped: Part[] = [];
    JSON.stringify(parseSync(id, code).program, (_key, node: Call | null) => {
      const parts = node?.type === 'CallExpression' ? serverParts(node) : undefined;
      dropped.push(...(parts ?? []));
      // What is dropped is not looked into.
      return parts ? null : node;
    });
    let slim = code;
    for (const { start, end } of dropped.toSorted((left, right) => right.start - left.start))
      slim = slim.slice(0, start) + slim.slice(end).replace(/^\s*,/, '');
    return { code: slim, map: null };
  },
};

/** Modules of packages that never run here, with what stands in for them. */
const NEVER_RUN: readonly (readonly [module: RegExp, standIn: string])[] = [
  // Makes a theme's CSS variables: ours has one colour scheme and none of them. 4 KB.
  [/\/@mui\/material\/styles\/createThemeWithVars\.mjs$/, 'export default undefined;'],
  // Browsers take the adapter before it, which tells how far an upload is. 4 KB.
  [/\/axios\/lib\/adapters\/fetch\.js$/, 'export const getFetch = () => undefined;'],
];

/** Leaves these modules out of the client. */
const leaveOut: Plugin = {
  name: 'leave-out',
  load: (id) => NEVER_RUN.find(([module]) => module.test(id))?.[1],
};

export default defineConfig({
  root: path.join(import.meta.dirname, 'src', 'client'),
  plugins: [slimRoutes, leaveOut, react()],
  resolve: { alias: { typebox: path.join(import.meta.dirname, 'src', 'client', 'no-schemas.ts') } },
  build: {
    outDir: path.join(import.meta.dirname, 'dist', 'client'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The Content-Security-Policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    // Schemas that nobody uses are left out: making one does nothing else.
    rolldownOptions: { treeshake: { manualPureFunctions: ['Type', 'says', 'titled', 'route'] } },
  },
  server: { proxy: { '^/(api|mobi-investor|files)/': { target: API } } },
});
