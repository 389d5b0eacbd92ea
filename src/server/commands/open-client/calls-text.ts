import type { Route } from '#schemas/api/route.ts';
import { typeText } from './type-text.ts';

const HEAD = `// Written by \`npm run open-client\` from the declarations of the open interface: do not edit.
`;

const indented = (text: string): string => text.replaceAll('\n', '\n    ');

/** What goes into a call and what comes out, in TypeScript; `never` for what it does not take. */
function partsOf({ params, query, body, reply }: Route): string {
  const part = (name: string, schema: object | undefined) =>
    `    readonly ${name}: ${schema === undefined ? 'undefined' : indented(typeText(schema))};`;
  return [part('params', params), part('query', query), part('body', body), part('reply', reply)].join('\n');
}

/** The file of the client that follows from the routes: their types, and where each of them is. */
export function callsText(routes: readonly (readonly [name: string, route: Route])[]): string {
  const types = routes.map(
    ([name, route]) => `  /** ${route.summary} */\n  readonly ${name}: {\n${partsOf(route)}\n  };`,
  );
  const places = routes.map(([name, { method, path }]) => `  ${name}: { method: '${method}', path: '${path}' },`);
  return `${HEAD}
/** Every call: what goes in and what comes out. */
export interface Calls {
${types.join('\n')}
}

/** Where each call is. */
export const PLACES = {
${places.join('\n')}
} as const satisfies Readonly<Record<keyof Calls, { readonly method: 'GET' | 'POST'; readonly path: string }>>;
`;
}
