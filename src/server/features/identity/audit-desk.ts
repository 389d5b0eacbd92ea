import type { Candidate } from '#schemas/api/duplicates.ts';
import type { DeskCase, DeskDossier, DeskPage, LinkCandidate } from '#schemas/api/identity-desk.ts';
import { COUNT_LIMIT, type RecordReply } from '#schemas/api/records.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { caseView } from './case-view.ts';
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

/** `id` is a record with these values, which is none of those that are like it. */
export type FindSimilar = (
  objectApiName: string,
  values: object,
  id: string | undefined,
  actor: Member,
) => Promise<Candidate[]>;

export interface AuditDeskDeps {
  readonly db: Db;
  readonly companies: Companies;
  readonly email: EmailProof;
  /** One record as a user may read it; throws where the user may not. */
  readonly readRecord: (objectApiName: string, id: string, actor: Member) => Promise<RecordReply>;
  /** Records of an object, or of the one that its forms are about, that may be the one with these values. */
  readonly similar: FindSimilar;
  /** The fields that hold what the records of an object are called, in short and in full. */
  readonly nameFields: (objectApiName: string) => readonly string[];
  /** Ends the wait for mails whose term is over. */
  readonly expire: () => Promise<unknown>;
}

const PAGE_SIZE = 30;
const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,18})$/;

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
      list: list.map(await this.#view(list)),
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
    const alike = await alikeRows(db, row);
    const shown = await this.#view([row, ...alike]);
    return {
      case: shown(row),
      record,
      email: email.shown(row),
      applicant: {
        uid: row.account_id,
        name: row.applicant,
        roles: account?.roles.filter((role) => role !== 'staff') ?? [],
        since: String(account?.created_at ?? ''),
        others: others.map(await caseView(others, companies.names)),
      },
      events: events.map(({ at, actor: name, actor_id: actorId, event, state, reason }) => ({
        at: String(at),
        actor: name ?? (actorId === null ? '系统' : '已离开的用户'),
        event,
        state,
        reason,
      })),
      alike: alike.map(shown),
      ...(await this.#candidates(row, record, actor)),
      lookalikes: await this.#lookalikes(row, record, actor),
      known: row.kind === 'founder' && row.company_id === null ? await companies.known(namesOf(record), actor) : null,
    };
  }

  /** Records that staff would double, or take for another, by approving what waits. */
  async #lookalikes(row: DeskRow, { record }: RecordReply, actor: Member): Promise<Candidate[]> {
    if (row.state !== 'PENDING' && row.state !== 'EMAIL_PENDING') return [];
    const { similar, readRecord } = this.#deps;
    const { company } = BINDINGS;
    switch (row.kind) {
      case 'founder':
        return similar(row.object_api_name, record, undefined, actor);
      case 'claim': {
        if (row.company_id === null) return [];
        const claimed = await readRecord(company.object, row.company_id, actor);
        return similar(company.object, claimed.record, claimed.record.id, actor);
      }
      case 'investor': {
        const { institution: linked, institutionName = '' } = boundValues(BINDINGS.investorForm, record);
        return linked ? [] : this.#institutionsLike(institutionName, actor);
      }
      case 'serviceOrg':
        return this.#institutionsLike(boundValues(BINDINGS.serviceOrgForm, record).institutionName ?? '', actor);
    }
  }

  async #institutionsLike(name: string, actor: Member): Promise<Candidate[]> {
    if (name.trim() === '') return [];
    const { object } = BINDINGS.institution;
    // Users type either name.
    const values = Object.fromEntries(this.#deps.nameFields(object).map((field) => [field, name]));
    return this.#deps.similar(object, values, undefined, actor);
  }

  async #view(rows: readonly DeskRow[]): Promise<(row: DeskRow) => DeskCase> {
    const view = await caseView(rows, this.#deps.companies.names);
    return (row) => ({ ...view(row), applicant: row.applicant });
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
