import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const ALIASES: Readonly<Record<string, string>> = {
  '#schemas/': 'schemas/',
  '#generators/': 'generators/',
  '#shared/': 'src/shared/',
  '#server/': 'src/server/',
  '#client/': 'src/client/',
  '#sample/': 'sample/',
  '#tests/': 'tests/',
};
/** `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`, of types as well. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;

/** What each node imports, by the name of the node. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Source files of some rooms, and what of them they import, also by `import()` and for types alone. Paths are relative. */
export function importGraph(rooms = '{schemas,generators,src}'): Graph {
  const files = globSync(`${rooms}/**/*.{ts,tsx}`, { cwd: ROOT });
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      const targets = [...source.matchAll(IMPORT)].map(([, specifier = '']) => pathOf(file, specifier));
      return [file, new Set(targets.filter((target) => known.has(target)))];
    }),
  );
}

function pathOf(file: string, specifier: string): string {
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  if (alias !== undefined) return `${ALIASES[alias]}${specifier.slice(alias.length)}`;
  return specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier;
}

/** The folders directly below `folder` as nodes; a file of the folder itself is a node of its own. */
export function roomGraph(files: Graph, folder: string): Graph {
  const rooms = new Map<string, Set<string>>();
  const roomOf = (file: string) => file.slice(folder.length + 1).split('/')[0] ?? '';
  for (const [file, targets] of files) {
    if (!file.startsWith(`${folder}/`)) continue;
    const room = rooms.get(roomOf(file)) ?? new Set<string>();
    rooms.set(roomOf(file), room);
    for (const target of targets)
      if (target.startsWith(`${folder}/`) && roomOf(target) !== roomOf(file)) room.add(roomOf(target));
  }
  return rooms;
}

/** Nodes that reach themselves, with the way back: `a → b → a`. One way for each knot, the shortest from its first node. */
export function cyclesOf(graph: Graph): readonly string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const start of [...graph.keys()].toSorted()) {
    const way = seen.has(start) ? undefined : wayBack(graph, start);
    if (!way) continue;
    for (const node of way) seen.add(node);
    found.push(way.join(' → '));
  }
  return found;
}

function wayBack(graph: Graph, start: string): readonly string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = node; at !== start; at = before.get(at) ?? start) way.unshift(at);
        return [start, ...way];
      }
      if (!before.has(next)) {
        before.set(next, node);
        queue.push(next);
      }
    }
  }
  return undefined;
}
