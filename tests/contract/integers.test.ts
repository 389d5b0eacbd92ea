import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_INTEGER, type Route } from '#schemas/api/route.ts';
import { asForm, fittingValue, type Shape } from '#tests/support/rules/malformed-bodies.ts';
import { prng } from '#tests/support/prng.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import { openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Numbers that no column for whole numbers takes, or that mean nothing there. */
const BEYOND = [MAX_INTEGER + 1, 2 ** 53, -1, -(2 ** 31) - 1];
/** Whole numbers that never reach a column: a time in milliseconds, and bytes that are kept as JSON. */
const KEPT_OTHERWISE = new Set(['expiration', 'size']);

type Path = readonly string[];

/** The places of all whole numbers in a schema. */
function integersOf(shape: Shape | undefined, path: Path = []): { readonly path: Path; readonly shape: Shape }[] {
  if (!shape) return [];
  const inner = [
    ...Object.entries(shape.properties ?? {}).map(([name, part]) => integersOf(part, [...path, name])),
    ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].map((part) => integersOf(part, path)),
    integersOf(shape.items, [...path, '0']),
  ].flat();
  return shape.type === 'integer' ? [{ path, shape }, ...inner] : inner;
}

/** A copy with another value at a place; a place that is not there is made. */
function put(value: unknown, [key, ...rest]: Path, entry: unknown): unknown {
  if (key === undefined) return entry;
  const inner = put((value as Record<string, unknown> | undefined)?.[key], rest, entry);
  return Array.isArray(value) ? [inner] : { ...(value as object | undefined), [key]: inner };
}

const parts = (route: Route) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    integersOf(route[part]).map((found) => ({ part, ...found })),
  );
const WITH_INTEGERS = ROUTES.filter(([, route]) => parts(route).length > 0);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe('Every whole number of the wire has bounds that its column has', () => {
  it.each(WITH_INTEGERS)('%s', (_, route) => {
    const open = parts(route).filter(
      ({ path, shape: { minimum, maximum } }) =>
        minimum === undefined ||
        maximum === undefined ||
        (maximum > MAX_INTEGER && !KEPT_OTHERWISE.has(path.at(-1) ?? '')),
    );
    expect(open).toEqual([]);
  });
});

describe('A whole number beyond all bounds is refused and never an error of the server', () => {
  it.each(WITH_INTEGERS)('%s', async (name, route) => {
    const random = prng(name.length);
    const faults: unknown[] = [];
    for (const { part, path } of parts(route))
      for (const number of BEYOND) {
        const sent = { params: {}, query: fittingValue(route.query, random), body: fittingValue(route.body, random) };
        const wrong = { ...sent, [part]: put(sent[part], path, number) };
        const url = `${route.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
          key === 'objectApiName' ? 'InsightNews' : '1',
        )}?${asForm(wrong.query)}`;
        const isForm = route.encoding === 'form';
        const reply =
          route.method === 'GET'
            ? await test.get('staff', url)
            : await test.post('staff', url, isForm ? asForm(wrong.body) : wrong.body, {
                method: route.method,
                headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
              });
        if (reply.status >= 500) faults.push({ part, path, number, msg: reply.msg });
      }
    expect(faults).toEqual([]);
  });

  it('and the greatest that fits is a conflict, not an error', async () => {
    const body = { baseVersion: MAX_INTEGER, definition: test.services.catalog.object('InsightNews').saved };
    for (const call of ['plan', 'save'])
      expect(await test.post('staff', `/api/metadata/object/${call}`, body)).toMatchObject({ status: 409 });
  });
});
