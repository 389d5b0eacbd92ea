import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSubscriptions, readAlertTarget } from '#schemas/generated/api/alerts.ts';
import { readProfile } from '#schemas/generated/api/session.ts';
import { createView } from '#schemas/generated/api/views.ts';
import { AnswerSubscribe } from '#client/app/screens/answer-subscribe.tsx';
import { buildStores } from '#client/app/base/stores.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { answerOf, GROUPS } from '#tests/ui/jingchat/answers.ts';
import { silentEvents } from './app-world.tsx';

let api: FakeApi;
let stores: ReturnType<typeof buildStores>;
afterEach(cleanup);
beforeEach(async () => {
  openScreen();
  const settings = { mail: true, hour: 9, quietFrom: 22, quietTo: 8, weekends: true };
  api = new FakeApi()
    .on(readProfile, () => FOUNDER_PROFILE)
    .on(listSubscriptions, () => ({ list: [], limit: 50, settings, hasMail: false, hasWebhook: false }))
    .on(createView, ({ body }) => ({
      ...body,
      id: '9',
      ownerName: '',
      isMine: true,
      isEditable: true,
      isDefault: false,
      version: 1,
      updatedAt: '',
    }))
    .on(readAlertTarget, () => ({
      name: '北京的企业有哪些',
      fields: [],
      related: [],
      usual: ['entered' as const],
      hasBelow: false,
      refused: null,
      subscription: null,
      hasMail: false,
      hasWebhook: false,
    }));
  stores = buildStores(api, silentEvents());
  await stores.session.load();
});

describe('an answer of the assistant', () => {
  it('is kept as a view with its conditions before it is subscribed to', async () => {
    render(<AnswerSubscribe answer={answerOf()} stores={stores} />);
    fireEvent.click(screen.getByRole('button', { name: '订阅' }));
    const naming = await screen.findByRole('dialog', { name: '保存为视图并订阅' });
    fireEvent.click(within(naming).getByRole('button', { name: '下一步' }));
    expect(await screen.findByRole('dialog', { name: '订阅视图“北京的企业有哪些”' })).toBeDefined();
    expect(api.callsOf(createView)).toEqual([
      {
        objectApiName: 'InsightCompany',
        name: '北京的企业有哪些',
        state: "?f=['region','in',['110000']]",
        sharing: 'private',
      },
    ]);
  });

  it('of records by name sends the user to the button of their pages', () => {
    const row = { id: '3', name: '海马机器人' };
    const record = { kind: 'record' as const, sentence: '', name: row.name, columns: ['name'], row };
    const comparison = { kind: 'comparison' as const, sentence: '', columns: ['name'], rows: [row], differing: [] };
    for (const content of [record, comparison]) {
      render(<AnswerSubscribe answer={answerOf({ content })} stores={stores} />);
      fireEvent.click(screen.getByRole('button', { name: '订阅' }));
      expect(screen.getByRole('status').textContent).toContain('详情页点“订阅”');
      cleanup();
    }
  });

  it('of groups and of what no list says gives the reason instead', () => {
    render(<AnswerSubscribe answer={answerOf({ content: GROUPS })} stores={stores} />);
    fireEvent.click(screen.getByRole('button', { name: '订阅' }));
    expect(screen.getByRole('status').textContent).toContain('分组统计不能订阅');
    cleanup();
    const { listHref: _listHref, ...plan } = answerOf().plan ?? {
      objectApiName: '',
      label: '',
      measureWord: '',
      parts: [],
      shape: [],
    };
    render(<AnswerSubscribe answer={answerOf({ plan })} stores={stores} />);
    fireEvent.click(screen.getByRole('button', { name: '订阅' }));
    expect(screen.getByRole('status').textContent).toContain('列表还不能表达');
    expect(api.callsOf(createView)).toEqual([]);
  });
});
