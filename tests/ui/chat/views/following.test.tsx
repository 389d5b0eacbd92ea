import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MESSAGE_TYPES } from '#schemas/api/chat.ts';
import { MessageList } from '#client/features/chat/conversation/message-list.tsx';
import {
  FakeDialog,
  pictureContent,
  shownMessage,
  shownMessages,
  waitingMessage,
} from '#tests/support/chat/chat-dialog.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { TestClock } from '#tests/support/ui/test-clock.ts';

/** Of the list, 900 pixels of which are on screen. */
const HEIGHT = 5000;
const END = HEIGHT - 900;
/** The view was moved to the end. Smaller moves, by what rows measure where nothing has a size, are not counted. */
const scrolled = vi.fn<() => void>();

beforeEach(() => {
  openScreen();
  scrolled.mockClear();
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(HEIGHT);
  Object.defineProperty(HTMLElement.prototype, 'scrollTo', {
    value: ({ top }: { top: number }) => top === END && scrolled(),
    configurable: true,
  });
});
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

/** A conversation that is scrolled to its end, or to another place. */
async function open(top = END) {
  const dialog = new FakeDialog(shownMessages(1, 5));
  const clock = new TestClock();
  const { container } = render(<MessageList dialog={dialog} actions={actions} clock={clock} />);
  const scroller = container.querySelector('.chat-scroll') as HTMLElement;
  scroller.scrollTop = top;
  await act(async () => fireEvent.scroll(scroller));
  scrolled.mockClear();
  return { dialog, clock, container };
}

describe('a message of the other', () => {
  test('moves the view 200 milliseconds later where it was at the bottom', async () => {
    const { dialog, clock } = await open();
    await act(async () => dialog.receive(shownMessage(6)));
    await act(() => clock.pass(199));
    expect(scrolled).not.toHaveBeenCalled();
    await act(() => clock.pass(1));
    expect(scrolled).toHaveBeenCalled();
  });

  test('moves nothing where the person reads further up', async () => {
    const { dialog, clock } = await open(1000);
    await act(async () => dialog.receive(shownMessage(6)));
    await act(() => clock.pass(10_000));
    expect(scrolled).not.toHaveBeenCalled();
  });

  test('is followed only once its picture or the logo of its card has come or failed', async () => {
    const logo = `/files/public/${'0'.repeat(32)}`;
    const card = JSON.stringify({ ccid: '1', name: '示例', logo, brief: '', hasBp: false });
    for (const [type, content, event] of [
      [MESSAGE_TYPES.picture, pictureContent(1), 'load'],
      [MESSAGE_TYPES.project, card, 'error'],
    ] as const) {
      const { dialog, clock, container } = await open();
      vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
      await act(async () => dialog.receive(shownMessage(6, { type, content })));
      await act(() => clock.pass(1000));
      expect(scrolled).not.toHaveBeenCalled();
      await act(async () => fireEvent[event](container.querySelector('img') as Element));
      expect(scrolled).toHaveBeenCalled();
      cleanup();
    }
  });
});

test('a message of one’s own leads to the end at once, wherever one reads', async () => {
  const { dialog } = await open(1000);
  await act(async () => dialog.receive(waitingMessage('在吗')));
  expect(scrolled).toHaveBeenCalled();
});
