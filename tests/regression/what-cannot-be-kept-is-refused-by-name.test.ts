import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveField } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';

// PostgreSQL keeps no NUL in a text and no half of a surrogate pair in JSON; both used to end as “未知错误”.
const UNKEPT = ['a\0b', 'a\ud800b'];
const NEWS = { title: '一条资讯', publishedOn: '2026-11-20T00:00:00.000Z', category: '融资' };
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

describe.each(UNKEPT)('the text %j', (text) => {
  it('in the key of a form', async () => {
    const answer = await test.post('staff', '/api/metadata/data/InsightNews', {
      clientKey: `key-of-form-${text}`,
      values: NEWS,
    });
    expect(answer).toMatchObject({ status: 422, problems: [{ field: 'clientKey' }] });
  });

  it('in the name of who signs in', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = `username=${encodeURIComponent(text.toWellFormed())}&password=x`;
    const reply = await test.app.inject({ method: 'POST', url: '/api/p/passport/sign_in', headers, payload });
    expect([401, 422]).toContain(reply.statusCode);
  });

  it('in the name that a selector looks for', async () => {
    const name = encodeURIComponent(text.toWellFormed());
    const answer = await test.get('staff', `/api/metadata/queryDataByName?objectApiName=InsightNews&name=${name}`);
    expect(answer.status).toBeLessThan(500);
  });

  it('in an option', async () => {
    const optionSet = { name: 'unkept', label: '选项', kind: 'list', options: [{ value: 'a', label: text }] };
    const answer = await test.post('staff', '/api/metadata/selectOption/save', { baseVersion: 0, optionSet });
    expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: 'optionSet.options.0.label' }] });
  });

  it('in a default value', async () => {
    const answer = await saveField(test, 'InsightNews', {
      apiName: 'unkept',
      type: 'text',
      label: '默认',
      config: { default: text },
    });
    expect(answer).toMatchObject({ status: 422, code: 42201, problems: [{ field: 'field.config.default' }] });
  });

  it('in one row of an import costs that row and no other', async () => {
    const context = { actor: 'system', roles: ['staff'], origin: 'import:unkept', now: TEST_NOW };
    const rows = ['好', text, '也好'].map((title, index) => ({
      key: `${UNKEPT.indexOf(text)}-${index}`,
      values: { ...NEWS, title },
    }));
    const outcomes = await test.services.writer.writeMany('InsightNews', 'unkept', rows, context);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['created', 'rejected', 'created']);
    expect(outcomes[1]).toMatchObject({ problems: [{ field: 'title' }] });
  });
});
