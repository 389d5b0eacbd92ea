import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer, AskEvent } from '#schemas/api/jingchat.ts';
import {
  answerAgain,
  askQuestion,
  listConversations,
  readExamples,
  removeConversation,
  renameConversation,
} from '#schemas/generated/api/jingchat.ts';
import type { CallInput } from '#client/lib/api.ts';
import { JingchatPage } from '#client/features/jingchat/jingchat-page.tsx';
import type { EditPlanFilter } from '#client/features/jingchat/plan-chips.tsx';
import { JingchatStore } from '#client/features/jingchat/jingchat-store.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from '#tests/ui/records/lists.ts';
import { answerOf, CONVERSATION, GROUPS } from './answers.ts';

// A canvas is drawn by no browser of these tests.
vi.mock('#client/ui/chart/draw-chart.ts', () => ({ drawChart: () => () => undefined }));

beforeEach(() => openScreen());
afterEach(cleanup);

const LOOKUPS = { label: (_: unknown, value: string) => value, path: () => [], listView: () => VIEW };

/** In place of the dialog of filters: says what it was opened with, and changes that. */
const editFilter: EditPlanFilter = ({ filter, at, onApply }) => (
  <button type="button" onClick={() => onApply(at === undefined ? undefined : SHANGHAI, '上海')}>
    {`已打开 ${JSON.stringify({ filter, at })}`}
  </button>
);
const SHANGHAI = { field: 'region', op: 'in' as const, value: ['310000'] };

function open(answer: Answer = answerOf()) {
  const opened: (string | undefined)[] = [];
  const api = new FakeApi()
    .on(listConversations, () => ({ list: [CONVERSATION] }))
    .on(readExamples, () => ({ list: [{ object: '企业', questions: ['北京的企业有哪些'] }] }))
    .on(renameConversation, ({ body }) => ({ ...CONVERSATION, title: body.title }))
    .on(removeConversation, () => null)
    .on(askQuestion, (input) => {
      const { onEvent } = input as CallInput<typeof askQuestion>;
      const event: AskEvent = { type: 'answer', answer };
      onEvent?.({ type: 'conversation', conversation: CONVERSATION });
      onEvent?.(event);
      return event;
    });
  const store = new JingchatStore(api);
  render(
    <JingchatPage
      store={store}
      lookups={LOOKUPS}
      editFilter={editFilter}
      conversation={undefined}
      onOpen={(id) => opened.push(id)}
    />,
  );
  return { api, store, opened, user: userEvent.setup() };
}
const box = () => screen.getByRole('textbox', { name: '问题' });
const asked = (api: FakeApi) => api.callsOf(askQuestion) as { question: string }[];

describe('the field of questions', () => {
  test('asks by Enter, begins a line by Shift+Enter, and brings the last question back by ↑', async () => {
    const { api, user } = open();
    await user.type(box(), '北京的企业{Shift>}{Enter}{/Shift}有哪些{Enter}');
    expect(asked(api).map(({ question }) => question)).toEqual(['北京的企业\n有哪些']);
    expect((box() as HTMLTextAreaElement).value).toBe('');
    await user.type(box(), '{ArrowUp}');
    expect((box() as HTMLTextAreaElement).value).toBe('北京的企业\n有哪些');
  });

  test('says how many characters are too many, and asks nothing', async () => {
    const { api, user } = open();
    await user.click(box());
    await user.paste('问'.repeat(203));
    expect(screen.getByRole('alert').textContent).toBe('问题最多 200 个字，多出 3 个');
    await user.keyboard('{Enter}');
    expect(asked(api)).toEqual([]);
  });

  test('stops an answer by Escape', async () => {
    const { api, user } = open();
    api.on(askQuestion, () => new Promise<never>(() => undefined));
    await user.type(box(), '北京的企业有哪些{Enter}');
    expect(screen.getByText('理解问题').getAttribute('aria-current')).toBe('step');
    await user.keyboard('{Escape}');
    expect(screen.getByText('已停止，没有回答')).toBeTruthy();
  });
});

describe('an answer', () => {
  const ask = async (answer: Answer) => {
    const world = open(answer);
    await world.user.click(await screen.findByRole('button', { name: '北京的企业有哪些' }));
    return world;
  };

  test('is read out in its sentence, and its records lead to their pages', async () => {
    await ask(answerOf());
    const link = await screen.findByRole('link', { name: '海马机器人' });
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('符合条件的企业共 1 家。');
    expect(link.getAttribute('href')).toBe('#/insight/InsightCompany/3');
    expect(screen.getByText('数据截至 2026-11-21 12:00（北京时间）')).toBeTruthy();
  });

  test('shows its conditions, opens the list of them, and goes on without one', async () => {
    const { api, user } = await ask(answerOf());
    const list = screen.getByRole('link', { name: '在列表中打开、导出 ›' });
    expect(list.getAttribute('href')).toContain('#/data/InsightCompany?f=');
    await user.click(screen.getByRole('button', { name: '去掉条件：运营状态 已关闭' }));
    expect(asked(api).at(-1)).toEqual({
      question: '去掉“运营状态 已关闭”',
      conversation: '7',
      edit: { of: '1', without: 1 },
    });
  });

  test('goes on with another condition, with none, and with another choice for its shape', async () => {
    const { api, user } = await ask(answerOf());
    await user.click(screen.getByRole('button', { name: '所在地区 北京' }));
    const beijing = { field: 'region', op: 'in', value: ['110000'] };
    await user.click(
      screen.getByRole('button', { name: `已打开 ${JSON.stringify({ filter: beijing, at: beijing })}` }),
    );
    const edits = () => asked(api).at(-1);
    // Each answer has the same parts.
    const first = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement;
    expect(edits()).toMatchObject({ question: '条件改为“上海”', edit: { of: '1', filter: SHANGHAI } });
    await user.click(first('编辑全部条件'));
    await user.click(screen.getByRole('button', { name: /^已打开/u }));
    expect(edits()).toMatchObject({ edit: { of: '1', filter: null } });
    await user.click(first('前 10 家'));
    await user.click(await screen.findByRole('menuitem', { name: '前 5 家' }));
    expect(edits()).toMatchObject({
      question: '改为“前 5 家”',
      edit: { of: '1', shape: { at: 0, choice: '前 5 家' } },
    });
  });

  test('is gone on from by one press', async () => {
    const { api, user } = await ask(answerOf());
    await user.click(within(screen.getByRole('list', { name: '接着问' })).getByRole('button', { name: '按行业分组' }));
    expect(asked(api).at(-1)).toMatchObject({ question: '按行业分组', edit: { of: '1', next: '按行业分组' } });
  });

  test('that is a question back takes the choice', async () => {
    const content = { kind: 'ask' as const, question: '“A轮”指哪一项？', choices: ['最新轮次', '目标轮次'] };
    const { api, user } = await ask(answerOf({ content, next: [] }));
    await user.click(screen.getByRole('button', { name: '目标轮次' }));
    expect(asked(api).at(-1)).toMatchObject({ edit: { of: '1', choose: '目标轮次' } });
  });

  test('names the words that were not understood, and what can be asked', async () => {
    const content = {
      kind: 'declined' as const,
      reason: '有的词没有理解，因此没有查询',
      unknown: ['饕餮'],
      instead: ['上海的企业有哪些'],
    };
    const { api, user } = await ask(answerOf({ content, next: [], asOf: null }));
    expect(screen.getByText('饕餮').tagName).toBe('MARK');
    await user.click(screen.getByRole('button', { name: '上海的企业有哪些' }));
    expect(asked(api).at(-1)).toEqual({ question: '上海的企业有哪些', conversation: '7' });
  });

  test('marks in the question what each word was taken for, and what was not understood', async () => {
    const pieces = [
      { text: '北京', takenFor: '“所在地区”的选项“北京市”' },
      { text: '的' },
      { text: '饕餮', isUnknown: true as const },
    ];
    await ask(answerOf({ pieces }));
    const question = await screen.findByRole('heading', { name: /饕餮/u });
    const place = within(question).getByRole('button', { name: '北京' });
    const described = document.getElementById(place.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('理解为：“所在地区”的选项“北京市”');
    expect(within(question).getByText('饕餮').textContent).toBe('饕餮（未理解）');
    expect(within(question).getAllByRole('button')).toHaveLength(1);
  });

  test('by groups is a picture, with its table behind a button', async () => {
    const { user } = await ask(answerOf({ content: GROUPS }));
    expect((await screen.findByRole('img')).getAttribute('aria-label')).toContain('2025年最多；最近的数据尚不完整');
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(screen.getByRole('button', { name: '查看数据' }));
    const lines = within(screen.getByRole('table')).getAllByRole('row');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '成立时间数量',
      '2024年1 家',
      '2025年3 家',
      '2026年数据尚不完整2 家',
    ]);
    expect(screen.getByRole('button', { name: '复制表格' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '查看图表' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('offers the model where the installation has one, says that data is sent there, and asks it by a press', async () => {
    const { api, user } = open(answerOf({ canAskModel: true }));
    await user.type(box(), '北京的企业{Enter}');
    expect(await screen.findByText('问题和查到的数据会发送到本站配置的模型服务')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '让模型试试' }));
    expect(asked(api).at(-1)).toMatchObject({ question: '北京的企业有哪些', edit: { of: '1', model: true } });
  });

  test('offers no model where there is none', async () => {
    const { user } = open();
    await user.type(box(), '北京的企业{Enter}');
    await screen.findAllByText('符合条件的企业共 1 家。');
    expect(screen.queryByRole('button', { name: '让模型试试' })).toBeNull();
  });

  test('of nothing offers to leave out the condition that empties it', async () => {
    const content = { kind: 'list' as const, sentence: '没有符合条件的企业。', columns: [], rows: [] };
    const emptied = [{ at: 1, text: '运营状态 已关闭', total: 12 }];
    const { api, user } = await ask(answerOf({ content, emptied, next: [] }));
    await user.click(screen.getByRole('button', { name: '去掉“运营状态 已关闭”有 12 家' }));
    expect(asked(api).at(-1)).toMatchObject({ edit: { of: '1', without: 1 } });
  });

  test('that failed names the stage and can be tried again', async () => {
    const content = { kind: 'failed' as const, stage: 'query' as const, message: '服务暂不可用，请稍后重试' };
    const { api, user } = await ask(answerOf({ content, next: [], asOf: null }));
    expect(screen.getByRole('alert').textContent).toBe('“查询数据”没有完成：服务暂不可用，请稍后重试');
    api.on(answerAgain, () => answerOf());
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('link', { name: '海马机器人' })).toBeTruthy();
  });
});

describe('a conversation of the list', () => {
  const act = async (label: string) => {
    const world = open();
    await world.user.click(await screen.findByRole('button', { name: '“北京的企业”的操作' }));
    await world.user.click(await screen.findByRole('menuitem', { name: label }));
    return world;
  };

  test('is renamed', async () => {
    const { user } = await act('重命名');
    const field = await screen.findByRole('textbox', { name: '名称' });
    await user.clear(field);
    await user.type(field, '首都的企业');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByRole('button', { name: '首都的企业' })).toBeTruthy();
  });

  test('is removed, and offered to be restored', async () => {
    await act('删除');
    expect(await screen.findByText(/^已删除“北京的企业”/)).toBeTruthy();
    expect(screen.getByRole('button', { name: '恢复' })).toBeTruthy();
  });
});
