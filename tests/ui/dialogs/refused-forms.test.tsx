import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPlan, type Plan } from '#schemas/api/plans.ts';
import type { Api } from '#client/lib/api.ts';
import { PlanBlock } from '#client/features/contacts/plan-block.tsx';
import { PlanStore } from '#client/features/contacts/plan-store.ts';
import { NewOptionSetDialog } from '#client/features/metadata/options/option-set-dialog.tsx';
import { OptionSetListStore } from '#client/features/metadata/options/option-set-list-store.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { SavedViewsStore } from '#client/features/records/views/saved-views-store.ts';
import { ViewDialog, type ViewQuestion } from '#client/features/records/views/view-dialogs.tsx';
import { FakeApi } from '#tests/support/ui/fake-api.ts';
import { openScreen } from '#tests/support/ui/screen.ts';
import { savedView } from '#tests/ui/records/fake-views.ts';

beforeEach(() => openScreen());
afterEach(cleanup);

interface Form {
  readonly name: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly submit: string;
  /** A button that opens the dialog, where it is not open at once. */
  readonly opener?: string;
  readonly of: (api: Api, onClose: () => void) => ReactNode;
}

const viewDialog = (question: ViewQuestion) => (api: Api, onClose: () => void) => (
  <ViewDialog
    views={new SavedViewsStore(api, () => false)}
    objectApiName="InsightCompany"
    state={DEFAULT_LIST_STATE}
    proposedName={() => ''}
    onChange={onClose}
    onToast={onClose}
    question={question}
    onClose={onClose}
  />
);

const FORMS: readonly Form[] = [
  { name: 'a new view', typed: { 视图名称: '芯片' }, submit: '保存', of: viewDialog({ kind: 'create' }) },
  {
    name: 'another name of a view',
    typed: { 视图名称: '芯片' },
    submit: '保存',
    of: viewDialog({ kind: 'rename', view: savedView({ id: '7', name: '' }) }),
  },
  {
    name: 'a new option set',
    typed: { '名称 *': '融资轮次', '标识 *': 'round' },
    submit: '新建',
    of: (api, onClose) => <NewOptionSetDialog store={new OptionSetListStore(api)} onClose={onClose} />,
  },
  {
    name: 'the request for a plan',
    typed: { 附言: '希望了解贵司' },
    submit: '提交申请',
    opener: '索要BP',
    of: (api, onClose) => (
      <PlanBlock store={new PlanStore(api, '7')} isInvestor settingsPath="" onUpgrade={onClose} onAsked={onClose} />
    ),
  },
];

const PLAN: Plan = {
  hasBp: true,
  restricted: true,
  sentOnly: false,
  expiresAt: null,
  state: 'none',
  mayRequest: true,
  needsVip: false,
  isUnfit: false,
  isMember: false,
};

test.each(FORMS)('$name stays open with what was typed, and says why it was refused', async (form) => {
  // Whatever is not answered here is refused.
  const api = new FakeApi().on(readPlan, () => PLAN);
  const onClose = vi.fn<() => void>();
  const user = userEvent.setup();
  render(<MemoryRouter>{form.of(api, onClose)}</MemoryRouter>);
  if (form.opener !== undefined) await user.click(await screen.findByRole('button', { name: form.opener }));
  for (const [label, text] of Object.entries(form.typed)) await user.type(await screen.findByLabelText(label), text);
  const before = api.calls.length;
  await user.click(screen.getByRole('button', { name: form.submit }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(api.calls).toHaveLength(before + 1);
  for (const [label, text] of Object.entries(form.typed)) {
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(text);
  }
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: form.submit })).toHaveProperty('disabled', false));
});
