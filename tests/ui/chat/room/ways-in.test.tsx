import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contactButton, type ContactButton, contactNum } from '#schemas/api/contacts.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { ContactPanel } from '#client/features/contacts/contact-panel.tsx';
import { ContactPanelStore } from '#client/features/contacts/contact-panel-store.ts';
import { CONTACT_PATHS, FOUNDER, FREE, INVESTOR } from '#tests/support/contacts/contact-button.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

/** The contact on a page, as one person sees it. */
async function open(button: ContactButton, viewer: Actor, left = 1) {
  const api = new FakeApi()
    .on(contactButton, () => button)
    .on(contactNum, () => ({ popupStatus: left > 0 ? 0 : 1, popupIdentity: 0, buyOrChatted: false, num: left }));
  const onWrite = vi.fn<(uid: string) => void>();
  const onDeliver = vi.fn<(uid: string) => void>();
  const store = new ContactPanelStore(api, { objectApiName: 'InsightInvestor', id: '7' }, viewer);
  render(<ContactPanel store={store} paths={CONTACT_PATHS} talk={{ onWrite, onDeliver }} />);
  await waitFor(() => expect(store.button).toBeDefined());
  return { api, onWrite, onDeliver, user: userEvent.setup() };
}

describe('the way from a page into a conversation', () => {
  test('is there for a user who may write, whatever seeing the contact costs', async () => {
    for (const decision of ['open', 'free', 'buy', 'topUp'] as const) {
      const { onWrite, user } = await open({ ...FREE, decision }, INVESTOR);
      await user.click(await screen.findByRole('button', { name: '私信' }));
      expect(onWrite).toHaveBeenCalledWith('9');
      cleanup();
    }
  });

  test('asks for a founder’s quota first, and the dialog says when it has run out', async () => {
    const some = await open(FREE, FOUNDER);
    await some.user.click(await screen.findByRole('button', { name: '投递BP' }));
    await waitFor(() => expect(some.onDeliver).toHaveBeenCalledWith('9'));
    expect(some.api.callsOf(contactNum)).toHaveLength(1);
    cleanup();
    const none = await open(FREE, FOUNDER, 0);
    await none.user.click(await screen.findByRole('button', { name: '私信' }));
    expect(await screen.findByText('尊敬的创业者，您今日与投资人的沟通次数已用完，请明日再试')).toBeDefined();
    expect(none.onWrite).not.toHaveBeenCalled();
  });

  test('does nothing and says nothing where the quota cannot be learnt', async () => {
    const { api, onWrite, user } = await open(FREE, FOUNDER);
    api.on(contactNum, () => {
      throw new Error('nothing can be learnt');
    });
    await user.click(await screen.findByRole('button', { name: '私信' }));
    await waitFor(() => expect(screen.getByRole('button', { name: '私信' })).toHaveProperty('disabled', false));
    expect(onWrite).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
