import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectParty } from '#schemas/metadata/object.ts';
import { staffRequests } from '#tests/support/staff/staff-requests.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { savedDefinition, saveDefinition } from '#tests/support/editing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const save = (objectApiName: string, party: ObjectParty | undefined) => {
  const { party: _before, ...definition } = savedDefinition(test, objectApiName);
  return saveDefinition(test, { ...definition, ...(party && { party }) });
};

describe('whom the records of an object lead to', () => {
  it.each([
    ['InsightFund', { kind: 'company' }, '请选择指向企业的字段'],
    ['InsightFund', { kind: 'company', via: 'name' }, '没有指向企业'],
    ['InsightFund', { kind: 'investor', via: 'name' }, '不能经由字段'],
    ['InsightProject', { kind: 'company', via: 'nothing' }, '不存在的字段'],
  ] as const)('is refused where it leads to no company: %s %o', async (objectApiName, party, words) => {
    const { code, msg } = await save(objectApiName, party);
    expect(code).not.toBe(0);
    expect(msg).toContain(words);
  });

  it('is what staff say: a contact can be named for these objects alone', async () => {
    const account = await staffRequests(test).uidOf('member');
    const name = (objectApiName: string) =>
      test.post('staff', '/api/staff/recordParty', {
        objectApiName,
        recordId: '1',
        account,
        linked: true,
        reason: '本人邮件确认',
      });
    expect((await name('InsightOrg')).code).toBe(codeOf('UNKNOWN_RECORD'));
    expect((await name('InsightFund')).msg).toContain('没有联系人');
    expect(await save('InsightFund', { kind: 'investor' })).toMatchObject({ code: 0 });
    expect((await name('InsightFund')).code).toBe(codeOf('UNKNOWN_RECORD'));
  });
});
