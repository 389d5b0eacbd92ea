import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contactButton } from '#schemas/api/contacts.ts';
import { readObject } from '#schemas/api/metadata.ts';
import { readPlan } from '#schemas/api/plans.ts';
import { readRecord } from '#schemas/api/records.ts';
import { FREE } from '#tests/support/contacts/contact-button.ts';
import { row } from '#tests/support/ui/fake-api.ts';
import { sampleObject } from '#tests/support/metadata/sample-object.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { closeApp, openApp, server } from './app-world.tsx';

beforeEach(() => openScreen());
afterEach(closeApp);

const COMPANY = {
  ...sampleObject([{ apiName: 'name', type: 'text', label: '名称' }]),
  apiName: 'InsightCompany',
  party: { kind: 'company' as const },
};
const PLAN = {
  hasBp: false,
  restricted: false,
  sentOnly: false,
  state: 'none' as const,
  expiresAt: null,
  mayRequest: false,
  needsVip: false,
  isUnfit: false,
  isMember: false,
};

/** The page of a company that has a contact and a plan, or one of them, or neither. */
async function open({ hasContact = false, hasBp = false }) {
  const api = server(FOUNDER_PROFILE)
    .on(readObject, () => COMPANY)
    .on(readRecord, () => ({ record: row({ id: '1', name: '示例企业1' }), locked: [], editable: false }))
    .on(contactButton, () => (hasContact ? FREE : { ...FREE, contactUid: null, decision: 'none' as const }))
    .on(readPlan, () => ({ ...PLAN, hasBp }));
  await openApp('/insight/InsightCompany/1', api);
  await screen.findByRole('heading', { level: 1, name: '示例企业1' });
  await waitFor(() => expect(api.callsOf(readPlan).length).toBe(1));
}

describe('the place of the people behind a record', () => {
  test('is left out where there is no contact and nothing to ask for', async () => {
    await open({});
    await waitFor(() => expect(screen.queryByRole('region', { name: '联系人' })).toBeNull());
  });

  test.each([{ hasContact: true }, { hasBp: true }])('is there with a contact or a plan: %o', async (has) => {
    await open(has);
    expect(await screen.findByText(has.hasBp ? '商业计划书' : '查看联系方式')).toBeTruthy();
    expect(screen.getByRole('region', { name: '联系人' })).toBeTruthy();
  });
});
