import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportState } from '#schemas/api/exports.ts';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { isSystem } from '#generators/object.ts';
import { storageColumns } from '#generators/storage.ts';
import { decideAudience } from '#shared/policy/decide.ts';
import { PERSONAS } from '#server/commands/access-table/personas.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { codeOf, openTestApp, type TestApp, type Who } from '#tests/support/app/test-app.ts';

const DATA = '/api/metadata/data';
const EXPORT = '/api/metadata/export';
const objects = shippedObjects().filter(isSystem);
/** Whose the two records of every object are. */
const OWNERS = ['founder', 'investor'] as const;
const nameOf = (index: number) => `样例记录${index + 1}`;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  for (const [source, shown] of Map.groupBy(objects, (object) => object.source ?? '')) await fill(source, shown);
});
afterAll(() => app.close());

/** A view in the place of a shipped one, with a record of each owner that has a name and nothing else. */
async function fill(source: string, shown: readonly ObjectDefinition[]): Promise<void> {
  const { db } = app.services.database;
  const accounts = await db.selectFrom('account').select(['id', 'username']).execute();
  const columns = new Map(
    shown.flatMap((object) => storageColumns(object).map(({ name, sqlType }) => [name, sqlType])),
  );
  const rows = OWNERS.map((owner, index) => {
    const id = accounts.find(({ username }) => username === owner)?.id;
    const values = [...columns].map(([name, sqlType]) =>
      shown.some(({ nameField }) => nameField === name)
        ? `'${nameOf(index)}'::text as "${name}"`
        : `null::${sqlType} as "${name}"`,
    );
    return `select ${index + 1}::bigint as id, 1 as version, timestamptz '2026-01-01' as "createdAt",
      timestamptz '2026-01-01' as "updatedAt", '${id}'::text as "createdBy", ${values.join(', ')}`;
  });
  // One may be gone with the view that it was made of.
  await sql`drop view if exists ${sql.ref(source)} cascade`.execute(db);
  await sql`create view ${sql.ref(source)} as ${sql.raw(rows.join(' union all '))}`.execute(db);
}

/** Numbers of the records that a user may see. */
function seenBy(object: ObjectDefinition, who: string): number[] {
  if (object.access.rows === 'own') return OWNERS.flatMap((owner, index) => (owner === who ? [index] : []));
  return OWNERS.map((_, index) => index);
}

/** The file of an export, as a user receives it. */
async function exported(who: Who, objectApiName: string): Promise<string> {
  const { data, code } = await app.post<ExportState>(who, EXPORT, { format: 'csv', objectApiName });
  if (code !== 0) return String(code);
  const headers = { cookie: await app.cookieOf(who) };
  return (await app.app.inject({ url: `${EXPORT}/${data.id}/file`, headers })).body;
}

describe('the lists of staff', () => {
  /** Reached from the tiles of data quality and from the records that they are about. */
  const LED_TO = ['BulkException', 'MergedLink', 'QualityFinding', 'RuleBreach', 'StatedDifference'];
  const ofStaff = objects.filter(({ route }) => route?.startsWith('/staff/') === true);

  it('are in the menu, each at a place of its own, unless other pages lead to them', () => {
    const [headed, others] = [true, false].map((has) =>
      ofStaff.filter(({ heading }) => (heading !== undefined) === has),
    );
    expect(others?.map(({ apiName }) => apiName).toSorted()).toEqual(LED_TO);
    const positions = headed?.map(({ position }) => position ?? 0) ?? [];
    expect(new Set(positions).size).toBe(positions.length);
    expect(Math.min(...positions)).toBeGreaterThan(0);
  });

  it('are given to staff alone, in the order of the menu, with the address that shows what waits', async () => {
    type Summary = { apiName: string; route?: string; link?: string; heading?: string; position?: number };
    const listed = async (who: Who) =>
      (await app.get<Summary[]>(who, '/api/metadata/allObjectsUserCanView')).data.filter(
        ({ heading }) => heading !== undefined,
      );
    const given = await listed('staff');
    expect(given.map(({ position = 0 }) => position)).toEqual(
      given.map(({ position = 0 }) => position).toSorted((one, other) => one - other),
    );
    expect(Object.fromEntries(given.flatMap(({ apiName, link }) => (link ? [[apiName, link]] : [])))).toEqual({
      Report: '/staff/reports?state=open',
      GrantRequest: '/staff/grant-requests?state=open',
      AccessRequest: '/staff/access-requests?state=open',
      Duplicate: '/staff/duplicates?state=open',
      ServiceMessage: '/staff/service-messages?state=open',
      WrongAnswer: '/staff/wrong-answers?state=open',
    });
    expect(await listed('founder')).toEqual([]);
  });
});

const CLOSED = 'closed';
const SEARCH = '/api/metadata/insight/search';
const WORD = encodeURIComponent('样例记录');

/** What a search finds is asked once for each user: it is of all objects at once. */
const searches = new Map<Who, Promise<readonly { objectApiName: string }[]>>();
function searchedBy(who: Who): Promise<readonly { objectApiName: string }[]> {
  const found = searches.get(who) ?? searchAll(who);
  searches.set(who, found);
  return found;
}

async function searchAll(who: Who): Promise<readonly { objectApiName: string }[]> {
  const [words, groups] = await Promise.all([
    app.get<{ objectApiName: string }[]>(who, `${SEARCH}/word?wd=${WORD}`),
    app.get<{ groups: { objectApiName: string }[] }>(who, `${SEARCH}?wd=${WORD}`),
  ]);
  return [...words.data, ...groups.data.groups];
}

describe.each(objects.map((object) => [object.apiName, object] as const))('records of %s', (objectApiName, object) => {
  const { list, detail } = object.access;
  const people = PERSONAS.map(({ name, actor }) => ({ who: name as Who, actor }));
  const namesIn = (text: string) => OWNERS.map((_, index) => nameOf(index)).filter((name) => text.includes(name));
  /** The names that each user sees, by what is asked; a word where it is closed. */
  const heard = async (ask: (who: Who) => Promise<unknown>) => {
    const answers: unknown[] = [];
    for (const { who } of people) answers.push([who, await ask(who)]);
    return answers;
  };
  const expected = <Closed>(audience: typeof list, closed: Closed) =>
    people.map(({ who, actor }): [Who, Closed | string[]] => [
      who,
      decideAudience(actor, object.access, audience) === null ? seenBy(object, who).map(nameOf) : closed,
    ]);
  const listed = (more: object) => async (who: Who) => {
    const body = { objectApiName, ...more };
    const { code, data } = await app.post<ListReply>(who, `${DATA}/getLayoutAndDataList`, body);
    return code === 0 ? namesIn(JSON.stringify(data.list)) : CLOSED;
  };

  it('are listed and counted for those who may see them, also where they are asked for by id', async () => {
    expect(await heard(listed({}))).toEqual(expected(list, CLOSED));
    expect(await heard(listed({ ids: ['1', '2'] }))).toEqual(expected(list, CLOSED));
    const counted = await heard(async (who) => {
      const { code, data } = await app.post<{ total: number }>(who, `${DATA}/count`, { objectApiName });
      return code === 0 ? data.total : CLOSED;
    });
    expect(counted).toEqual(expected(list, null).map(([who, names]) => [who, names?.length ?? CLOSED]));
  });

  it('open for those who may see them, and are answered as missing to others of the audience', async () => {
    const opened = await heard(async (who) => {
      const replies = await Promise.all(
        [1, 2].map((id) => app.get<RecordReply>(who, `${DATA}/${objectApiName}/${id}`)),
      );
      const refused = replies.filter(({ code }) => code !== 0 && code !== codeOf('UNKNOWN_RECORD'));
      return refused.length > 0 ? CLOSED : replies.flatMap(({ data }) => namesIn(JSON.stringify(data)));
    });
    expect(opened).toEqual(expected(detail, CLOSED));
  });

  it('are exported with what the list of the user holds', async () => {
    // There are more objects than a user may export in a day.
    await app.services.database.db.deleteFrom('export_day').execute();
    const files = await heard(async (who) => namesIn(await exported(who, objectApiName)));
    expect(files).toEqual(expected<string[]>(list, []));
  });

  it('are found by no search of a user whom the list does not show them', async () => {
    const shown = new Map(expected<string[]>(list, []));
    const found = await heard(async (who) => {
      const own = (await searchedBy(who)).filter((each) => each.objectApiName === objectApiName);
      return namesIn(JSON.stringify(own)).filter((name) => !shown.get(who)?.includes(name));
    });
    expect(found).toEqual(people.map(({ who }) => [who, []]));
  });
});
