import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contactButton } from '#schemas/api/contacts.ts';
import type { Actor } from '#shared/policy/actor.ts';
import { ContactPanel } from '#client/features/contacts/contact-panel.tsx';
import { ContactPanelStore } from '#client/features/contacts/contact-panel-store.ts';
import { CONTACT_PATHS, FREE, INVESTOR } from '#tests/support/contacts/contact-button.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

const MEMBER: Actor = { id: '1', name: '示例新用户', roles: [], vipType: 0 };

test.each([
  ['who shows his values', FREE, INVESTOR, true],
  [
    'who hides all of them, as phone and WeChat can still be exchanged',
    { ...FREE, decision: 'closed' },
    INVESTOR,
    true,
  ],
  ['not by a user who must certify first', { ...FREE, decision: 'certify' }, MEMBER, false],
  ['not of one who hides everything by a user who must certify', { ...FREE, decision: 'closed' }, MEMBER, false],
  ['not where there is no contact', { ...FREE, decision: 'none', contactUid: null, type: -2 }, INVESTOR, false],
  ['not by himself', { ...FREE, decision: 'open', contactUid: '1' }, INVESTOR, false],
] as const)('the contact of a record can be written to: %s', async (_who, button, viewer, offers) => {
  const api = new FakeApi().on(contactButton, () => button);
  const store = new ContactPanelStore(api, { objectApiName: 'InsightCompany', id: '7' }, viewer);
  const written: string[] = [];
  render(<ContactPanel store={store} paths={CONTACT_PATHS} talk={{ onWrite: (uid) => written.push(uid) }} />);
  await waitFor(() => expect(store.button).toBeDefined());
  const write = screen.queryByRole('button', { name: '私信' });
  expect(write !== null).toBe(offers);
  if (write) await userEvent.click(write);
  expect(written).toEqual(offers ? ['9'] : []);
});
