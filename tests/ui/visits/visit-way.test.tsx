import { describe, expect, test } from 'vitest';
import { notePress, sourceAt, sourceOfOpening } from '#client/features/visits/visit-way.ts';

/** A browser that keeps texts, or none. */
function storage(isOpen = true): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (!isOpen) throw new Error('Nothing is kept here.');
      kept.set(key, value);
    },
  };
}

describe('What led to a page', () => {
  test.each([
    ['/data/InsightCompany?q=a', 'list'],
    ['/search/result?wd=a', 'search'],
    ['/matching/projects', 'matching'],
    ['/messageCenter', 'alert'],
    ['/insight/InsightOrg/1', 'link'],
  ] as const)('follows from the page that has the link: %s', (path, source) => {
    expect(sourceAt(path, document.body)).toBe(source);
  });

  test('is the chat where its room is pressed, whatever page is below it', () => {
    const room = document.createElement('div');
    room.className = 'chat-sides';
    expect(sourceAt('/data/InsightCompany', room.appendChild(document.createElement('a')))).toBe('chat');
  });

  test('is the press just before, in whichever tab, and a link otherwise', () => {
    const kept = storage();
    expect(sourceOfOpening(kept, 1_000_000)).toBe('link');
    notePress(kept, 'search', 1_000_000);
    expect(sourceOfOpening(kept, 1_002_000)).toBe('search');
    expect(sourceOfOpening(kept, 1_060_000)).toBe('link');
    const closed = storage(false);
    notePress(closed, 'search', 1_000_000);
    expect(sourceOfOpening(closed, 1_000_000)).toBe('link');
  });
});
