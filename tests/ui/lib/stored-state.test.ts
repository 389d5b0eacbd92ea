import { expect, test } from 'vitest';
import { openStoredState, STORE_VERSION } from '#client/lib/stored-state.ts';

function storage(kept: Record<string, string>) {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    key: (index: number) => [...map.keys()][index] ?? null,
    get length() {
      return map.size;
    },
    all: () => Object.fromEntries(map),
  };
}
const VERSION = { 'jingtu.version': '1.8.1' };

test('the version of the specification is written with what the browser keeps', () => {
  const kept = storage({});
  openStoredState(kept);
  expect(kept.all()).toEqual(VERSION);
  expect(STORE_VERSION).toBe('1.8.1');
});

test('what a client without versions kept is moved to where it is read now, and the rest stays', () => {
  const kept = storage({ 'chat.emoji': '["😀"]', 'visit-way': '1 search', 'jingtu.menu.groups': '{}', other: 'x' });
  openStoredState(kept);
  expect(kept.all()).toEqual({
    ...VERSION,
    'jingtu.chat.emoji': '["😀"]',
    'jingtu.visit-way': '1 search',
    'jingtu.menu.groups': '{}',
    other: 'x',
  });
});

test('what another version wrote is dropped, but never what a user typed or another page of the host keeps', () => {
  const typed = {
    'jingtu.draft.7.InsightCompany.new': '{}',
    'jingtu.metadata.7.InsightNews': '{}',
    'jingtu.chat.draft.7.8': '您好',
    'jingtu.unsent.8': '1',
    other: 'x',
  };
  const kept = storage({ 'jingtu.version': '9.0.0', 'jingtu.menu.groups': '[1]', 'jingtu.searches': '7', ...typed });
  openStoredState(kept);
  expect(kept.all()).toEqual({ ...VERSION, ...typed });
});

test('state of this version is left as it is', () => {
  const same = { ...VERSION, 'jingtu.menu.groups': '{"a":true}', 'chat.emoji': '[]' };
  const kept = storage(same);
  openStoredState(kept);
  expect(kept.all()).toEqual(same);
});

test('a browser that refuses to keep anything opens the product all the same', () => {
  const refusing = {
    ...storage({}),
    getItem: () => {
      throw new Error('SecurityError');
    },
  };
  expect(() => openStoredState(refusing)).not.toThrow();
});
