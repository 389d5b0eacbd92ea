// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { withoutRepeatedCards } from '#client/features/chat/conversation/exchange-events.ts';
import { contentOf, shownMessage, shownMessages } from '#tests/support/chat/chat-dialog.ts';

const { phoneRequest, phoneAgreed, exchangeResult } = MESSAGE_TYPES;
const of = (seq: number, type: number, state: 'agreed' | 'declined' = 'agreed') =>
  shownMessage(seq, { type: type as typeof phoneRequest, content: contentOf(type as typeof phoneRequest, state) });
const rows = (...messages: Parameters<typeof withoutRepeatedCards>[0]) =>
  withoutRepeatedCards(messages, (result) => ({ ...result, isEvent: true })).map(({ key, isEvent }) =>
    isEvent ? `${key} line` : key,
  );

describe('an exchange', () => {
  test('has one card: the agreement is left out and the result is one line', () => {
    expect(rows(of(1, phoneRequest), shownMessage(2), of(3, phoneAgreed), of(4, exchangeResult))).toEqual([
      'seq-1',
      'seq-2',
      'seq-4 line',
    ]);
    expect(rows(of(1, phoneRequest), of(2, exchangeResult, 'declined'))).toEqual(['seq-1', 'seq-2 line']);
  });

  test('whose request is out of sight, or not loaded, has its card at the result', () => {
    expect(rows(of(1, phoneRequest), ...shownMessages(2, 14), of(15, exchangeResult)).at(-1)).toBe('seq-15');
    expect(rows(of(2, phoneAgreed), of(3, exchangeResult))).toEqual(['seq-3']);
  });

  test('whose result has not come keeps its agreement; what was recalled or cannot be read stays as it is', () => {
    expect(rows(of(1, phoneRequest), of(2, phoneAgreed))).toEqual(['seq-1', 'seq-2']);
    const broken = shownMessage(2, { type: phoneAgreed, content: '{' });
    const recalled = shownMessage(3, { type: exchangeResult, content: '', beBack: true });
    expect(rows(of(1, phoneRequest), broken, recalled)).toEqual(['seq-1', 'seq-2', 'seq-3']);
  });
});
