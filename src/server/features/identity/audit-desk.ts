import type { IdentityCase } from '#schemas/api/identity.ts';
import type { DeskCase, DeskDossier, DeskPage, LinkCandidate } from '#schemas/api/identity-desk.ts';
import { COUNT_LIMIT, type RecordReply } from '#schemas/api/records.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { shownCase } from './case-view.ts';
import type { Companies } from './companies.ts';
import { openAccount } from './company-queries.ts';
import {
  alikeRows,
  type DeskCursor,
  type DeskFilter,
  type DeskRow,
  deskCount,
  deskRow,
  deskRows,
} from './desk-queries.ts';
import type { EmailProof } from './email-proof.ts';
import { casesOf, eventsOf } from './queries.ts';

export interface AuditDeskDeps {
  readonly db: Db;
  readonly companies: Companies;
  readonly email: EmailProof;
  /** One record as a user may read it; throws where the user may not. */
  readonly readRecord: (objectApiName: string, id: string, actor: Member) => Promise<RecordReply>;
  /** Ends the wait for mails whose term is over. */
  readonly expire: () => Promise<unknown>;
}

const PAGE_SIZE = 30;
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,18})$/;

const shown = (row: DeskRow): DeskCase => ({ ...shownCase(row), applicant: row.applicant });

function readCursor(after: string | undefined): DeskCursor | undefined {
  if (after === undefined) return undefined;
  const [, at, id] = CURSOR.exec(after) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) throw new Failure('INVALID_QUERY');
  return { at, id };
}

/** What staff have before them: the queue, and each submission with all that a decision rests on. */
export class AuditDesk {
  readonly #deps: AuditDeskDeps;

  constructor(deps: AuditDeskDeps) {
    this.#deps = deps;
  }

  /** One page of the queue, oldest first. @throws Failure INVALID_QUERY for a cursor that is none. */
  async queue(filter: DeskFilter, after: string | undefined): Promise<DeskPage> {
    const { db, expire } = this.#deps;
    const cursor = readCursor(after);
    await expire();
    const rows = await deskRows(db, filter, cursor, PAGE_SIZE + 1);
    const count = await deskCount(db, filter);
    const list = rows.slice(0, PAGE_SIZE);
    const last = list.at(-1);
    return {
      list: list.map(shown),
      after: rows.length > PAGE_SIZE && last ? `${last.submitted_at}_${last.id}` : null,
      total: Math.min(count, COUNT_LIMIT),
      totalIsExact: count <= COUNT_LIMIT,
    };
  }

  /** @throws Failure UNKNOWN_RECORD. */
  async dossier(id: string, actor: Member): Promise<DeskDossier> {
    const { db, readRecord, companies, email } = this.#deps;
    const row = await deskRow(db, id);
    if (!row) throw new Failure('UNKNOWN_RECORD', '认证不存在');
    const record = await readRecord(row.object_api_name, row.record_id, actor);
    const account = await openAccount(db, row.account_id);
    const others = (await casesOf(db, row.account_id)).filter((each) => each.id !== id);
    const events = await eventsOf(db, id);
    return {
      case: shown(row),
      record,
      email: email.shown(row),
      applicant: {
        uid: row.account_id,
        name: row.applicant,
        roles: account?.roles.filter((role) => role !== 'staff') ?? [],
        since: String(account?.created_at ?? ''),
        others: others.map((each): IdentityCase => shownCase(each)),
      },
      events: events.map(({ at, actor: name, actor_id: actorId, event, state, reason }) => ({
        at: String(at),
        actor: name ?? (actorId === null ? '系统' : '已离开的用户'),
        event,
        state,
        reason,
      })),
      alike: (await alikeRows(db, row)).map(shown),
      ...(await this.#candidates(row, record, actor)),
      known: row.kind === 'founder' && row.company_id === null ? await companies.known(namesOf(record), actor) : null,
    };
  }

  /** Whom an investor who waits may be, and whose. A form that names a record of an institution leaves no doubt about it. */
  async #candidates({ kind, state, title }: DeskRow, { record }: RecordReply, actor: Member) {
    if (kind !== 'investor' || state !== 'PENDING') return NO_CANDIDATES;
    const { companies, readRecord } = this.#deps;
    const { institution, institutionName = '' } = boundValues(BINDINGS.investorForm, record);
    const typed = institution ? '' : institutionName;
    const institutions = await companies.named(BINDINGS.institution.object, typed, actor);
    const people = await companies.named(BINDINGS.investor.object, title, actor);
    const investors: LinkCandidate[] = [];
    for (const { id, name } of people.slice(0, MAX_CANDIDATES)) {
      const found = await readRecord(BINDINGS.investor.object, id, actor);
      const work = boundValues(BINDINGS.investor, found.record);
      const place = work.institution?.name ?? work.institutionName ?? '';
      investors.push({ id, name, hint: [place, work.position ?? ''].filter((part) => part !== '').join(' · ') });
    }
    return { institutions: institutions.slice(0, MAX_CANDIDATES).map((each) => ({ ...each, hint: '' })), investors };
  }
}

const NO_CANDIDATES = { institutions: [], investors: [] };
/** Records of one name that staff choose from at most. */
const MAX_CANDIDATES = 5;

/** What a new company is called: a known one may have any of its names. */
function namesOf({ record }: RecordReply): string[] {
  const { name, legalName } = boundValues(BINDINGS.companyForm, record);
  return [name, legalName].filter((each) => each !== undefined);
}
