import { ThemeProvider } from '@mui/material/styles';
import { fireEvent, render, screen } from '@testing-library/react';
import { observable } from 'mobx';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { theme } from '#client/app/shell/theme.ts';
import { browserClock, type Clock } from '#client/lib/clock.ts';
import { recordDrafts } from '#client/features/records/forms/record-drafts.ts';
import { FormPage } from '#client/features/records/forms/form-page.tsx';
import { FormsStore } from '#client/features/records/forms/forms-store.ts';
import { FakeServer, LOOKUPS } from './fake-server.ts';
import { FILLED } from './financing.ts';
import './no-layout.ts';

/** A browser's storage that lives as long as the test. */
export class MemoryStorage {
  readonly entries = new Map<string, string>();
  full = false;
  getItem = (key: string) => this.entries.get(key) ?? null;
  removeItem = (key: string) => void this.entries.delete(key);
  setItem = (key: string, value: string) => {
    if (this.full) throw new Error('QuotaExceededError');
    this.entries.set(key, value);
  };
}

interface Opening {
  readonly id?: string;
  readonly server?: FakeServer;
  readonly storage?: MemoryStorage;
  readonly lookups?: typeof LOOKUPS;
  readonly after?: Clock['after'];
}

/** The page of a record, with what the app says on it. */
const Page = ({ said }: { readonly said: readonly string[] }) => <p>{said.join()}</p>;

/** Opens the form page as the app does, on a server in memory, and waits until it can be filled. */
export async function openForm({
  id,
  server = new FakeServer(),
  storage = new MemoryStorage(),
  lookups = LOOKUPS,
  after = browserClock.after,
}: Opening = {}) {
  const current = observable.box<ObjectDefinition>(server.definition, { deep: false });
  let keys = 0;
  const said: string[] = [];
  const forms = new FormsStore({
    api: server,
    definitions: { definition: () => current.get(), load: () => Promise.resolve(current.get()) },
    lookups,
    drafts: recordDrafts(storage),
    user: () => ({ id: 'u1', roles: [] }),
    today: () => '2026-11-21',
    rates: { rate: () => undefined },
    now: () => Date.UTC(2026, 10, 21, 3),
    after,
    newKey: () => `client-key-${(keys += 1)}`,
    say: (text) => said.push(text),
  });
  const router = createMemoryRouter(
    [
      { path: '/form/:objectApiName', element: <FormPage forms={forms} /> },
      { path: '/form/:objectApiName/:id', element: <FormPage forms={forms} /> },
      { path: '/home', element: <p>首页</p> },
      { path: '/financing', element: <p>我的融资</p> },
      { path: '/insight/:objectApiName/:id', element: <Page said={said} /> },
    ],
    { initialEntries: [`/form/FinancingRequest${id === undefined ? '' : `/${id}`}`] },
  );
  const view = render(
    <ThemeProvider theme={theme}>
      <RouterProvider router={router} />
    </ThemeProvider>,
  );
  await screen.findByText(current.get().layouts.form.submitLabel ?? '保存', { selector: 'button' });
  return { server, said, storage, router, forms, view, publish: (next: ObjectDefinition) => current.set(next) };
}

// Testing Library's own questions by role and by label take jsdom a second on a page of this size; these take the same ways
// a person's software takes: a label to its control, a name to its element.

/** The control that a visible label leads to. */
export function control(label: string): HTMLInputElement {
  const found = screen.getByText<HTMLLabelElement>(label, { selector: 'label' });
  const target = document.getElementById(found.htmlFor) ?? document.querySelector(`[aria-labelledby~="${found.id}"]`);
  if (!target) throw new Error(`“${label}” leads to no control`);
  return target as HTMLInputElement;
}

export const hasControl = (label: string): boolean => screen.queryByText(label, { selector: 'label' }) !== null;

/** The button with a text. */
export const button = (text: string): HTMLButtonElement => screen.getByText(text, { selector: 'button' });

/** The element that is called so where no text can be seen. */
export function named(label: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
  if (!found) throw new Error(`nothing is called “${label}”`);
  return found;
}

// Steps that the tests of the financing form share.

export const nameControl = (): HTMLInputElement => control('项目名称');
export const saveButton = (): HTMLButtonElement => button('保存');
export const type = (target: HTMLElement, text: string): boolean =>
  fireEvent.change(target, { target: { value: text } });

/** A server that holds a filled record, with these values of its own. */
export function filledServer(more: Record<string, unknown> = {}): FakeServer {
  const server = new FakeServer();
  server.record = { ...FILLED, ...more };
  return server;
}
