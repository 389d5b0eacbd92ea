import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AuditEntry,
  LanguageForm,
  SavedObject,
  SavedOptionSet,
  VersionSummary,
} from '#schemas/api/metadata-editing.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { insertAccounts } from '#server/commands/seed/queries.ts';
import { made, saveDefinition, savedDefinition, saveField } from '#tests/support/editing.ts';
import { codeOf, openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

interface Page {
  readonly list: VersionSummary[];
  readonly before: number | null;
}
const versions = (path: string) => test.get<Page>('staff', `/api/metadata/${path}/versions`);
const text = (apiName: string, label = apiName) => ({ apiName, type: 'text' as const, label });

const saveSet = (baseVersion: number, options: object[], name = 'colour', label = '颜色') =>
  test.post<{ version: number; changes: string[]; authorName: string; at: string }>(
    'staff',
    '/api/metadata/selectOption/save',
    { baseVersion, optionSet: { name, label, kind: 'list', options } },
  );
const red = { value: 'red', label: '红' };

describe('the versions of an object', () => {
  it('go back to the first, newest first, each with who, when, what and how many storage steps', async () => {
    await saveField(test, 'InsightNews', text('oneMore', '又一个'));
    const { data } = await versions('object/InsightNews');
    expect(data.list.map(({ version }) => version)).toEqual([2, 1]);
    expect(data.list[0]).toMatchObject({
      label: '资讯',
      authorName: '示例运营',
      at: TEST_NOW.toISOString(),
      changes: expect.arrayContaining(['新增字段“又一个”（单行文本）', '列表列：加入“又一个”']) as string[],
      steps: 1,
    });
    expect(data.list[1]).toMatchObject({ version: 1, author: 'system', authorName: '系统' });
    expect(data.list[1]?.changes[0]).toMatch(/^新建对象“资讯”/);
    const whole = await test.get<{ definition: ObjectDefinition; storageSteps: { sql: string }[] }>(
      'staff',
      '/api/metadata/object/InsightNews/versions/2',
    );
    expect(whole.data.definition).toEqual(savedDefinition(test, 'InsightNews'));
    expect(whole.data.storageSteps[0]?.sql).toContain('"oneMore" text');
  });

  it('come in pages', async () => {
    const first = await test.get<Page>('staff', '/api/metadata/object/InsightNews/versions?pageSize=1');
    expect(first.data).toMatchObject({ list: [{ version: 2 }], before: 2 });
    const second = await test.get<Page>('staff', '/api/metadata/object/InsightNews/versions?pageSize=1&before=2');
    expect(second.data).toMatchObject({ list: [{ version: 1 }], before: null });
  });

  it('that are not there are said not to be', async () => {
    expect(await versions('object/Nowhere')).toMatchObject({ status: 404, msg: '对象“Nowhere”不存在' });
    const none = await test.get('staff', '/api/metadata/object/InsightNews/versions/99');
    expect(none).toMatchObject({ status: 404, msg: '没有版本 99' });
  });

  it('are restored by saving an old definition as the next one: fields added since are not lost', async () => {
    const { data: old } = await test.get<{ definition: ObjectDefinition }>(
      'staff',
      '/api/metadata/object/InsightNews/versions/1',
    );
    const values = { title: '有值的记录', oneMore: '一' };
    made(await test.post('staff', '/api/metadata/data/InsightNews', { clientKey: 'holds-one-more', values }));
    const refused = await saveDefinition(test, old.definition);
    expect(refused).toMatchObject({ status: 422, problems: [{ field: 'oneMore' }] });
    const current = savedDefinition(test, 'InsightNews');
    const kept = current.fields
      .filter(({ apiName }) => apiName === 'oneMore')
      .map((field) => ({ ...field, removed: true }));
    const restored = await saveDefinition(test, {
      ...old.definition,
      fields: [...old.definition.fields, ...kept],
    });
    expect(restored).toMatchObject({ code: 0, data: { definition: { version: 3 } } });
  });
});

describe('two staff at once', () => {
  it('on one object: the second is shown who saved, when and what, and nothing is overwritten', async () => {
    const base = savedDefinition(test, 'WorkRecord');
    await saveDefinition(test, { ...base, label: '任职经历' });
    const late = { baseVersion: base.version, definition: { ...base, label: '工作' } };
    for (const path of ['plan', 'save']) {
      const told = await test.post<{ version: number }>('staff', `/api/metadata/object/${path}`, late);
      expect(told).toMatchObject({
        status: 409,
        code: codeOf('CONFLICT'),
        data: {
          version: base.version + 1,
          authorName: '示例运营',
          at: TEST_NOW.toISOString(),
          changes: [`名称由“${base.label}”改为“任职经历”`],
        },
      });
    }
    expect(savedDefinition(test, 'WorkRecord').label).toBe('任职经历');
  });

  it('on one option set: the same', async () => {
    expect(await saveSet(0, [red])).toMatchObject({ code: 0, data: { version: 1 } });
    expect(await saveSet(0, [])).toMatchObject({ status: 409, data: { version: 1, authorName: '示例运营' } });
    expect(await saveSet(1, [red, { value: 'blue', label: '蓝' }])).toMatchObject({ code: 0, data: { version: 2 } });
    expect(await saveSet(1, [{ ...red, label: '赤' }])).toMatchObject({
      status: 409,
      data: { version: 2, changes: ['新增选项“蓝”'] },
    });
    const now = await test.get<{ version: number; definition: { options: unknown[] } }>(
      'staff',
      '/api/metadata/selectOption/colour/saved',
    );
    expect(now.data).toMatchObject({ version: 2, definition: { options: [red, { value: 'blue' }] } });
    const open = await test.get<{ version: number }>('visitor', '/api/metadata/selectOption/colour');
    expect(open.data.version).toBe(2);
  });

  it('on one option set in the same instant: one saves', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => saveSet(0, [{ value: `v${index}`, label: '某' }], 'raced', '竞争')),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === codeOf('CONFLICT'))).toHaveLength(7);
  });
});

describe('the audit', () => {
  const audit = async (query = '') => {
    const { data } = await test.get<{ list: AuditEntry[]; before: string | null; authors: object[] }>(
      'staff',
      `/api/metadata/audit${query}`,
    );
    return data;
  };

  it('knows every object and option set from its first version on, in order, without gaps, page by page', async () => {
    const all: AuditEntry[] = [];
    for (let before: string | null = ''; before !== null;) {
      const page = await audit(`?pageSize=7${before && `&before=${encodeURIComponent(before)}`}`);
      all.push(...page.list);
      ({ before } = page);
    }
    const { catalog } = test.services;
    const expected = [
      ...catalog.objects.map(({ apiName, version }) => ['object', apiName, version] as const),
      ...[...catalog.optionSets.values()].map(({ name, version }) => ['optionSet', name, version] as const),
    ];
    for (const [kind, name, version] of expected) {
      const mine = all.filter((entry) => entry.kind === kind && entry.name === name).map((entry) => entry.version);
      expect([name, mine.toSorted((left, right) => left - right)]).toEqual([
        name,
        Array.from({ length: version }, (_, index) => index + 1),
      ]);
    }
    const keys = all.map(({ kind, name, version }) => `${kind}/${name}@${version}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('is narrowed to a person, and to an object', async () => {
    const page = await audit();
    expect(page.authors).toContainEqual({ author: 'system', authorName: '系统' });
    const { list } = await audit('?author=system&pageSize=50');
    expect(new Set(list.map(({ author }) => author))).toEqual(new Set(['system']));
    const one = await audit('?kind=optionSet&name=colour');
    expect(one.list.map(({ name, version }) => [name, version])).toEqual([
      ['colour', 2],
      ['colour', 1],
    ]);
  });

  it('refuses a place that it never gave', async () => {
    for (const before of ['x', 'WyJ4Il0', Buffer.from('["x; drop table",1,2,3]').toString('base64url')]) {
      const answer = await test.get('staff', `/api/metadata/audit?before=${before}`);
      expect(answer).toMatchObject({ status: 400, msg: '翻页位置无效，请从头查看' });
    }
  });

  it('keeps the name of a person who saved, and says so when the account is gone', async () => {
    const leaver = { username: 'leaver', name: '离职者', phone: '+8619900009999', roles: [], isSvip: false };
    await insertAccounts(test.services.database, [{ ...leaver, duties: ['data'] }], 'x', TEST_NOW);
    const { db } = test.services.database;
    const account = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'leaver')
      .executeTakeFirstOrThrow();
    const mine = { ...savedDefinition(test, 'AwardRecord'), label: '获奖' };
    await test.services.metadata.save(mine, mine.version, account.id);
    expect((await audit('?name=AwardRecord')).list[0]).toMatchObject({ authorName: '离职者' });
    await db.deleteFrom('account').where('id', '=', account.id).execute();
    expect((await audit('?name=AwardRecord')).list[0]).toMatchObject({ authorName: '已注销的账号' });
  });
});

describe('what staff see', () => {
  it('of objects: fields, removed fields, records, who saved last', async () => {
    const { data } = await test.get<SavedObject[]>('staff', '/api/metadata/objects/saved');
    const news = data.find(({ apiName }) => apiName === 'InsightNews');
    const { fields, version } = savedDefinition(test, 'InsightNews');
    expect(news).toMatchObject({ version, fields: fields.length - 1, removedFields: 1, hasUpdate: false });
    expect(news?.authorName).toBe('示例运营');
    expect(news?.records).toBe(1);
  });

  it('of option sets: how many options, and which fields use them', async () => {
    const { data } = await test.get<SavedOptionSet[]>('staff', '/api/metadata/selectOption');
    const round = data.find(({ name }) => name === 'round');
    expect(round).toMatchObject({ label: '融资轮次', kind: 'list', version: 1, authorName: '系统' });
    expect(round?.usedBy).toContainEqual(
      expect.objectContaining({ objectApiName: 'InsightTransaction', field: 'round' }),
    );
  });

  it('of the language: forms for its parts', async () => {
    const { data } = await test.get<{ forms: Record<string, LanguageForm> }>('staff', '/api/metadata/language');
    expect(Object.keys(data.forms)).toEqual(expect.arrayContaining(['object', 'field', 'rule', 'section', 'related']));
  });

  it('of a rule that is wrong: where in its text', async () => {
    const definition = savedDefinition(test, 'InsightNews');
    const rule = { id: 'bad', kind: 'assert', target: definition.nameField, rule: 'self.nothing > 1', message: 'x' };
    const answer = await test.post<{ problems: { message: string; rule: string }[] }>(
      'staff',
      '/api/metadata/rules/check',
      { definition, rule },
    );
    expect(answer.data.problems[0]?.rule).toBe('bad');
    expect(answer.data.problems[0]?.message).toMatch(/^规则“bad”的表达式/);
    const fine = await test.post<{ problems: [] }>('staff', '/api/metadata/rules/check', {
      definition,
      rule: { ...rule, rule: `size(self.${definition.nameField}) > 1` },
    });
    expect(fine.data.problems).toEqual([]);
    expect(await test.post('staff', '/api/metadata/rules/check', { definition: {}, rule: 7 })).toMatchObject({
      status: 422,
    });
  });

  it.each<Who>(['visitor', 'founder', 'investor', 'svip'])('is closed to a %s', async (who) => {
    const paths = ['audit', 'language', 'objects/saved', 'selectOption', 'shipped', 'object/InsightNews/versions'];
    for (const path of paths) {
      expect((await test.get(who, `/api/metadata/${path}`)).status).toBe(who === 'visitor' ? 401 : 403);
    }
  });
});
