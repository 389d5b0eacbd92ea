import type { InterestedItem } from '#schemas/api/chat-people.ts';
import { Failure } from '#shared/errors.ts';
import { type Actor, isInvestor, isMember, type Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import type { ChatHints } from '#server/platform/messages/hints.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { unguessableId } from '#server/core/records/record-ids.ts';
import {
  interestCounts,
  interestPage,
  type InterestRow,
  keepVisit,
  markRead,
  membersOf,
  type Visit,
} from './queries.ts';

interface InterestDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly records: RecordValuesReader;
  readonly hints: Pick<ChatHints, 'announceNotice'>;
  readonly now: () => Date;
  /** A visit could not be stored: no caller waits for it. */
  readonly report: (error: unknown) => void;
}

interface Opened {
  readonly objectApiName: string;
  readonly id: string;
  readonly investorId: string;
  readonly at: Date;
}

/** How soon what was noted is stored, in milliseconds. */
const FLUSH_MS = 200;
/** What the entry of the view is called. */
const ENTRY_NAME = '对您的项目感兴趣';
/** Pictures on the entry. */
const AVATARS = 3;

/** Investors who looked at the companies that a founder speaks for. */
export class Interest {
  readonly #deps: InterestDeps;
  /** Gathered, so that many readers cost few statements. */
  #waiting = new Map<string, Opened>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(deps: InterestDeps) {
    this.#deps = deps;
  }

  /** Keeps that an investor opened a company, or a record that leads to one. Never throws, and is not waited for. */
  note(objectApiName: string, id: string, actor: Actor): void {
    const leadsToCompany = this.#deps.records.party(objectApiName)?.kind === 'company';
    if (!isMember(actor) || !isInvestor(actor) || !leadsToCompany) return;
    const investorId = actor.id;
    const key = `${investorId} ${objectApiName} ${id}`;
    this.#waiting.set(key, { objectApiName, id, investorId, at: this.#deps.now() });
    this.#timer ??= setTimeout(() => void this.settled(), FLUSH_MS).unref();
  }

  /** What was noted is kept, or reported; before the process ends. */
  settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const opened = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#storing = this.#storing.then(() => this.#keep(opened)).catch(this.#deps.report);
    return this.#storing;
  }

  async list(
    { page = 1, pageSize }: { page?: number; pageSize: number },
    actor: Member,
  ): Promise<{ totalCount: number; data: InterestedItem[] }> {
    const { db, catalog, now } = this.#deps;
    const me = actor.id;
    const { total } = await interestCounts(db, me);
    const rows = await interestPage(db, catalog, me, { offset: (page - 1) * pageSize, limit: pageSize, at: now() });
    return { totalCount: total, data: rows.map(asItem) };
  }

  /** Answers with how many are left. @throws Failure UNKNOWN_RECORD for a row that is not one's own. */
  async touch(id: string, actor: Member): Promise<{ unreadCount: number }> {
    const { db, now } = this.#deps;
    const me = actor.id;
    if (!(await markRead(db, me, id, now()))) throw new Failure('UNKNOWN_RECORD');
    return { unreadCount: (await interestCounts(db, me)).unread };
  }

  /** Null for a user who has no visitors. */
  async summary(actor: Member) {
    const { db, catalog, now } = this.#deps;
    const me = actor.id;
    const latest = await interestPage(db, catalog, me, { offset: 0, limit: AVATARS, at: now() });
    const [first] = latest;
    if (!first) return null;
    return {
      name: ENTRY_NAME,
      unreadCount: (await interestCounts(db, me)).unread,
      lastChatContentDate: first.last_at,
      avatarList: latest.map(({ avatar }) => avatar),
    };
  }

  async #keep(opened: readonly Opened[]): Promise<void> {
    const { db, hints, records } = this.#deps;
    const visits: Visit[] = [];
    for (const { objectApiName, id, investorId, at } of opened) {
      const companyId = await records.companyOf(objectApiName, id);
      if (companyId !== undefined)
        visits.push({ companyId, investorId, at, dayBegan: startOfShanghaiDay(shanghaiDay(at)) });
    }
    const members = await membersOf(
      db,
      visits.map(({ companyId }) => companyId),
    );
    for (const visit of visits) {
      const founders = members.get(visit.companyId) ?? [];
      if (founders.includes(visit.investorId)) continue;
      for (const founderId of founders)
        if (await keepVisit(db, visit, { founderId, id: unguessableId() })) hints.announceNotice(founderId);
    }
  }
}

const asItem = (row: InterestRow): InterestedItem => ({
  id: row.id,
  uid: row.uid,
  name: row.name,
  avatar: row.avatar,
  read: row.is_read,
  lastTime: row.last_at,
  investorEntityName: row.entity,
  investorPosition: row.position,
  ccids: row.projects.map(({ ccid }) => ccid).join(','),
  projects: row.projects,
  standing: row.standing,
});
