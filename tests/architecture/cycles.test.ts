import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cyclesOf, type Graph, importGraph, roomGraph } from '#tests/support/project/import-graph.ts';

const FEATURES = 'src/client/features';
/** The chat is read from left to right: a room sees those before it, and those beside it in a group do not see each other. */
const CHAT = [
  ['base'],
  ['messages'],
  ['outbox'],
  ['conversation'],
  ['composer', 'exchange', 'report', 'feeds', 'conversations'],
  ['room'],
];

let files: Graph;
beforeAll(() => {
  files = importGraph();
});

const folders = readdirSync(path.join(import.meta.dirname, '..', '..', FEATURES)).toSorted();

test('a cycle is found with its way, and a graph without one has none', () => {
  const graph = (arrows: Record<string, string[]>): Graph =>
    new Map(Object.entries(arrows).map(([node, targets]) => [node, new Set(targets)]));
  expect(cyclesOf(graph({ a: ['b', 'c'], b: ['d'], c: [], d: ['a'] }))).toEqual(['a → b → d → a']);
  expect(cyclesOf(graph({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([]);
});

test('the walker sees imports by `import()` and of types', () => {
  expect([...(files.get('src/client/ui/lazy-popups.tsx') ?? [])]).toContain('src/client/ui/popup-menu.tsx');
  expect([...(files.get('src/client/lib/loadable.ts') ?? [])]).toContain('src/client/lib/api-failure.ts');
  expect(files.size).toBeGreaterThan(1000);
});

test('no file reaches itself by its imports, those by `import()` and of types included', () => {
  expect(cyclesOf(files)).toEqual([]);
});

describe('rooms of the client', () => {
  test.each([...folders.map((feature) => `${FEATURES}/${feature}`), 'src/client/app'])(
    'of %s have no cycle',
    (folder) => {
      expect(cyclesOf(roomGraph(files, folder))).toEqual([]);
    },
  );

  test('of the chat import from left to right', () => {
    const rank = (room: string) => CHAT.findIndex((group) => group.includes(room));
    const wrong = [...roomGraph(files, `${FEATURES}/chat`)].flatMap(([room, targets]) =>
      [...targets].filter((target) => rank(target) >= rank(room)).map((target) => `${room} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});
