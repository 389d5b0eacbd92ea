import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openedRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const COMPANY = { ccid: '7', name: '示例企业', logo: null, brief: '做配送机器人' };
const WHY = '交换手机号：双方互相回复后才能交换';

/** A conversation with a user who has not answered yet. */
async function openTalk() {
  const opened = await openedRoom({ header: { companies: [COMPANY] }, standing: { bothTalked: false } });
  opened.room.selectUser('2');
  await waitFor(() => expect(opened.room.header?.eligibility).toBeDefined());
  const tool = await screen.findByRole('button', { name: '交换手机号' });
  return { ...opened, tool };
}
const tab = (name: string) => screen.getByRole('tab', { name });

describe('in a conversation', () => {
  // First of all, as jsdom forgets no focus of an earlier page when it judges whether one is visible.
  test('a tool says why it is off while it has the focus; Escape takes the words away and leaves the room', async () => {
    const { tool, user, onClose } = await openTalk();
    expect(screen.queryByRole('tooltip')).toBeNull();
    const words = document.getElementById(tool.getAttribute('aria-describedby') ?? '');
    expect(words?.textContent).toBe(WHY);
    for (let steps = 0; steps < 30 && document.activeElement !== tool; steps += 1) await user.tab();
    expect((await screen.findByRole('tooltip')).textContent).toBe(WHY);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('arrows lead from tab to tab and round the ends, and only Enter chooses', async () => {
    const { room, user } = await openTalk();
    tab('聊天').focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(tab('示例企业'));
    expect(room.tab).toBe('chat');
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(tab('聊天'));
    await user.keyboard('{End}{Enter}');
    expect(room.tab).toBe('7');
    await waitFor(() => expect(tab('示例企业').getAttribute('aria-selected')).toBe('true'));
    expect([tab('聊天'), tab('示例企业')].map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  });

  test('a touch on a tool that is off says why, for a moment longer than it lasts', async () => {
    const { tool } = await openTalk();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const finger = { pointerType: 'touch' };
    fireEvent.pointerEnter(tool.parentElement as Element, finger);
    fireEvent.pointerLeave(tool.parentElement as Element, finger);
    expect(screen.getByRole('tooltip').textContent).toBe(WHY);
    act(() => void vi.advanceTimersByTime(1500));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });
});
