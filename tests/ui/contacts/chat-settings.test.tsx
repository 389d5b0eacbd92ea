import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatSettings, readChatSettings, saveChatSettings } from '#schemas/api/chat-settings.ts';
import { ChatSettingsCard } from '#client/features/contacts/chat-settings.tsx';
import { ChatSettingsStore } from '#client/features/contacts/chat-settings-store.ts';
import { FakeApi, refusal } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const NOTHING_SET: ChatSettings = { autoReply: false, autoReplyText: '', disturb: false };

function open() {
  const api = new FakeApi().on(readChatSettings, () => NOTHING_SET);
  api.on(saveChatSettings, ({ body }) => ({ ...NOTHING_SET, ...body }));
  let asked = 0;
  const store = new ChatSettingsStore(api, () => (asked += 1));
  render(<ChatSettingsCard store={store} />);
  return { api, user: userEvent.setup(), timesAsked: () => asked };
}

describe('the settings of all conversations', () => {
  test('reply to strangers by a text that is saved with its switch', async () => {
    const { api, user } = open();
    await user.type(await screen.findByLabelText('自动回复内容'), ' 周五前回复 ');
    expect(screen.getByText(/（5\/200）/)).toBeDefined();
    await user.click(screen.getByRole('switch', { name: '自动回复' }));
    expect(api.callsOf(saveChatSettings)).toEqual([{ autoReply: true, autoReplyText: '周五前回复' }]);
    expect(await screen.findByText('已开启自动回复')).toBeDefined();
    expect(screen.getByRole('switch', { name: '自动回复' })).toHaveProperty('checked', true);
    expect(screen.getByRole('button', { name: '保存自动回复' })).toHaveProperty('disabled', true);
    await user.type(screen.getByLabelText('自动回复内容'), '，谢谢');
    await user.click(screen.getByRole('button', { name: '保存自动回复' }));
    expect(await screen.findByText('自动回复已保存')).toBeDefined();
    expect(api.callsOf(saveChatSettings).at(-1)).toEqual({ autoReplyText: '周五前回复，谢谢' });
  });

  test('keep a reply that is refused as it was typed, say why at the field, and leave it off', async () => {
    const { api, user } = open();
    const message = '自动回复中请勿填写手机号或微信号';
    api.on(saveChatSettings, () => {
      throw refusal('INVALID_BODY', { errors: [{ field: 'autoReplyText', message }] });
    });
    const text = await screen.findByLabelText('自动回复内容');
    await user.type(text, '13800000000');
    await user.click(screen.getByRole('switch', { name: '自动回复' }));
    expect(await screen.findByText(message)).toBeDefined();
    expect(text).toHaveProperty('value', '13800000000');
    expect(text.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('switch', { name: '自动回复' })).toHaveProperty('checked', false);
  });

  test('make all conversations quiet, and have what is unread counted again', async () => {
    const { api, user, timesAsked } = open();
    await user.click(await screen.findByRole('switch', { name: '私信免打扰' }));
    expect(api.callsOf(saveChatSettings)).toEqual([{ disturb: true }]);
    expect(await screen.findByText('已开启免打扰')).toBeDefined();
    expect(timesAsked()).toBe(1);
  });

  test('say so when they cannot be loaded, and load on another press', async () => {
    const api = new FakeApi().on(readChatSettings, () => {
      throw refusal('UNAVAILABLE');
    });
    render(<ChatSettingsCard store={new ChatSettingsStore(api, () => undefined)} />);
    const again = await screen.findByRole('button', { name: '重试' });
    api.on(readChatSettings, () => NOTHING_SET);
    await userEvent.click(again);
    expect(await screen.findByRole('switch', { name: '私信免打扰' })).toBeDefined();
  });
});
