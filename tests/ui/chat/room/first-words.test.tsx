import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { switchDisturbing } from '#schemas/api/chat.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { INVESTOR } from '#tests/support/chat/chat-user.ts';
import { openedRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

test.each([
  [['START_UP'], 'founderGreeting'],
  [['START_UP', 'LP'], 'investorGreeting'],
  [[], 'memberGreeting'],
])(
  'a conversation without messages offers the greetings of the user’s side (%o), to be changed before they are sent',
  async (roles, set) => {
    const { room, user } = await openedRoom({ roles });
    room.selectUser('2');
    await user.click(await screen.findByRole('button', { name: `${set}：您好` }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '消息内容' });
    expect([field.value, document.activeElement]).toEqual([`${set}：您好`, field]);
    expect(screen.queryByRole('list', { name: '打招呼用语' })).toBeNull();
    expect(screen.queryByText('停用的话')).toBeNull();
  },
);

test('a conversation with a blocked user says so, and the block can be taken back there', async () => {
  const { api, room, user } = await openedRoom({ users: [{ ...INVESTOR, screen: true }] });
  api.on(switchDisturbing, () => ({ SCREEN: 0 as const }));
  room.selectUser('2');
  await screen.findByText(/您已屏蔽对方，双方不能互发消息/);
  await user.click(screen.getByRole('button', { name: '取消屏蔽' }));
  await waitFor(() => expect(screen.queryByText(/您已屏蔽对方/)).toBeNull());
});
