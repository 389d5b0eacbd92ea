import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSystem } from '#generators/object.ts';
import { FAILURES, type FailureName } from '#shared/errors.ts';
import { type Actor, hasDuty, isStaff } from '#shared/policy/actor.ts';
import { dutiesOf } from '#shared/policy/decide.ts';
import { Sessions } from '#server/features/account/session/sessions.ts';
import { closedFields, decideRecord, guardedFields } from '#server/commands/access-table/objects.ts';
import { accessPage } from '#server/commands/access-table/page.ts';
import { PERSONAS } from '#server/commands/access-table/personas.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { type MarkedRecord, storeMarked } from '#tests/support/records/marked-records.ts';
import { ROUTES } from '#tests/support/app/routes.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

// Those that features keep are asked in tests/api/system.
const OBJECTS = shippedObjects().filter((object) => !isSystem(object));
const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../docs/access.md'), 'utf8');
const DATA = '/api/metadata/data';
/**
 * Values that chance would draw wrong: a budget of a few records, after which this test itself could read no more, and rules
 * about objects that are not there.
 */
const GIVEN: Readonly<Record<string, Record<string, unknown>>> = {
  RowBudget: { rowsPerDay: 1_000_000, slowAbove: 1_000_000 },
  Automation: {
    objectName: 'InsightNews',
    trigger: 'created',
    filter: null,
    action: 'notify',
    recipients: ['owner'],
    targetField: null,
    targetValue: null,
  },
};
/** A stream has no end to wait for. */
const STREAMS = new Set(['/api/events']);
const SESSION: number = FAILURES.SESSION_INVALID.code;
const FORBIDDEN: number = FAILURES.FORBIDDEN.code;

let test: TestApp;
let sessions: Sessions;
/** The sample account of each persona: its uid by name. */
const uids = new Map<string, string>();

interface Reply {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly text: string;
  readonly data: {
    readonly record?: { readonly id: string };
    readonly list?: readonly { id: string }[];
    readonly locked?: readonly string[];
  } | null;
}

beforeAll(async () => {
  test = await openTestApp();
  const { database, changes } = test.services;
  sessions = new Sessions({ db: database.db, now: () => TEST_NOW, changes });
  const { rows } = await database.pool.query<{ id: string; username: string }>('select id, username from account');
  for (const { id, username } of rows) uids.set(username, id);
});
afterAll(() => test.close());

/** The session of each persona: once a call has ended it, the next one begins another. */
const tokens = new Map<string, string>();

async function callOnce(token: string | undefined, options: InjectOptions): Promise<Reply> {
  const headers = { ...options.headers, ...(token !== undefined && { cookie: `kr_plus_id=${token}` }) };
  const reply = await test.app.inject({ ...options, headers });
  const { code, msg, data } = reply.json<Pick<Reply, 'code' | 'msg' | 'data'>>();
  return { status: reply.statusCode, code, msg, data, text: reply.payload };
}

/** What a persona is answered in a session that no call before has ended: where one did, the call is made again. */
async function call(persona: string, options: InjectOptions): Promise<Reply> {
  const uid = uids.get(persona);
  if (uid === undefined) return callOnce(undefined, options);
  const kept = tokens.get(persona);
  const reply = kept === undefined ? undefined : await callOnce(kept, options);
  if (reply && reply.code !== SESSION) return reply;
  const token = await sessions.open(uid, { userAgent: 'test', address: '127.0.0.1' });
  tokens.set(persona, token);
  return callOnce(token, options);
}

/** The rows of the page that name an action: its cells, and the routes that need it. */
const rows = PAGE.split('\n')
  .filter((line) => /^\| `\w+\.\w+` \|/.test(line))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ');
    const routes = Array.from((cells.at(-1) ?? '').matchAll(/`(\w+) ([^`]+)`/g), ([, method, address]) => ({
      method: method as 'GET' | 'POST' | 'DELETE',
      address: address ?? '',
    }));
    return { action: (cells[0] ?? '').replaceAll('`', ''), cells: cells.slice(2, 2 + PERSONAS.length), routes };
  });
const encodings = new Map(ROUTES.map(([, { method, path: address, encoding }]) => [`${method} ${address}`, encoding]));

describe('the page of the access table', () => {
  it('is what the policy says today: npm run access-table', () => {
    expect(
      accessPage(
        ROUTES.map(([, route]) => route),
        shippedObjects(),
      ),
    ).toBe(PAGE);
  });

  it('has every route of the wire', () => {
    const named = rows.flatMap(({ routes }) => routes.map(({ method, address }) => `${method} ${address}`));
    expect(named.toSorted()).toEqual(ROUTES.map(([, route]) => `${route.method} ${route.path}`).toSorted());
  });

  it.each(PERSONAS.map(({ name }, column) => [name, column] as const))(
    'says of a %s what the server does, action by action',
    async (name, column) => {
      const wrong: unknown[] = [];
      for (const { cells, routes } of rows) {
        for (const { method, address } of routes.filter((route) => !STREAMS.has(route.address))) {
          const form = encodings.get(`${method} ${address}`) === 'form';
          const url = address.replace('{objectApiName}', 'InsightNews').replaceAll(/\{\w+\}/g, '1');
          const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
          const body = method === 'GET' ? {} : { payload: form ? 'x=1' : '{}', headers: { 'content-type': type } };
          const { status, code } = await call(name, { method, url, ...body });
          const cell = cells[column];
          const isRight =
            cell === '✓'
              ? ![SESSION, FORBIDDEN].includes(code) && status < 500
              : cell === '登录'
                ? code === SESSION && status === 401
                : cell === '密钥'
                  ? code === FAILURES.KEY_REFUSED.code && status === 401
                  : cell === '—' && code === FORBIDDEN && status === 403;
          // The history of a record is for those who may edit it, whatever the action says.
          const isHistory = address.endsWith('/history') && code === FORBIDDEN;
          if (!isRight && !isHistory) wrong.push({ method, address, cell, status, code });
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe('detail pages that ship', () => {
  it('need what the specification says', () => {
    const audiences = new Map(OBJECTS.map(({ apiName, access }) => [apiName, access.detail]));
    for (const apiName of ['InsightCompany', 'InsightProject']) expect(audiences.get(apiName)).toBe('investorOrSvip');
    for (const apiName of ['InsightOrg', 'InsightFund', 'InsightInvestor', 'InsightIndustrial', 'InsightIndustryLabel'])
      expect(audiences.get(apiName)).toBe('svip');
    expect(audiences.get('InsightNews')).toBe('everyone');
  });
});

describe.each(OBJECTS.map((object) => [object.apiName, object] as const))('records of %s', (apiName, object) => {
  /** By whom: staff's is another's to every other user. */
  const records = new Map<string, MarkedRecord>();

  beforeAll(async () => {
    for (const [index, { name, actor }] of PERSONAS.entries()) {
      const uid = uids.get(name);
      if (uid === undefined) continue;
      const context = { actor: uid, roles: actor.roles, origin: 'test', now: TEST_NOW };
      const serial = 1 + OBJECTS.indexOf(object) * 10 + index;
      const stored = await storeMarked(test.services, apiName, context, serial, GIVEN[apiName]);
      // What a rule hides is not kept: only what staff can read back reveals anything by its absence.
      const { text } = await call('staff', { method: 'GET', url: `${DATA}/${apiName}/${stored.id}` });
      const marks = new Map([...stored.marks].filter(([, mark]) => text.includes(mark)));
      records.set(name, { ...stored, marks });
    }
  });

  const actorOf = (name: string, actor: Actor): Actor => ({ ...actor, id: uids.get(name) ?? null });
  /** What a list shows to all who may open it: its columns, and the picture beside the name. */
  const { list, detail: layout } = object.layouts;
  const onList = new Set([object.nameField, ...list.columns, ...(layout.logo === undefined ? [] : [layout.logo])]);

  /** What is wrong with a reply: it is not the decision's, or holds marks that it must not, or lacks some that it must. */
  function faultsOf(
    reply: Reply,
    decision: FailureName | null,
    marks: { readonly hidden?: readonly string[]; readonly shown?: readonly string[] } = {},
  ): unknown[] {
    const { status, code, message } = decision === null ? { status: 200, code: 0, message: '' } : FAILURES[decision];
    const isRight = reply.status === status && reply.code === code && reply.msg === message;
    return [
      ...(isRight ? [] : [{ wanted: decision, status: reply.status, code: reply.code, msg: reply.msg }]),
      ...(marks.hidden ?? []).filter((text) => reply.text.includes(text)).map((text) => ({ told: text })),
      ...(marks.shown ?? []).filter((text) => !reply.text.includes(text)).map((text) => ({ missing: text })),
    ];
  }

  /** Marks of a record that must not be in the answer to one person, and those that must: what is closed, or beyond a refusal. */
  function marksFor(actor: Actor, record: MarkedRecord, ownerId: string | null, decision: FailureName | null) {
    const closed = new Set(closedFields(actor, object, ownerId));
    const beyond = decision === 'VIP_REQUIRED' ? onList : new Set<string>();
    const isHidden = (field: string) => closed.has(field) || (decision !== null && !beyond.has(field));
    const marks = [...record.marks];
    return {
      hidden: marks.filter(([field]) => isHidden(field)).map(([, text]) => text),
      shown: decision === null ? marks.filter(([field]) => !isHidden(field)).map(([, text]) => text) : [],
    };
  }

  it('hold values in every field that is closed to a user', () => {
    const marked = new Set([...records.values()].flatMap(({ marks }) => [...marks.keys()]));
    expect(guardedFields(object).filter((field) => !marked.has(field.apiName))).toEqual([]);
  });

  const people = PERSONAS.map(({ name, actor }) => [name, actor] as const);

  it.each(people)('answer a %s who asks for the list exactly as the table says', async (name, persona) => {
    const actor = actorOf(name, persona);
    const decision = decideRecord(actor, object, 'list', null);
    const payload = { objectApiName: apiName, pageSize: 50 };
    const reply = await call(name, { method: 'POST', url: `${DATA}/getLayoutAndDataList`, payload });
    const guarded = new Set(isStaff(actor) ? [] : guardedFields(object).map((field) => field.apiName));
    const hidden = [...records.values()].flatMap(({ marks }) =>
      [...marks].filter(([field]) => decision !== null || guarded.has(field)).map(([, text]) => text),
    );
    expect(faultsOf(reply, decision, { hidden })).toEqual([]);
    const { rows: all } = await test.services.database.pool.query<{ id: string; by: string }>(
      `select id, "createdBy" as by from "${apiName}"`,
    );
    const isOwn = object.access.list === 'owner' && !hasDuty(actor, ...dutiesOf(object.access));
    const wanted = decision === null ? all.filter(({ by }) => !isOwn || by === actor.id) : [];
    expect((reply.data?.list ?? []).map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
  });

  it.each(people)('answer a %s who creates one exactly as the table says', async (name, persona) => {
    const actor = actorOf(name, persona);
    const closed = new Set(closedFields(actor, object, actor.id));
    const drawn = (records.get(name) ?? records.get('staff'))?.values ?? {};
    const values = Object.fromEntries(Object.entries(drawn).filter(([field]) => !closed.has(field)));
    const payload = { clientKey: `access-${apiName}-${name}`, values };
    const reply = await call(name, { method: 'POST', url: `${DATA}/${apiName}`, payload });
    expect(faultsOf(reply, decideRecord(actor, object, 'create', null))).toEqual([]);
  });

  it.each(people)(
    'answer a %s who opens or edits his own or another’s exactly as the table says',
    async (name, persona) => {
      const actor = actorOf(name, persona);
      const owners = [...new Set(['staff', name])].filter((owner) => records.has(owner));
      for (const owner of owners) {
        const record = records.get(owner) as MarkedRecord;
        const ownerId = uids.get(owner) ?? null;
        const url = `${DATA}/${apiName}/${record.id}`;
        const detail = decideRecord(actor, object, 'detail', ownerId);
        const opened = await call(name, { method: 'GET', url });
        expect(faultsOf(opened, detail, marksFor(actor, record, ownerId, detail))).toEqual([]);
        const edit = decideRecord(actor, object, 'edit', ownerId);
        const edited = await call(name, { method: 'POST', url, payload: { version: record.version, values: {} } });
        const { hidden } = marksFor(actor, record, ownerId, edit);
        expect(faultsOf(edited, edit, { hidden })).toEqual([]);
      }
    },
  );
});
