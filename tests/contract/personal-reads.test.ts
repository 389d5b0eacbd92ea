import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { PersonalRead, Route } from '#schemas/api/route.ts';
import { DUTIES } from '#schemas/metadata/duty.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { decide } from '#shared/policy/decide.ts';
import { isPersonal, PERSONAL_SOURCES } from '#shared/policy/personal-objects.ts';
import { shippedObjects } from '#server/core/catalog/shipped.ts';
import { guard, mount } from '#server/http/mount.ts';
import { ROUTES } from '#tests/support/app/routes.ts';

const STAFF: Actor = {
  id: '6',
  name: '示例运营',
  roles: ['staff'],
  duties: DUTIES,
  vipType: 0,
};
const MEMBER: Actor = { id: '1', name: '示例用户', roles: [], vipType: 0 };

/** Reads of staff alone that show nothing of users that is not public. */
const SHOW_NO_USER: ReadonlySet<string> = new Set([
  '/api/imports',
  '/api/imports/{id}',
  '/api/imports/{id}/rejected',
  '/api/metadata/audit',
  '/api/metadata/bulk/{id}',
  '/api/metadata/language',
  '/api/metadata/object/{objectApiName}/back-fills',
  '/api/metadata/object/{objectApiName}/saved',
  '/api/metadata/object/{objectApiName}/versions',
  '/api/metadata/object/{objectApiName}/versions/{version}',
  '/api/metadata/objects/saved',
  '/api/metadata/package/imports',
  '/api/metadata/selectOption',
  '/api/metadata/selectOption/{name}/saved',
  '/api/metadata/selectOption/{name}/versions',
  '/api/metadata/selectOption/{name}/versions/{version}',
  '/api/metadata/shipped',
  '/api/metadata/shipped/{objectApiName}',
  '/api/staff/home/faults',
  '/api/staff/log/verify',
  '/api/staff/merge/{id}',
  '/api/staff/quality',
  '/api/staff/waiting',
]);

/** Each of these writes an entry with its reason, which tests of its own assert. */
const LOG_THEMSELVES = [
  '/api/rong/dealContact',
  '/api/staff/records/{objectApiName}/{id}/reveal',
  '/api/staff/reports/{id}/evidence',
  '/api/staff/users/{uid}/phone',
];

const personal = ROUTES.filter(([, { personal: read }]) => read !== undefined);
const noted = personal.filter(([, { personal: read }]) => read?.logsItself !== true);

/** Calls a route that answers with a status, and gives what was noted before the answer left. */
async function called(route: Route, actor: Actor, status = 200): Promise<readonly (readonly [PersonalRead, object])[]> {
  const app = fastify();
  const notes: [PersonalRead, object][] = [];
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  guard(app, async () => ({ actor, sessionId: 'x' }), undefined);
  app.decorate('notePersonalRead', async (_, read, parts) => void notes.push([read, parts]));
  mount(app, route, async ({ reply }) => reply.code(status).send('{}'));
  const url = route.path.replace(/\{(\w+)\}/g, '7');
  const headers = { 'sec-fetch-site': 'same-origin' };
  await app.inject({ method: route.method, url, headers, ...(route.method === 'POST' && { payload: { id: '7' } }) });
  await app.close();
  return notes;
}

describe('a read of what is not public of users', () => {
  it.each(noted)('%s is noted for staff, before the answer leaves', async (_, route) => {
    const [note, ...more] = await called(route, STAFF);
    expect(more).toEqual([]);
    expect(note?.[0]).toBe(route.personal);
    const by = route.personal?.by;
    expect(by === undefined || Object.hasOwn(note?.[1] ?? {}, by)).toBe(true);
  });

  it.each(noted)('%s is noted for no other user and for no refusal', async (_, route) => {
    expect(await called(route, MEMBER)).toEqual([]);
    expect(await called(route, STAFF, 404)).toEqual([]);
  });

  it('writes its own entry in these routes alone', () => {
    const paths = personal.filter(([, { personal: read }]) => read?.logsItself === true).map(([, { path }]) => path);
    expect(paths.toSorted()).toEqual(LOG_THEMSELVES);
  });

  it('is declared by every route of staff that reads, unless it is known to show no user', () => {
    const ofStaff = ROUTES.filter(
      ([, { method, action }]) =>
        method === 'GET' && decide(STAFF, action) === null && decide(MEMBER, action) === 'FORBIDDEN',
    );
    const undeclared = ofStaff.filter(([, { personal: read }]) => read === undefined).map(([, { path }]) => path);
    expect(undeclared.filter((path) => !SHOW_NO_USER.has(path))).toEqual([]);
  });
});

/** System objects of staff whose rows name no user but staff. */
const OF_NO_USER: ReadonlySet<string> = new Set([
  'audit_log_list',
  'automation_run_list',
  'bulk_edit_list',
  'bulk_kept_list',
  'duplicate_list',
  'gone_record_list',
  'legal_version_list',
  'livestream_list',
  'merge_list',
  'merged_link_list',
  'quality_finding_list',
  'rule_breach_list',
  'stated_difference_list',
  'unknown_word_list',
  'word_target_list',
]);

describe('an object', () => {
  it('of staff is either known to say something of users, or known to say nothing', () => {
    const lists = shippedObjects().filter(({ source, access }) => source !== undefined && access.list === 'staff');
    const unknown = lists.filter(({ source = '' }) => !OF_NO_USER.has(source) && !PERSONAL_SOURCES.has(source));
    expect(unknown.map(({ source }) => source)).toEqual([]);
    const sources = new Set(shippedObjects().map(({ source }) => source));
    expect([...PERSONAL_SOURCES, ...OF_NO_USER].filter((source) => !sources.has(source))).toEqual([]);
  });

  it('whose records are their owner’s alone says something of users, and one that every user reads does not', () => {
    const of = (apiName: string) =>
      shippedObjects()
        .filter((object) => object.apiName === apiName)
        .map(isPersonal);
    expect([of('WorkRecord'), of('InvestorAuth'), of('InsightCompany')]).toEqual([[true], [true], [false]]);
  });
});
