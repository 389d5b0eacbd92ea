import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judgeAnswer, readWrongReasons } from '#schemas/generated/api/jingchat-learning.ts';
import { AnswerFeedback } from '#client/features/jingchat/answer-feedback.tsx';
import { JingchatStore } from '#client/features/jingchat/jingchat-store.ts';
import { Turn } from '#client/features/jingchat/turn.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { answerOf } from './answers.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

function open(judge: () => null = () => null) {
  const api = new FakeApi()
    .on(judgeAnswer, judge)
    .on(readWrongReasons, () => ({ list: [{ value: 'condition', label: '条件不对' }] }));
  const turn = new Turn('北京的企业有哪些');
  turn.take(answerOf());
  render(<AnswerFeedback turn={turn} store={new JingchatStore(api)} />);
  return { api, user: userEvent.setup() };
}
const button = (name: RegExp) => screen.getByRole('button', { name });

describe('what is said of an answer', () => {
  test('is sent by one press, and taken back by a second', async () => {
    const { api, user } = open();
    await user.click(button(/有用/));
    expect(button(/有用/).getAttribute('aria-pressed')).toBe('true');
    await user.click(button(/有用/));
    expect(button(/有用/).getAttribute('aria-pressed')).toBe('false');
    expect(api.callsOf(judgeAnswer)).toEqual([{ verdict: 'useful' }, { verdict: null }]);
  });

  test('is explained by a reason and a line where the answer is wrong', async () => {
    const { api, user } = open();
    await user.click(button(/不对/));
    await user.selectOptions(await screen.findByRole('combobox', { name: '原因（选填）' }), '条件不对');
    await user.type(screen.getByRole('textbox', { name: '说明（选填）' }), '少了分公司');
    await user.click(button(/提交/));
    expect(api.callsOf(judgeAnswer).at(-1)).toEqual({ verdict: 'wrong', reason: 'condition', remark: '少了分公司' });
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText(/已反馈/)).toBeDefined();
  });

  test('that could not be kept is not shown as kept', async () => {
    const { user } = open(() => {
      throw refusal('UNAVAILABLE');
    });
    await user.click(button(/有用/));
    expect(screen.getByRole('alert').textContent).not.toBe('');
    expect(button(/有用/).getAttribute('aria-pressed')).toBe('false');
  });
});
