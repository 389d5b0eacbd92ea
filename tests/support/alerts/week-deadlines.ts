import { type ApiKey, listKeys } from '#schemas/api/api-keys.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/durations.ts';
import { sweepKeys } from '#server/features/open/sweep.ts';
import { sweepPipeline } from '#server/features/pipeline/sweep.ts';
import { type SignedIn, signInBy } from '#tests/support/account/people.ts';
import { speakFor } from '#tests/support/contacts/company-member.ts';
import { made } from '#tests/support/editing.ts';
import { asProgram, keyOf } from '#tests/support/open/open-world.ts';
import type { AlertWorld } from './alert-world.ts';

/** Days of a key, and how long before the week it is made: it ends in the middle of its fifth day. */
const KEY_DAYS = 30;
const BEFORE_MS = 25.5 * DAY_MS;

/** Next steps of a founder in a week that begins on Monday 2026-09-07, by the name of the institution. */
const STEPS = {
  示例到期资本: '2026-09-09',
  // The Friday before.
  示例逾期资本: '2026-09-04',
  示例推迟资本: '2026-09-08',
  示例结束资本: '2026-09-10',
  示例远期资本: '2026-10-01',
} as const;

interface Said {
  readonly at: string;
  readonly title: string;
  readonly body: string;
}

/** A program with a key that ends within a week, and a founder with next steps in it. */
export class WeekDeadlines {
  readonly #world: AlertWorld;
  readonly #begin: Date;
  #founder: SignedIn | undefined;
  #secret = '';
  /** When the key ends. */
  endsAt = new Date(0);
  /** What the program was answered, by the hour at which it asked. */
  readonly answers: { readonly at: Date; readonly status: number; readonly msg: string }[] = [];

  constructor(world: AlertWorld, begin: Date) {
    this.#world = world;
    this.#begin = begin;
  }

  /** Makes the key, lets the days before the week go by, and plans the steps. */
  async begin(): Promise<void> {
    const world = this.#world;
    const madeAt = this.#begin.getTime() - BEFORE_MS;
    world.moveTo(new Date(madeAt).toISOString());
    const owner = await signInBy(world.test, 'investor');
    const { key, secret } = await keyOf(owner, { days: KEY_DAYS });
    this.#secret = secret;
    this.endsAt = new Date(key.expiresAt);
    for (let at = madeAt; at < this.#begin.getTime(); at += 6 * HOUR_MS) {
      world.moveTo(new Date(at).toISOString());
      await sweepKeys(world.test.services);
    }
    world.moveTo(this.#begin.toISOString());
    this.#founder = await signInBy(world.test, 'founder');
    const company = await world.data.create('InsightCompany', { name: '示例跟进企业' });
    await speakFor(world.db, await world.idOf('founder'), company, 1);
    for (const [institutionName, nextOn] of Object.entries(STEPS)) {
      const entry = { clientKey: `week-${institutionName}`, institutionName, nextStep: '电话沟通', nextOn };
      made(await this.#founder.send('POST', '/api/rong/pipeline/institution', entry));
    }
  }

  /** Does what the server does by its clock, and asks as the program does. */
  async pass(): Promise<void> {
    const { test, now } = this.#world;
    await sweepKeys(test.services);
    await sweepPipeline(test.services);
    const { status, msg } = await asProgram(test.app, this.#secret, '/api/open/v1/objects');
    this.answers.push({ at: now, status, msg });
  }

  /** The founder puts one step off and ends another entry. */
  async change(): Promise<void> {
    const lines = await this.#lines();
    const send = (title: string, step: string, body: object) => {
      const line = lines.find((one) => one.title === title);
      return this.#founder?.send('POST', `/api/rong/pipeline/${line?.entry}/${step}`, {
        version: line?.version,
        ...body,
      });
    };
    await send('示例推迟资本', 'plan', { nextOn: '2026-09-11' });
    await send('示例结束资本', 'move', { state: 'declined', reason: 'other' });
  }

  async state(): Promise<ApiKey['state'] | undefined> {
    // The session of then is over as well.
    const owner = await signInBy(this.#world.test, 'investor');
    return made(await owner.send<{ keys: ApiKey[] }>('GET', listKeys.path)).keys[0]?.state;
  }

  /** Notices of a title to a user, the oldest first. */
  async said(who: 'investor' | 'founder', title: string): Promise<Said[]> {
    const rows = await this.#world.db
      .selectFrom('notice')
      .select(['created_at', 'title', 'body'])
      .where('account_id', '=', await this.#world.idOf(who))
      .where('title', '=', title)
      .orderBy('id')
      .execute();
    return rows.map(({ created_at, title: shown, body }) => ({
      at: new Date(created_at).toISOString(),
      title: shown,
      body,
    }));
  }

  async #lines(): Promise<{ entry: string; version: number; title: string }[]> {
    const body = { objectApiName: 'CompanyPipeline', fields: ['title', 'entry'], pageSize: 100 };
    const answer = await this.#founder?.send<{ list: { entry: string; version: number; title: string }[] }>(
      'POST',
      '/api/metadata/data/getLayoutAndDataList',
      body,
    );
    return answer?.data.list ?? [];
  }
}
