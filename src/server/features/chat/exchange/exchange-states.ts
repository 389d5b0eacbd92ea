import type { ExchangeKind, ExchangeStanding } from '#schemas/api/chat-exchange.ts';
import type { ExchangeState } from '#schemas/api/chat.ts';
import { Failure } from '#shared/errors.ts';
import { planAddress } from '#shared/policy/plans.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Exposure } from '#shared/policy/contacts.ts';
import type { Db } from '#server/db/database.ts';
import { conversationOf } from '#server/platform/messages/queries.ts';
import { exposureOf } from '#server/platform/contact-cards/queries.ts';
import { deliveriesIn } from './delivery-queries.ts';
import { nameOf } from './grant-queries.ts';
import type { Grants } from './grants.ts';
import type { PlanCompanies } from './plan-companies.ts';
import { exchangeById, type ExchangeRow, exchangesIn } from './queries.ts';

interface ExchangeStateDeps {
  readonly db: Db;
  readonly grants: Grants;
  readonly companies: PlanCompanies;
  readonly now: () => Date;
}

/** What an exchange gave, in the eyes of one of the two. */
interface ExchangeValues {
  readonly kind: ExchangeKind;
  readonly state: ExchangeState;
  readonly mine: string | null;
  readonly theirs: string | null;
  readonly name: string;
}

/** What two users may see of each other's contacts and plans. */
export class ExchangeStates {
  readonly #deps: ExchangeStateDeps;

  constructor(deps: ExchangeStateDeps) {
    this.#deps = deps;
  }

  /** Empty with an unknown user, or with one whom the user has never talked with. */
  async read(uid: string, actor: Member): Promise<ExchangeStanding> {
    const { db, now } = this.#deps;
    const me = actor.id;
    const conversation = await conversationOf(db, me, uid);
    const rows = conversation ? await exchangesIn(db, conversation.id) : [];
    const delivered = conversation ? await deliveriesIn(db, conversation.id) : [];
    const isDone = (kind: ExchangeKind) => rows.some((row) => row.kind === kind && row.state === 'agreed');
    const came = delivered.find(({ to_id: to }) => to === me);
    const plan = came ? await this.#planOfCompany(came.company_id) : null;
    return {
      hasExchangeWeixin: isDone('WEIXIN'),
      hasExchangePhone: isDone('PHONE'),
      hasBp: delivered.length > 0,
      bp: plan?.url ?? null,
      bpName: plan?.name ?? null,
      pending: rows
        .filter((row) => stateOf(row, now()) === 'pending')
        .map((row) => ({
          exchangeId: row.id,
          kind: row.kind,
          mine: row.requester_id === me,
          expiresAt: row.expires_at,
        })),
      exposure: exposureOfTwo(await exposureOf(db, me), conversation && (await exposureOf(db, uid))),
      bothTalked: conversation !== undefined && conversation.spoke_a && conversation.spoke_b,
    };
  }

  /** @throws Failure UNKNOWN_RECORD for everybody but the two, as if there were no such exchange. */
  async values(id: string, actor: Member): Promise<ExchangeValues> {
    const { db, grants, now } = this.#deps;
    const me = actor.id;
    const row = await exchangeById(db, id);
    if (!row || (row.requester_id !== me && row.responder_id !== me))
      throw new Failure('UNKNOWN_RECORD', '交换请求不存在');
    const { kind } = row;
    const state = stateOf(row, now());
    const peer = row.requester_id === me ? row.responder_id : row.requester_id;
    if (state !== 'agreed') return { kind, state, mine: null, theirs: null, name: await nameOf(db, peer) };
    if (kind === 'BP') return { kind, state, ...(await this.#planOf(row, me)) };
    return {
      kind,
      state,
      mine: await grants.read(db, { viewerId: peer, ownerId: me, kind }),
      theirs: await grants.read(db, { viewerId: me, ownerId: peer, kind }),
      name: await nameOf(db, peer),
    };
  }

  async #planOf({ company_id: companyId, requester_id: requesterId }: ExchangeRow, me: string) {
    const plan = companyId === null ? null : await this.#planOfCompany(companyId);
    const address = plan?.url ?? null;
    const isReceiver = requesterId === me;
    return {
      mine: isReceiver ? null : address,
      theirs: isReceiver ? address : null,
      name: plan?.name ?? '',
    };
  }

  /** The plan as it is now: a newer one takes the place of what was delivered. Whether it opens is asked when it is opened. */
  async #planOfCompany(companyId: string) {
    const plan = (await this.#deps.companies.read(companyId))?.bp ?? null;
    return plan && { name: plan.name, url: planAddress(companyId) };
  }
}

/** Nothing is disclosed of a user whom the viewer has never talked with. */
const exposureOfTwo = (mine: Exposure, theirs: Exposure | undefined): ExchangeStanding['exposure'] => ({
  phone: { mine: mine.phone, theirs: theirs?.phone ?? false },
  weixin: { mine: mine.weixin, theirs: theirs?.weixin ?? false },
});

/** A request past its term is expired, whether or not that was stored already. */
const stateOf = ({ state, expires_at: expiresAt }: ExchangeRow, now: Date): ExchangeState =>
  state === 'pending' && new Date(expiresAt) <= now ? 'expired' : state;
