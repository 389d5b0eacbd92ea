import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { HeaderStore } from '#client/features/chat/exchange/header-store.ts';
import { useFreshEligibility } from '#client/features/chat/exchange/use-fresh-eligibility.ts';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';
import { shownMessage } from '#tests/support/chat/chat-dialog.ts';

afterEach(cleanup);

/** A message as it is on screen once it went out by itself. */
function automatic(seq: number): ShownMessage {
  const shown = shownMessage(seq, { sent: true });
  return shown.message ? { ...shown, message: { ...shown.message, auto: true } } : shown;
}

test('the state of exchanges is asked again when the second of the two writes, who has not written by an automatic reply', () => {
  const reload = vi.fn<HeaderStore['reload']>(async () => undefined);
  const asked = [shownMessage(1), automatic(2)];
  const { rerender } = renderHook(
    (messages: readonly ShownMessage[]) => useFreshEligibility({ reload } as never, { messages, isLoading: false }),
    { initialProps: asked },
  );
  rerender([...asked, shownMessage(3)]);
  expect(reload).not.toHaveBeenCalled();
  rerender([...asked, shownMessage(3), shownMessage(4, { sent: true })]);
  expect(reload).toHaveBeenCalledOnce();
});
