import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Candidate, findDuplicates } from '#schemas/api/duplicates.ts';
import type { Call, ReplyOf } from '#schemas/api/route.ts';
import type { CallInput } from '#client/lib/api.ts';
import { FakeServer } from './fake-server.ts';
import { FINANCING } from './financing.ts';
import { button, nameControl, openForm, saveButton, type } from './open-form.tsx';

const STAR: Candidate = {
  objectApiName: 'InsightCompany',
  id: '7',
  name: '星河云图',
  grade: 3,
  reasons: ['名称相同', '地区一致'],
};

/** A server that knows of a record like the one that is typed, and may keep its answer back. */
class KnowingServer extends FakeServer {
  override definition = { ...FINANCING, matching: {} };
  readonly asked: unknown[] = [];
  answer: (values: unknown) => Promise<{ list: Candidate[] }> = () => Promise.resolve({ list: [STAR] });

  override async call<R extends Call>(route: R, input: CallInput<R> = {}): Promise<ReplyOf<R>> {
    if (route.path !== findDuplicates.path) return super.call(route, input);
    const { values } = input.body as { values: unknown };
    this.asked.push(values);
    return (await this.answer(values)) as ReplyOf<R>;
  }
}

afterEach(cleanup);

const hint = () => screen.findByText(/可能已有这条记录/);

describe('While a record is typed', () => {
  it('one that is there already is shown with the way to it and what both have in common', async () => {
    await openForm({ server: new KnowingServer() });
    type(nameControl(), '星河云图科技');
    await hint();
    const link = screen.getByText('星河云图', { selector: 'a' });
    expect(link.getAttribute('href')).toBe('/insight/InsightCompany/7');
    expect(link.parentElement?.textContent).toContain('名称相同，地区一致');
    expect(saveButton().disabled).toBe(false);
  });

  it('nothing is asked before a value that says who it is was typed, nor twice about the same values', async () => {
    const server = new KnowingServer();
    await openForm({ server });
    expect(server.asked).toEqual([]);
    type(nameControl(), '星');
    await hint();
    type(nameControl(), '星');
    expect(server.asked).toHaveLength(1);
  });

  it('what is typed while an answer is awaited is asked about next, in one question', async () => {
    const server = new KnowingServer();
    const answers: ((found: { list: Candidate[] }) => void)[] = [];
    server.answer = () => new Promise((resolve) => answers.push(resolve));
    await openForm({ server });
    for (const name of ['星', '星河', '星河云', '星河云图']) type(nameControl(), name);
    expect(server.asked).toHaveLength(1);
    await act(async () => answers[0]?.({ list: [STAR] }));
    await waitFor(() => expect(server.asked).toHaveLength(2));
    expect(JSON.stringify(server.asked[1])).toContain('星河云图');
    await act(async () => answers[1]?.({ list: [] }));
    await waitFor(() => expect(screen.queryByText(/可能已有这条记录/)).toBeNull());
  });

  it('a server that does not answer leaves the form as it is', async () => {
    const server = new KnowingServer();
    server.answer = () => Promise.reject(new Error('no answer'));
    await openForm({ server });
    type(nameControl(), '星河');
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(screen.queryByText(/可能已有这条记录/)).toBeNull();
    expect(button('保存')).toBe(saveButton());
  });
});
