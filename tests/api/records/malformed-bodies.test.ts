import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storageDrift } from '#server/lib/catalog/drift.ts';
import { type Prng, prng } from '#tests/support/prng.ts';
import { ROUTES } from '#tests/support/routes.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';

const NEWS = { title: '一条资讯', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
const ROUNDS = 100;
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
  await test.post('staff', '/api/metadata/data/InsightNews', { clientKey: 'first-record', values: NEWS });
});
afterAll(() => test.close());

const ATOMS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  'a',
  '\0',
  '\ud800',
  '😀',
  "'; drop table account; --",
  '__proto__',
  'constructor',
  'InsightNews',
  'title',
  'toString',
  'x'.repeat(5000),
  '99999999999999999999',
  '1',
  'eq',
  'asc',
  '2026-13-45',
  '${7*7}',
  '<script>',
  [],
  {},
  [[]],
  [{}],
  { id: '1' },
  { id: -1 },
];
const NAMES = [
  'objectApiName',
  'filter',
  'sort',
  'field',
  'op',
  'value',
  'and',
  'or',
  'not',
  'values',
  'version',
  'clientKey',
  'id',
  'related',
  'after',
  'page',
  'pageSize',
  'keyword',
  'fields',
  'definition',
  'baseVersion',
  'apiName',
  'label',
  'type',
  'rules',
  'layouts',
  'optionSet',
  'options',
  'name',
  'kind',
  'show',
  'config',
  'title',
  'category',
  'publishedOn',
  'companies',
  'username',
  'password',
  'exact',
  'toString',
  'nope',
];

function anything(random: Prng, depth = 0): unknown {
  if (depth > 3 || random.chance(0.5)) return random.pick(ATOMS);
  if (random.chance(0.3)) return Array.from({ length: random.int(0, 3) }, () => anything(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.int(0, 5) }, () => [random.pick(NAMES), anything(random, depth + 1)]),
  );
}

/** A body close to a right one, with some of its parts replaced: nonsense through and through is refused at the door. */
function anyBody(random: Prng): unknown {
  const good: Record<string, unknown> = {
    objectApiName: 'InsightNews',
    apiName: 'media',
    id: '1',
    related: 0,
    version: 1,
    baseVersion: 1,
    clientKey: 'fuzzed-record',
    values: { title: '模糊' },
    definition: test.services.catalog.object('WorkRecord').saved,
    field: { apiName: 'fuzzed', type: 'text', label: '模糊' },
    optionSet: { name: 'fuzzed', label: '模糊', kind: 'list', options: [] },
    filter: { field: 'title', op: 'eq', value: 'x' },
    username: 'staff',
    password: 'x',
  };
  const wanted = Object.keys(good).filter(() => random.chance(0.5));
  const body: Record<string, unknown> = Object.fromEntries(wanted.map((name) => [name, good[name]]));
  for (let change = random.int(1, 3); change > 0; change -= 1) {
    const name = random.pick(NAMES);
    const inside = body[name];
    const deeper = typeof inside === 'object' && inside !== null && random.chance(0.6);
    body[name] = deeper ? { ...inside, [random.pick(NAMES)]: anything(random, 1) } : anything(random, 1);
  }
  return body;
}

const POSTS = ROUTES.filter(([, route]) => route.method === 'POST');

/** What a wrong body could have damaged: how many accounts, records and versions there are beside those that were really made. */
async function counts() {
  const { rows } = await test.services.database.pool.query(
    'select (select count(*) from account) as accounts, (select count(*) from meta_object) as objects, (select count(*) from meta_object m where not exists (select from meta_object_version v where v.api_name = m.api_name and v.version = m.version)) as torn, (select count(*) from "InsightNews" n where not exists (select from record_history h where h.record_id = n.id and h.version = n.version)) as unwritten',
  );
  return rows[0] as unknown;
}

describe('a hundred malformed bodies to every route that takes one', () => {
  it.each(POSTS)(
    '%s: never a fault of the server, never a half-done change',
    { timeout: 180_000 },
    async (name, route) => {
      const random = prng([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
      const before = (await test.services.database.pool.query('select count(*) from "InsightNews"')).rows[0] as {
        count: string;
      };
      const faults: unknown[] = [];
      const wordless: unknown[] = [];
      let made = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const url = route.path.replace('{objectApiName}', 'InsightNews').replace('{id}', '1');
        const body = random.chance(0.15) ? anything(random) : anyBody(random);
        const form = route.encoding === 'form';
        const entries = Object.entries(Object(body) as object).map(([key, value]) => [
          key,
          String(typeof value === 'object' ? '' : value),
        ]);
        const payload = form ? new URLSearchParams(entries).toString() : JSON.stringify(body);
        const headers = { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' };
        const answer = await test.post<unknown>('staff', url, payload, { headers });
        if (answer.status >= 500) faults.push({ payload, answer });
        if (answer.code === 0 && name === 'createRecord') made = 1;
        if (answer.code !== 0 && !/\p{Script=Han}/u.test(answer.msg)) wordless.push({ payload, answer });
      }
      expect({ faults, wordless }).toEqual({ faults: [], wordless: [] });
      const after = (await test.services.database.pool.query('select count(*) from "InsightNews"')).rows[0] as {
        count: string;
      };
      expect(Number(after.count) - Number(before.count)).toBeLessThanOrEqual(made);
      expect(await counts()).toMatchObject({ accounts: '5', torn: '0', unwritten: '0' });
      expect(await storageDrift(test.services.database.db)).toEqual([]);
    },
  );
});
