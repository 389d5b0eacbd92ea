import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readChatSettings } from '#schemas/api/chat-settings.ts';
import { refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { openedRoom } from './room-world.tsx';

beforeEach(() => openScreen());
afterEach(cleanup);

const SETTINGS = { autoReply: false, autoReplyText: '', disturb: true };

describe('a room that is to be quiet', () => {
  test('shows what is unread without calling for attention, and asks again whenever it opens', async () => {
    const { api, room } = await openedRoom();
    const column = within(await screen.findByRole('region', { name: '联系人' }));
    const badge = () => column.getByText('3条未读').parentElement?.dataset['quiet'];
    expect(badge()).toBeUndefined();
    api.on(readChatSettings, () => SETTINGS);
    await room.doNotDisturb.load();
    await waitFor(() => expect(badge()).toBe('true'));
    api.on(readChatSettings, () => ({ ...SETTINGS, disturb: false }));
    runInAction(() => {
      room.close();
      room.open();
    });
    await waitFor(() => expect(room.doNotDisturb.isOn).toBe(false));
  });

  test('stays so where that cannot be learnt, and is forgotten with the session', async () => {
    const { api, room } = await openedRoom();
    api.on(readChatSettings, () => SETTINGS);
    await room.doNotDisturb.load();
    api.on(readChatSettings, () => {
      throw refusal('UNAVAILABLE');
    });
    await room.doNotDisturb.load();
    expect(room.doNotDisturb.isOn).toBe(true);
    room.stop();
    expect(room.doNotDisturb.isOn).toBe(false);
  });
});
