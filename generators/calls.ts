interface Named {
  readonly method?: unknown;
  readonly path?: unknown;
  readonly encoding?: unknown;
  readonly action?: unknown;
}

const isRoute = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && 'action' in value && 'path' in value && 'method' in value;

/** Texts, numbers, and lists and objects of them: what JSON keeps as it is. Schemas have their kind beside their keys. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return !Object.hasOwn(value, '~kind') && Object.values(value).every(isPlain);
}

/** JSON as TypeScript writes it: keys without quotes. The names of our constants need none. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"(\w+)":/gm, '$1$2:')
    .replaceAll(/\n\s*/g, ' ');

/**
 * The TypeScript of what a browser needs of one file of schemas: method, path and encoding of its routes, and its plain
 * constants. The types are those of the file, and gone at run time with the schemas. `name` is the file's in schemas,
 * without ending; `exported` what it exports. '' where the browser needs nothing of it.
 */
export function callsOf(name: string, exported: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(exported)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, value]) => {
      if (isRoute(value)) {
        const { method, path, encoding } = value;
        return [`export const ${key}: CallOf<typeof source.${key}> = ${literal({ method, path, encoding })};`];
      }
      if (value instanceof Set && isPlain([...value]))
        return [`export const ${key}: typeof source.${key} = new Set(${literal([...value])});`];
      return isPlain(value) ? [`export const ${key}: typeof source.${key} = ${literal(value)};`] : [];
    });
  if (lines.length === 0) return '';
  const usesCalls = lines.some((line) => line.includes('CallOf<'));
  return [
    `// Written by \`npm run schemas\` from schemas/${name}.ts: change it there.`,
    `import type * as source from '#schemas/${name}.ts';`,
    ...(usesCalls ? ["import type { CallOf } from '#schemas/api/route.ts';"] : []),
    '',
    ...lines,
    '',
  ].join('\n');
}
