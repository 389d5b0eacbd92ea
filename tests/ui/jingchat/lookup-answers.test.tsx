import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#schemas/api/jingchat.ts';
import type { Edit } from '#schemas/api/jingchat-plan.ts';
import { AnswerView } from '#client/features/jingchat/answer-view.tsx';
import { openScreen } from '#tests/support/ui/screen.ts';
import { VIEW } from '#tests/ui/records/lists.ts';
import { answerOf } from './answers.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const LOOKUPS = {
  label: (_: unknown, value: string) => (value === 'a' ? 'A轮' : value),
  path: () => [],
  listView: () => VIEW,
};

/** An answer without a query of its own, unless a test gives one. */
function show(more: Partial<Answer>) {
  const { plan: _plan, ...rest } = answerOf({ next: [], asOf: null });
  const asked: (readonly [string, Edit | undefined])[] = [];
  render(
    <AnswerView
      answer={{ ...rest, ...more }}
      lookups={LOOKUPS}
      isBusy={false}
      editFilter={() => null}
      onAsk={(question, edit) => asked.push([question, edit])}
      onRetry={() => undefined}
      onAgain={() => undefined}
    />,
  );
  return { asked, user: userEvent.setup() };
}

describe('an answer that declines', () => {
  test('says why, what to do instead, and asks another question by one press', async () => {
    const { asked, user } = show({
      content: {
        kind: 'refused',
        topic: 'advice',
        reason: '不提供建议。',
        instead: '可以按条件查询数据。',
        questions: ['上海的企业有哪些'],
      },
    });
    expect(screen.getByText('不提供建议。')).toBeTruthy();
    expect(screen.getByText('可以按条件查询数据。')).toBeTruthy();
    expect(screen.queryByText(/没有理解/)).toBeNull();
    await user.click(screen.getByRole('button', { name: '上海的企业有哪些' }));
    expect(asked).toEqual([['上海的企业有哪些', undefined]]);
  });
});

const { plan: PLAN } = answerOf();

describe('the card of a record', () => {
  test('shows its fields and leads to its page', () => {
    const [, field] = VIEW.fields;
    const row = { id: '3', name: '海马机器人', [field?.apiName ?? '']: '机器人' };
    const columns = [field?.apiName ?? ''];
    show({
      ...(PLAN && { plan: { ...PLAN, parts: [], shape: [] } }),
      content: { kind: 'record', sentence: '以下是企业“海马机器人”的主要信息。', name: '海马机器人', columns, row },
    });
    const link = within(screen.getByRole('article')).getByRole('link', { name: '海马机器人' });
    expect(link.getAttribute('href')).toBe('#/insight/InsightCompany/3');
    expect(screen.getByText(field?.label ?? '').tagName).toBe('DT');
  });
});

describe('records side by side', () => {
  test('have a column each that leads to their page, and the fields that differ are marked', () => {
    show({
      ...(PLAN && { plan: { ...PLAN, parts: [], shape: [] } }),
      content: {
        kind: 'comparison',
        sentence: '“海马机器人”与“青禾机器人”的对比如下。',
        columns: ['round', 'city'],
        rows: [
          { id: '3', name: '海马机器人', round: 'a', city: '北京' },
          { id: '4', name: '青禾机器人', round: 'a', city: '上海' },
        ],
        differing: ['city'],
      },
    });
    const table = within(screen.getByRole('table'));
    expect(table.getByRole('link', { name: '青禾机器人' }).getAttribute('href')).toBe('#/insight/InsightCompany/4');
    expect(table.getByRole('rowheader', { name: '城市（不同）' })).toBeTruthy();
    expect(table.getByRole('rowheader', { name: '最新轮次' })).toBeTruthy();
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['A轮', 'A轮', '北京', '上海']);
  });
});

describe('a question back', () => {
  test('shows three choices, and the others behind a button', async () => {
    const choices = ['甲', '乙', '丙', '丁', '戊'].map((name) => `${name}科技（企业）`);
    const { asked, user } = show({ content: { kind: 'ask', question: '“科技”指哪一个？', choices } });
    const list = within(screen.getByRole('list', { name: '请选择' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([...choices.slice(0, 3), '']);
    await user.click(list.getByRole('button', { name: '请选择：其他 2 项' }));
    await user.click(await screen.findByRole('menuitem', { name: '戊科技（企业）' }));
    expect(asked).toEqual([['戊科技（企业）', { of: '1', choose: '戊科技（企业）' }]]);
  });
});
