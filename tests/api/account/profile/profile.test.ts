import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Focus } from '#schemas/api/profile.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { Profile } from '#schemas/api/session.ts';
import { made } from '#tests/support/editing.ts';
import { newAccount, type SignedIn, signInBy, takeCopy } from '#tests/support/account/people.ts';
import { codeOf, openTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const PROFILE = '/api/rong/user/profile';
const FOCUS = '/api/rong/phaseAndIndustrySetting';
let test: TestApp;
let people = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function person(more: object = {}): Promise<SignedIn> {
  people += 1;
  const username = `person${people}`;
  await newAccount(test, { username, name: '示例用户', ...more });
  return signInBy(test, username);
}
const form = (values: Record<string, string>) => new URLSearchParams(values);

describe('one’s own profile', () => {
  it('hides number and mail address from a user who looks over the shoulder', async () => {
    const who = await person({ phone: '+8619900000771', email: 'someone@example.com' });
    const profile = made(await who.send<Profile>('GET', `${PROFILE}/v2`));
    expect(profile).toMatchObject({
      phone: '199****0771',
      email: 's***@example.com',
      hasPassword: true,
      avatar: null,
      intro: '',
      vipUntil: null,
    });
    expect(JSON.stringify(profile)).not.toMatch(/19900000771|someone@/);
  });

  it('is read with one statement', async () => {
    const who = await person();
    made(await who.send('GET', `${PROFILE}/v2`));
    const { pool } = test.services.database;
    const asked: unknown[] = [];
    const query = pool.query.bind(pool);
    const connect = pool.connect.bind(pool);
    pool.connect = (async () => {
      asked.push('statement');
      return connect();
    }) as never;
    await who.send('GET', `${PROFILE}/v2`);
    Object.assign(pool, { query, connect });
    expect(asked).toHaveLength(1);
  });

  it.each(['系统通知', '官方客服', '平台助手', '系\u200b统\u200b通知', '\u202e小李客服', '鲸图小王', '客　服'])(
    'refuses the name %j, which passes for the platform',
    async (name) => {
      const who = await person();
      const reply = await who.send('POST', '/api/rong/user/profile', new URLSearchParams({ name }));
      expect(reply).toMatchObject({ status: 422, problems: [{ field: 'name' }] });
    },
  );

  it('keeps a name without characters that no user sees', async () => {
    const who = await person();
    const name = ' 王\u200b小\u202e明\u3000三\ufeff ';
    const reply = await who.send<Profile>('POST', '/api/rong/user/profile', new URLSearchParams({ name }));
    expect(made(reply).name).toBe('王小明 三');
  });

  it('takes a new name at once, trimmed, also where it was remembered', async () => {
    const who = await person();
    made(await who.send('GET', `${PROFILE}/v2`));
    const edited = made(await who.send<Profile>('POST', PROFILE, form({ name: ' 新的名字 ', intro: '关注硬科技' })));
    expect(edited).toMatchObject({ name: '新的名字', intro: '关注硬科技' });
    expect(made(await who.send<Profile>('GET', `${PROFILE}/v2`)).name).toBe('新的名字');
  });

  it.each([
    ['a name of one letter', { name: '一' }],
    ['a name of blanks', { name: '     ' }],
    ['a name of 21 letters', { name: '长'.repeat(21) }],
    ['the name that closed accounts have', { name: '已注销用户' }],
    ['a name that passes for the platform', { name: '系统' }],
    ['an introduction of 201 letters', { intro: '长'.repeat(201) }],
    ['a picture from elsewhere', { avatar: 'https://example.com/a.png' }],
    ['a picture that was never uploaded', { avatar: `/files/public/${'0'.repeat(32)}` }],
    ['a picture that is a script', { avatar: 'javascript:alert(1)' }],
    ['a picture outside the files', { avatar: '/files/public/../../etc/passwd' }],
    ['nothing', {}],
    ['roles', { name: '新的名字', roles: 'staff' }],
  ])('refuses %s', async (_, values) => {
    const who = await person();
    expect((await who.send('POST', PROFILE, form(values as Record<string, string>))).status).toBe(422);
    expect(made(await who.send<Profile>('GET', `${PROFILE}/v2`))).toMatchObject({ name: '示例用户', staff: false });
  });
});

describe('what a person follows', () => {
  it('is one record, no matter who sets it from where at the same time', async () => {
    const who = await person();
    expect(made(await who.send<Focus>('GET', FOCUS))).toEqual({
      id: null,
      focusIndustry: [],
      focusPhase: [],
      focusArea: [],
    });
    const set = (phases: string) => who.send<Focus>('POST', FOCUS, form({ focusPhase: phases }));
    const answers = await Promise.all(['A轮', 'B轮', 'C轮', 'D轮'].map(set));
    const ids = new Set(answers.filter(({ code }) => code === 0).map(({ data }) => data.id));
    expect(ids.size).toBe(1);
    made(await set('天使轮,A轮,天使轮'));
    expect(made(await who.send<Focus>('GET', FOCUS)).focusPhase).toEqual(['天使轮', 'A轮']);
  });

  it('keeps what is not sent, and is emptied by an empty list', async () => {
    const who = await person();
    const { options } = test.services.catalog.optionSets.get('industry') ?? { options: [] };
    const [first = '', second = ''] = options.map(({ value }) => value);
    made(await who.send('POST', FOCUS, form({ focusIndustry: `${first},${second}`, focusPhase: 'A轮' })));
    const after = made(await who.send<Focus>('POST', FOCUS, form({ focusPhase: '' })));
    expect(after).toMatchObject({ focusIndustry: [first, second], focusPhase: [] });
  });

  it('is judged by the options there are now, and by how many there may be', async () => {
    const who = await person();
    const unknown = await who.send('POST', FOCUS, form({ focusPhase: 'Z轮' }));
    expect(unknown).toMatchObject({ status: 422, problems: [{ field: 'focusPhase' }] });
    const { options } = test.services.catalog.optionSets.get('round') ?? { options: [] };
    const many = options
      .slice(0, 11)
      .map(({ value }) => value)
      .join(',');
    expect(await who.send('POST', FOCUS, form({ focusPhase: many }))).toMatchObject({ status: 422 });
  });

  it('is read and changed by its owner alone, and made by no form', async () => {
    const who = await person();
    const { id } = made(await who.send<Focus>('POST', FOCUS, form({ focusPhase: 'A轮' })));
    const path = `/api/metadata/data/UserFocus/${id}`;
    expect((await (await person()).send('GET', path)).code).toBe(codeOf('UNKNOWN_RECORD'));
    const own = made(await who.send<RecordReply>('GET', path));
    expect(own.editable).toBe(true);
    const made2 = await who.send('POST', '/api/metadata/data/UserFocus', { clientKey: 'another-one', values: {} });
    expect(made2).toMatchObject({ code: codeOf('FORBIDDEN') });
  });
});

describe('the copy of what is kept about a person', () => {
  it('is a file for its owner, with the own number whole, and nothing of any other user', async () => {
    const who = await person({ phone: '+8619900000772' });
    const other = await person({ phone: '+8619900000773' });
    for (const [browser, organization] of [
      [who, '示例本人公司'],
      [other, '示例他人公司'],
    ] as const)
      made(
        await browser.send('POST', '/api/rong/user/work/add', {
          clientKey: 'a-copy-of-it',
          values: { organization, position: '工程师', startOn: '2020', isCurrent: true },
        }),
      );
    const { name, text } = await takeCopy(who);
    expect(name).toBe('my-data-20261121.json');
    const copy = JSON.parse(text) as { account: object; records: Record<string, object[]>; sessions: object[] };
    expect(copy.account).toMatchObject({ phone: '+8619900000772', name: '示例用户' });
    expect(copy.records['WorkRecord']).toMatchObject([{ organization: '示例本人公司' }]);
    expect(copy.sessions).toHaveLength(1);
    expect(text).not.toMatch(/示例他人公司|19900000773|password|token/);
  });
});
