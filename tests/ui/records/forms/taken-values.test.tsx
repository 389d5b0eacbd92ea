import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { checkTaken } from '#schemas/api/records.ts';
import type { Call, ReplyOf } from '#schemas/api/route.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { FAILURES, type Problem } from '#shared/errors.ts';
import { ApiFailure } from '#client/lib/api-failure.ts';
import type { CallInput } from '#client/lib/api.ts';
import { settled, TestClock } from '#tests/support/ui/test-clock.ts';
import { FakeServer } from './fake-server.ts';
import { FILLED, FINANCING } from './financing.ts';
import { control, nameControl, openForm, saveButton, type } from './open-form.tsx';

interface Asked {
  readonly field: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly id?: string;
}

const TAKEN = '“星河智造”已被其他记录使用';
const STAR = { objectApiName: 'FinancingRequest', id: '7', name: '星河智造' };
const taken = (field: string, message: string): Problem => ({ field, message, record: STAR });

const withConfig = (configs: Readonly<Record<string, FieldDefinition['config']>>) => ({
  ...FINANCING,
  fields: FINANCING.fields.map((field) => {
    const config = configs[field.apiName];
    return config ? { ...field, config: { ...field.config, ...config } } : field;
  }),
});

/** A server that says of each question what the test has it say. */
class AskedServer extends FakeServer {
  override definition = withConfig({ name: { unique: true } });
  readonly asked: Asked[] = [];
  answer: (asked: Asked) => Promise<Problem | null> = ({ field, values }) =>
    Promise.resolve(values[field] === '星河智造' ? taken(field, TAKEN) : null);

  override async call<R extends Call>(route: R, input: CallInput<R> = {}): Promise<ReplyOf<R>> {
    if (route.path !== checkTaken.path) return super.call(route, input);
    const asked = input.body as Asked;
    this.asked.push(asked);
    return { taken: await this.answer(asked) } as ReplyOf<R>;
  }
}

async function open(server = new AskedServer(), id?: string) {
  const clock = new TestClock();
  await openForm({ server, after: clock.after, ...(id !== undefined && { id }) });
  const pass = (milliseconds: number) => act(() => clock.pass(milliseconds));
  return { server, clock, pass };
}

const leave = (target: HTMLElement) =>
  act(async () => {
    fireEvent.blur(target);
    await settled();
  });
const words = () => screen.queryByText(TAKEN, { selector: '.jt-problem' });

afterEach(cleanup);

describe('A value that may not repeat, while it is typed', () => {
  it('is asked about half a second after the last key, and its field says that another record has it', async () => {
    const { server, pass } = await open();
    type(nameControl(), '星河');
    await pass(300);
    type(nameControl(), '星河智造');
    await pass(499);
    expect(server.asked).toEqual([]);
    await pass(1);
    expect(server.asked).toEqual([{ field: 'name', values: { name: '星河智造' } }]);
    expect(words()).not.toBeNull();
    const link = screen.getByText('星河智造', { selector: 'a' });
    expect(link.getAttribute('href')).toBe('/insight/FinancingRequest/7');
  });

  it('is asked about at once when the user leaves the field, and no second time', async () => {
    const { server, pass } = await open();
    type(nameControl(), '星河智造');
    await leave(nameControl());
    expect(words()).not.toBeNull();
    await leave(nameControl());
    await pass(5000);
    expect(server.asked).toHaveLength(1);
  });

  it('is no longer spoken of once another one is typed', async () => {
    const { pass } = await open();
    type(nameControl(), '星河智造');
    await pass(500);
    type(nameControl(), '星河智造二号');
    expect(words()).toBeNull();
    expect(screen.queryByText('星河智造', { selector: 'a' })).toBeNull();
    await pass(500);
    expect(words()).toBeNull();
  });

  it('is not asked about before it is one that could be saved', async () => {
    const { server, pass } = await open();
    type(nameControl(), '星');
    await pass(5000);
    type(nameControl(), '   ');
    await leave(nameControl());
    expect(server.asked).toEqual([]);
  });

  it('drops the answer to a value that has been typed over', async () => {
    const server = new AskedServer();
    const answers: ((found: Problem | null) => void)[] = [];
    server.answer = () => new Promise((resolve) => answers.push(resolve));
    const { pass } = await open(server);
    type(nameControl(), '星河智造');
    await pass(500);
    type(nameControl(), '云帆生物');
    await pass(500);
    await act(async () => {
      answers[1]?.(null);
      answers[0]?.(taken('name', TAKEN));
      await settled();
    });
    expect(server.asked).toHaveLength(2);
    expect(words()).toBeNull();
  });

  it('says nothing where the request fails', async () => {
    const server = new AskedServer();
    server.answer = () => Promise.reject(new ApiFailure(FAILURES.FORBIDDEN.code, 403, FAILURES.FORBIDDEN.message));
    const { pass } = await open(server);
    type(nameControl(), '星河智造');
    await pass(500);
    expect(server.asked).toHaveLength(1);
    expect(document.querySelector('.jt-problem')).toBeNull();
    expect(screen.queryByText(FAILURES.FORBIDDEN.message)).toBeNull();
  });
});

describe('A record whose value is said to be taken', () => {
  const filled = () => {
    const server = new AskedServer();
    server.record = { ...FILLED };
    return server;
  };

  it('is asked about with its id, and saved all the same where the server takes it', async () => {
    const { server, pass } = await open(filled(), '9');
    await pass(5000);
    expect(server.asked).toEqual([]);
    type(nameControl(), '星河智造');
    await pass(500);
    expect(server.asked).toEqual([{ field: 'name', values: { name: '星河智造' }, id: '9' }]);
    await act(async () => {
      fireEvent.click(saveButton());
      await settled();
    });
    expect(server.writes).toMatchObject([{ body: { values: { name: '星河智造' } } }]);
    expect(words()).toBeNull();
  });

  it('says so again after a save that was refused for something else', async () => {
    const server = filled();
    server.problems = [{ field: 'website', message: '网址无法访问' }];
    const { pass } = await open(server, '9');
    type(nameControl(), '星河智造');
    await pass(500);
    await act(async () => {
      fireEvent.click(saveButton());
      await settled();
    });
    expect(screen.getByText('网址无法访问', { selector: '.jt-problem' })).toBeTruthy();
    expect(words()).not.toBeNull();
  });
});

describe('A value that may not repeat beside others', () => {
  const WITHIN = '同一“官网”中，“星河智造”已被其他记录使用';
  const SITES = ['https://one.example.com', 'https://two.example.com'] as const;

  it('is asked about once all of them are there, and again when one of them changes', async () => {
    const server = new AskedServer();
    server.definition = withConfig({ name: { unique: true, uniqueWithin: ['website'] } });
    server.answer = ({ field, values }) =>
      Promise.resolve(values['website'] === SITES[1] ? taken(field, WITHIN) : null);
    const { pass } = await open(server);
    type(nameControl(), '星河智造');
    await leave(nameControl());
    expect(server.asked).toEqual([]);
    type(control('官网'), SITES[0]);
    await pass(500);
    expect(screen.queryByText(WITHIN)).toBeNull();
    type(control('官网'), SITES[1]);
    await leave(control('官网'));
    expect(server.asked.map(({ field, values }) => [field, values])).toEqual(
      SITES.map((website) => ['name', { name: '星河智造', website }]),
    );
    expect(screen.getByText(WITHIN, { selector: '.jt-problem' })).toBeTruthy();
    type(control('官网'), SITES[0]);
    expect(screen.queryByText(WITHIN)).toBeNull();
  });
});
