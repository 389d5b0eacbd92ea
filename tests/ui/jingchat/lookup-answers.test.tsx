import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Edit } from '#schemas/api/jingchat.ts';
import { AnswerView } from '#client/features/jingchat/answer-view.tsx';
import { openScreen } from '#tests/support/ui/screen.ts';
import { answerOf } from './answers.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const LOOKUPS = { label: (_: unknown, value: string) => value, path: () => [], listView: () => undefined };

/** An answer without a query of its own, unless a test gives one. */
function show(more: Partial<Answer>) {
  const { plan: _plan, ...rest } = answerOf({ next: [], asOf: null });
  const asked: (readonly [string, Edit | undefined])[] = [];
  render(
    <AnswerView
      answer={{ ...rest, ...more }}
      lookups={LOOKUPS}
      isBusy={false}
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
