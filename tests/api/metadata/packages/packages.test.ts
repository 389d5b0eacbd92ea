import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PackageImport, PackagePlan } from '#schemas/api/packages.ts';
import type { Package, PackageChoice } from '#schemas/metadata/package.ts';
import { storeHelp } from '#server/commands/seed/help.ts';
import { storageDrift } from '#server/core/catalog/drift.ts';
import { checksumOf } from '#server/features/metadata/packages/fingerprint.ts';
import { made, newObject, saveDefinition, savedDefinition, saveField } from '#tests/support/editing.ts';
import { openTestApp, TEST_NOW, type TestApp, type Who } from '#tests/support/app/test-app.ts';

let source: TestApp;
let target: TestApp;
const [from, to] = [() => source, () => target];
beforeAll(async () => {
  source = await openTestApp();
  target = await openTestApp();
  for (const app of [source, target]) await storeHelp(app.services.database, app.services.writer, TEST_NOW);
});
afterAll(async () => {
  await source.close();
  await target.close();
});

const text = (apiName: string, label: string) => ({ apiName, type: 'text' as const, label });
const colours = (...values: string[]) => ({
  name: 'colour',
  label: '颜色',
  kind: 'list',
  options: values.map((value) => ({ value, label: value })),
});
const saveSet = (app: TestApp, baseVersion: number, optionSet: object) =>
  app.post('staff', '/api/metadata/selectOption/save', { baseVersion, optionSet });

const exported = async (choice: Partial<PackageChoice> = {}, app = from()): Promise<Package> =>
  made(
    await app.post<Package>('staff', '/api/metadata/package/export', {
      name: 'cars',
      title: '汽车',
      objects: ['Car'],
      ...choice,
    }),
  );
const planOf = (pack: unknown, more: object = {}, who: Who = 'staff') =>
  to().post<PackagePlan>(who, '/api/metadata/package/plan', { package: pack, ...more });
async function apply(pack: unknown, more: object = {}, who: Who = 'staff') {
  const { choices, others } = more as { choices?: unknown; others?: unknown };
  const { mark } = made(
    await planOf(pack, { ...(choices !== undefined && { choices }), ...(others !== undefined && { others }) }),
  );
  return to().post<{ id: string | null; written: number }>(who, '/api/metadata/package/apply', {
    package: pack,
    mark,
    acceptRights: true,
    ...more,
  });
}
const states = ({ items }: PackagePlan) => Object.fromEntries(items.map(({ name, state }) => [name, state]));
const undo = (id: string | null) =>
  to().post<{ restored: number; left: string[] }>('staff', '/api/metadata/package/undo', { id });
const labelsOf = (apiName: string) =>
  savedDefinition(to(), apiName).fields.map(({ label, removed }) => (removed ? `-${label}` : label));

describe('a package of metadata', () => {
  it('brings a new object with its options and views into another installation, after a plan in words', async () => {
    made(await saveSet(from(), 0, colours('red', 'blue')));
    const colour = { apiName: 'colour', type: 'select' as const, label: '车色', config: { optionSet: 'colour' } };
    made(
      await saveDefinition(
        from(),
        newObject('Car', [text('name', '车名'), colour], { label: '汽车', route: '/data/Car' }),
      ),
    );
    made(
      await from().post('staff', '/api/metadata/view', {
        objectApiName: 'Car',
        name: '红车',
        state: '',
        sharing: 'everyone',
      }),
    );
    const pack = await exported({ views: true });
    const plan = made(await planOf(pack));
    expect(states(plan)).toEqual({ colour: 'new', Car: 'new', 'Car 红车': 'new' });
    const item = plan.items.find(({ name }) => name === 'Car');
    expect(item?.changes[0]).toMatch(/^新建对象“汽车”/);
    expect(item?.rights.join()).toContain('查看列表');
    const done = made(await apply(pack));
    expect(done.written).toBe(3);
    expect(labelsOf('Car')).toEqual(['车名', '车色']);
    const views = await to().get<{ name: string }[]>('member', '/api/metadata/view?objectApiName=Car');
    expect(views.data.map(({ name }) => name)).toEqual(['红车']);
    const record = await to().post('staff', '/api/metadata/data/Car', {
      clientKey: 'key-12345678',
      values: { name: '甲', colour: 'red' },
    });
    expect(record.code).toBe(0);
    expect(await storageDrift(to().services.database.db)).toEqual([]);
    expect(states(made(await planOf(pack)))).toEqual({ colour: 'same', Car: 'same', 'Car 红车': 'same' });
  });

  it('does not change rights before the change was accepted', async () => {
    const open = { ...savedDefinition(from(), 'Car') };
    made(await saveDefinition(from(), { ...open, access: { ...open.access, edit: 'staff' } }));
    const pack = await exported();
    const { mark, items } = made(await planOf(pack));
    expect(items.find(({ name }) => name === 'Car')?.rights.join()).toContain('编辑');
    const refused = await to().post('staff', '/api/metadata/package/apply', { package: pack, mark });
    expect(refused).toMatchObject({ status: 422, msg: '包会改变权限，请确认后再引入' });
    expect(savedDefinition(to(), 'Car').access.edit).toBe('member');
    expect(made(await apply(pack)).written).toBe(1);
    expect(savedDefinition(to(), 'Car').access.edit).toBe('staff');
  });

  it('is tried by a dry run that keeps nothing', async () => {
    made(await saveField(from(), 'Car', text('maker', '厂商')));
    const before = savedDefinition(to(), 'Car');
    expect(made(await apply(await exported(), { dryRun: true }))).toEqual({ id: null, written: 1 });
    expect(savedDefinition(to(), 'Car')).toEqual(before);
    await to().services.catalog.load();
    expect(savedDefinition(to(), 'Car')).toEqual(before);
    expect(await storageDrift(to().services.database.db)).toEqual([]);
  });

  it('is merged with what was made here since: both sides are kept, and what both changed is asked', async () => {
    made(await saveField(to(), 'Car', text('seats', '座位')));
    const renamed = (app: TestApp, label: string) => {
      const object = savedDefinition(app, 'Car');
      const fields = object.fields.map((field) => (field.apiName === 'name' ? { ...field, label } : field));
      return saveDefinition(app, { ...object, fields });
    };
    made(await renamed(from(), '车型名'));
    made(await renamed(to(), '汽车名'));
    const pack = await exported();
    const plan = made(await planOf(pack));
    const item = plan.items.find(({ name }) => name === 'Car');
    expect(item?.state).toBe('conflict');
    expect(item?.clashes).toEqual([
      { path: ['fields', 'name', 'label'], words: [expect.stringContaining('车型名') as string], side: null },
    ]);
    const refused = await apply(pack);
    expect(refused).toMatchObject({ status: 409, msg: '“汽车”有冲突，请先选择保留哪一边' });
    const choices = [{ kind: 'object', name: 'Car', path: ['fields', 'name', 'label'], side: 'theirs' }];
    made(await apply(pack, { choices }));
    expect(labelsOf('Car').toSorted()).toEqual(['车型名', '车色', '厂商', '座位'].toSorted());
    expect(made(await planOf(pack)).items.find(({ name }) => name === 'Car')?.state).toBe('same');
  });

  it('is undone: what was there is back, what came with it is hidden', async () => {
    made(await saveField(from(), 'Car', text('engine', '发动机')));
    made(await saveSet(from(), 1, colours('red', 'blue', 'green')));
    const before = labelsOf('Car');
    const { id } = made(await apply(await exported()));
    expect(labelsOf('Car')).toContain('发动机');
    expect(made(await undo(id)).restored).toBe(2);
    expect(labelsOf('Car').filter((label) => !label.startsWith('-'))).toEqual(before);
    expect(labelsOf('Car')).toContain('-发动机');
    const green = to()
      .services.catalog.optionSet('colour')
      .options.find(({ value }) => value === 'green');
    expect(green?.retired).toBe(true);
    expect(await undo(id)).toMatchObject({ status: 409, msg: '这次引入已经撤销过' });
    const { data } = await to().get<PackageImport[]>('staff', '/api/metadata/package/imports');
    expect(data[0]).toMatchObject({ id, title: '汽车', authorName: '示例运营', undoneByName: '示例运营' });
  });

  it('is not undone where something of it was changed since: the refusal names it', async () => {
    const { id } = made(await apply(await exported(), { others: 'theirs' }));
    made(await saveField(to(), 'Car', text('wheels', '车轮')));
    const refused = await undo(id);
    expect(refused).toMatchObject({ status: 409, msg: '“汽车”在引入之后又被修改，不能撤销' });
    expect(labelsOf('Car')).toEqual(expect.arrayContaining(['发动机', '车轮']));
    expect(labelsOf('Car')).not.toContain('-发动机');
  });

  it('carries articles and home blocks by their own names, merged field by field', async () => {
    const pack = await exported({ name: 'words', objects: [], articles: true });
    expect(pack.contents.records.length).toBeGreaterThan(60);
    expect(new Set(made(await planOf(pack)).items.map(({ state }) => state))).toEqual(new Set(['same']));
    const article = { ...pack.contents.records.find(({ objectApiName }) => objectApiName === 'HelpArticle') };
    const changed = structuredClone(pack);
    const record = changed.contents.records.find(({ key }) => key === article.key);
    Object.assign(record?.values ?? {}, { title: '换了标题的文章' });
    changed.contents.records.push({
      objectApiName: 'HelpArticle',
      key: 'brand-new',
      label: '全新文章',
      values: { title: '全新文章', category: 'financing', body: '正文。', slug: 'brand-new', published: true },
    });
    changed.checksum = checksumOf(changed.contents);
    const asked = made(await planOf(changed)).items.filter(({ state }) => state !== 'same');
    expect(asked.map(({ state }) => state)).toEqual(['conflict', 'new']);
    const { id, written } = made(await apply(changed, { others: 'theirs' }));
    expect(written).toBe(2);
    const help = async () =>
      (await to().get<{ articles: { title: string; slug: string }[] }>('staff', '/api/help')).data.articles;
    expect((await help()).map(({ title }) => title)).toEqual(expect.arrayContaining(['换了标题的文章', '全新文章']));
    made(await undo(id));
    const titles = (await help()).map(({ title }) => title);
    expect(titles).not.toContain('换了标题的文章');
    expect(titles).not.toContain('全新文章');
  });

  it('that cannot be taken is refused as a whole, saying what and where', async () => {
    const pack = await exported();
    const damaged = structuredClone(pack);
    Object.assign(damaged.contents.objects[0]?.definition ?? {}, { label: '别的' });
    expect(await planOf(damaged)).toMatchObject({
      status: 422,
      msg: '包的内容与校验值不符：文件在导出后被改动或损坏，请重新导出',
    });
    expect(await planOf({ some: 'thing' })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('这不是元数据包') as string,
    });
    expect(await planOf({ ...pack, version: 9 })).toMatchObject({
      msg: expect.stringContaining('请先升级产品') as string,
    });
    const wrong = structuredClone(pack);
    Object.assign(wrong.contents.objects[0]?.definition.fields[0] ?? {}, { maxLength: 'long' });
    const answer = await planOf({ ...wrong, checksum: checksumOf(wrong.contents) });
    expect(answer.status).toBe(422);
    expect(answer.problems[0]?.field).toBe('package.contents.objects.0.definition.fields.0.maxLength');
    expect((await planOf(pack, {}, 'audit')).status).toBe(403);
    expect((await planOf(pack, {}, 'member')).status).toBe(403);
  });

  it('of which one part cannot be saved changes nothing at all', async () => {
    const pack = await exported({ name: 'half', objects: ['Car'] });
    const broken = structuredClone(pack);
    broken.contents.optionSets = [{ definition: { ...colours('red', 'blue', 'black'), kind: 'list' }, ancestors: [] }];
    broken.contents.records = [
      { objectApiName: 'HelpArticle', key: 'no-body', label: '无正文', values: { title: '无正文', slug: 'no-body' } },
    ];
    broken.checksum = checksumOf(broken.contents);
    const before = to().services.catalog.optionSet('colour');
    const answer = await apply(broken, { others: 'theirs' });
    expect(answer).toMatchObject({ status: 422, msg: expect.stringContaining('“帮助文章：无正文”不能引入') as string });
    await to().services.catalog.load();
    expect(to().services.catalog.optionSet('colour')).toEqual(before);
  });

  it('is refused where the plan is another one by now', async () => {
    made(await saveField(from(), 'Car', text('doors', '车门')));
    const pack = await exported();
    const { mark } = made(await planOf(pack, { others: 'mine' }));
    made(await saveField(to(), 'Car', text('trunk', '后备箱')));
    const answer = await to().post('staff', '/api/metadata/package/apply', { package: pack, mark, others: 'mine' });
    expect(answer).toMatchObject({ status: 409, msg: expect.stringContaining('计划在您查看之后有了变化') as string });
  });
});
