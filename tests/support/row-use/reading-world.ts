import type { FastifyInstance } from 'fastify';
import type { ListReply, RecordReply } from '#schemas/api/records.ts';
import { made } from '#tests/support/editing.ts';
import { browserOf, newAccount, type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { openTestApp, TEST_NOW, type TestApp } from '#tests/support/app/test-app.ts';
import { FirmsAndDeals } from '#tests/support/derived/firms-and-deals.ts';
import { openFurther } from '#tests/support/processes/further.ts';

const DATA = '/api/metadata/data';
export const LIST = `${DATA}/getLayoutAndDataList`;

/** Deals to read, budgets as staff set them, and a clock that tests move. */
export class ReadingWorld {
  readonly test: TestApp;
  readonly #clock: { now: Date };
  #people = 0;

  private constructor(test: TestApp, clock: { now: Date }) {
    this.test = test;
    this.#clock = clock;
  }

  static async open(deals: number): Promise<ReadingWorld> {
    const clock = { now: TEST_NOW };
    const test = await openTestApp(undefined, { now: () => clock.now });
    await new FirmsAndDeals(test).begin([]);
    const rows = Array.from({ length: deals }, (_, at) => ({ key: `deal-${at}`, values: { title: `交易 ${at}` } }));
    const context = { actor: '1', roles: ['staff'], origin: 'form', now: TEST_NOW };
    await test.services.writer.writeMany('Deal', 'test', rows, context);
    return new ReadingWorld(test, clock);
  }

  get now(): Date {
    return this.#clock.now;
  }

  later(seconds: number): void {
    this.#clock.now = new Date(this.#clock.now.getTime() + seconds * 1000);
  }

  at(instant: string): void {
    this.#clock.now = new Date(instant);
  }

  /** A budget as staff write it. Gives how they change it. */
  async budget(values: object): Promise<(changed: object) => Promise<void>> {
    this.#people += 1;
    const body = { clientKey: `budget-of-a-test-${this.#people}`, values };
    const { record } = made(await this.test.post<RecordReply>('staff', `${DATA}/RowBudget`, body));
    let version = record.version;
    return async (changed) => {
      const path = `${DATA}/RowBudget/${record.id}`;
      const reply = await this.test.post<RecordReply>('staff', path, { version, values: changed });
      ({ version } = made(reply).record);
    };
  }

  async person(roles: string[] = []): Promise<SignedIn & { readonly id: string; readonly username: string }> {
    this.#people += 1;
    const username = `reader${this.#people}`;
    const id = await newAccount(this.test, { username, name: `示例读者${this.#people}`, roles });
    return { ...(await signInBy(this.test, username)), id, username };
  }

  /** A further process on the same database, until the test ends it. */
  async further() {
    const { app }: { app: FastifyInstance } = await openFurther(this.test.services.database, { now: () => this.now });
    return { app, as: (who: SignedIn) => browserOf(app, who.cookie), close: (): Promise<void> => app.close() };
  }

  close(): Promise<void> {
    return this.test.close();
  }
}

export const deals = (who: SignedIn, pageSize: number) =>
  who.send<ListReply>('POST', LIST, { objectApiName: 'Deal', pageSize });
