import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MessageList } from '#client/features/chat/conversation/message-list.tsx';
import type { ShownMessage } from '#client/features/chat/messages/shown-message.ts';
import { FakeDialog, shownMessage } from '#tests/support/chat/chat-dialog.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const nothing = () => undefined;
const actions = {
  answer: async () => undefined,
  openValues: async () => Promise.reject(new Error('无')),
  openCompany: nothing,
  openPlan: nothing,
  openCompanyPlan: nothing,
  goTo: nothing,
};

/** A message that the setting of its sender sent. */
function automatic(seq: number, change: Partial<ShownMessage> = {}): ShownMessage {
  const shown = shownMessage(seq, change);
  return { ...shown, message: { ...(shown.message as NonNullable<typeof shown.message>), auto: true } };
}

function open(messages: readonly ShownMessage[], isDoNotDisturb = false) {
  const dialog = new FakeDialog(messages);
  const clock = new TestClock();
  const { container } = render(
    <MessageList dialog={dialog} actions={actions} clock={clock} isDoNotDisturb={isDoNotDisturb} />,
  );
  return { dialog, container, spoken: () => container.querySelector('[aria-live=polite]')?.textContent };
}

describe('an automatic reply', () => {
  test('is marked beside its bubble and when it is read out, on both sides; what was written is not', () => {
    open([shownMessage(1), automatic(2, { content: '周五前回复' }), automatic(3, { sent: true, content: '在外出差' })]);
    expect(screen.getAllByText('自动回复')).toHaveLength(2);
    const labels = screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'));
    expect(labels[0]).not.toContain('自动回复');
    expect(labels[1]).toMatch(/^对方，.*，自动回复，周五前回复$/);
    expect(labels[2]).toMatch(/^我，.*，自动回复，在外出差/);
  });

  test('that was taken back has no mark', () => {
    open([automatic(1, { beBack: true, content: '' })]);
    expect(screen.queryByText('自动回复')).toBeNull();
  });
});

describe('in a room that is to be quiet', () => {
  test('what comes is not read out', () => {
    const loud = open([shownMessage(1)]);
    act(() => loud.dialog.receive(shownMessage(2)));
    expect(loud.spoken()).toContain('第2条');
    cleanup();
    const quiet = open([shownMessage(1)], true);
    act(() => quiet.dialog.receive(shownMessage(2)));
    expect(quiet.spoken()).toBe('');
  });
});
