import { describe, expect, test } from 'vitest';
import { detailPath, goTo, redirectTarget } from '#client/lib/router.ts';

describe('the navigation helper', () => {
  const went = async (from: { pathname: string; search: string }, to: string) => {
    const steps: [string, object][] = [];
    await goTo({ location: from, navigate: async (path, options = {}) => void steps.push([path, options]) }, to);
    return steps;
  };

  test('goes to another path', async () => {
    expect(await went({ pathname: '/home', search: '' }, '/data/news')).toEqual([['/data/news', {}]]);
  });

  test('opens the path on screen afresh: replaces it by a page that is drawn at once, then comes back', async () => {
    expect(await went({ pathname: '/data/news', search: '?q=a' }, '/data/news?q=a')).toEqual([
      ['/blank', { replace: true, flushSync: true }],
      ['/data/news?q=a', { replace: true }],
    ]);
  });
});

describe('after login a person goes', () => {
  const origin = 'https://jingtu.example';
  test.each([
    ['home when nothing was wanted', null, '/home'],
    ['to the path that was wanted', '/data/news?q=芯片', '/data/news?q=芯片'],
    ['to a path at our own origin', `${origin}/#/data/news`, '/data/news'],
    ['home instead of another origin', 'https://evil.example/', '/home'],
    ['home instead of another host without scheme', '//evil.example', '/home'],
    ['home instead of a host behind a backslash', '/\\evil.example', '/home'],
    ['home instead of an origin that begins as ours', `${origin}.evil.example/#/x`, '/home'],
    ['home instead of script', 'javascript:alert(1)', '/home'],
  ])('%s', (_, wanted, path) => {
    expect(redirectTarget(wanted, origin)).toBe(path);
  });
});

test('news have a detail path of their own', () => {
  expect(detailPath('InsightNews', '3')).toBe('/news/InsightNews/details/3');
  expect(detailPath('InsightFund', '3')).toBe('/insight/InsightFund/3');
});
