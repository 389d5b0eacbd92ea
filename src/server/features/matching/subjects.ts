import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues, recordValues } from '#shared/bindings/bound-values.ts';
import { Failure } from '#shared/errors.ts';
import type { Fact } from '#shared/matching/kinds/kind.ts';
import { isStaff, type Member } from '#shared/policy/actor.ts';
import { seeksInvestors } from '#shared/policy/matching.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { ALL_ROWS } from '#server/core/lists/rows-of.ts';
import type { RecordReader } from '#server/core/lists/record-reader.ts';
import { formContext } from '#server/core/records/judgement.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { Db } from '#server/db/database.ts';
import { companiesOf, isCompanyMember } from '#server/platform/parties/queries.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { ownProject } from './askers.ts';
import type { Book } from './book.ts';
import { LEAD, NEEDS_LEAD } from './lead.ts';
import { type Kept, openRequests } from './queries.ts';

const { project: PROJECT, financing: FINANCING, companyProfile: COMPANY, financingDraft: DRAFT } = BINDINGS;
const [, , DONE, CLOSED] = PROJECT.fields.status.options;
/** Subjects that a menu has at most. */
const MOST_SUBJECTS = 50;
/** What a draft is called; it is not kept. */
const DRAFT_NAME = '临时条件';

/** What institutions are asked for: one of the three. */
export interface SubjectAsked {
  readonly project?: string | undefined;
  readonly request?: string | undefined;
  readonly draft?: Readonly<Record<string, unknown>> | undefined;
}

/** A round that institutions are looked for. */
export interface Subject {
  readonly kept: Kept;
  readonly name: string;
  /** All that tells its list from others. */
  readonly identity: string;
  /** The published project: marks and what was shown belong to it alone. */
  readonly project: string | undefined;
  /** What it says beside values of a project. */
  readonly facts: Readonly<Record<string, Fact>>;
}

interface SubjectDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly reader: RecordReader;
  readonly records: RecordValuesReader;
  readonly writer: Pick<RecordWriter, 'judge'>;
  readonly now: () => Date;
}

/** Who speaks for a company sees all that is of it. */
const ofOwn = ({ day }: Book) => ({ rowsOf: ALL_ROWS, today: day });

/**
 * @throws Failure UNKNOWN_RECORD for a project or a request of others, as for none; FORBIDDEN for a draft of users who look for
 * no investors; INVALID_BODY for none or several of the three, and with problems by field for a draft that no project could be.
 */
export async function subjectOf(deps: SubjectDeps, asked: SubjectAsked, book: Book, actor: Member): Promise<Subject> {
  const { project, request, draft } = asked;
  if ([project, request, draft].filter((one) => one !== undefined).length !== 1)
    throw new Failure('INVALID_BODY', '请选择一个项目、一条融资需求或临时条件', [
      { field: 'project', message: '项目、融资需求与临时条件须选其一' },
    ]);
  if (project !== undefined) return published(deps, project, book, actor);
  return request === undefined ? drafted(deps, draft, actor) : requested(deps, request, actor);
}

async function published(
  { db, catalog, reader }: SubjectDeps,
  id: string,
  book: Book,
  actor: Member,
): Promise<Subject> {
  const kept = await ownProject(db, book, id, actor);
  const name = (await reader.names(catalog.object(PROJECT.object), [id], ofOwn(book))).get(id) ?? '';
  return { kept, name, identity: `project ${id}`, project: id, facts: {} };
}

/** What a request and its company say, as values of the project that would be published of it. */
async function requested({ db, records }: SubjectDeps, id: string, actor: Member): Promise<Subject> {
  const found = await records.bound(FINANCING, id);
  const company = found?.values.company?.id;
  const speaks = company !== undefined && (isStaff(actor) || (await isCompanyMember(db, company, actor.id)));
  if (!found || !speaks) throw new Failure('UNKNOWN_RECORD', '融资需求不存在，或不属于您代表的企业');
  const { title = '', round, amount, amountBand, revenue } = found.values;
  const profile = await records.bound(COMPANY, company);
  const { industry, tracks, region } = profile?.values ?? {};
  const given = { company: { id: company }, industry, tracks, region, round, amount, amountBand, revenue };
  const values = recordValues(PROJECT, given);
  return { kept: { id, seen: '', values }, name: title, identity: `request ${id}`, project: undefined, facts: {} };
}

/** Judged by the same rules as what is kept; nothing of it is. */
async function drafted({ writer, now }: SubjectDeps, draft: SubjectAsked['draft'], actor: Member): Promise<Subject> {
  if (!seeksInvestors(actor)) throw new Failure('FORBIDDEN');
  const input = { ...draft, ...recordValues(DRAFT, { name: DRAFT_NAME }) };
  const { values, problems } = await writer.judge(DRAFT.object, undefined, input, formContext(actor, now()));
  if (problems.length > 0) throw new Failure('INVALID_BODY', undefined, problems);
  const { needsLead } = boundValues(DRAFT, values);
  return {
    kept: { id: '0', seen: '', values },
    name: DRAFT_NAME,
    identity: `draft ${JSON.stringify(values)}`,
    project: undefined,
    facts: needsLead === true ? { [LEAD.subject]: NEEDS_LEAD } : {},
  };
}

/** Projects and requests of the companies that a user speaks for, the newest first; a request that has its project is that. */
export async function subjectsOf({ db, catalog, reader }: SubjectDeps, book: Book, actor: Member) {
  const companies = new Set(await companiesOf(db, actor.id));
  if (companies.size === 0) return [];
  const ids = [...book.projects.values()].flatMap(({ id, values }) => {
    const { company, status } = boundValues(PROJECT, values);
    return company && companies.has(company.id) && status !== DONE && status !== CLOSED ? [id] : [];
  });
  const newest = ids.toSorted((one, other) => Number(other) - Number(one)).slice(0, MOST_SUBJECTS);
  const names = await reader.names(catalog.object(PROJECT.object), newest, ofOwn(book));
  const requests = await openRequests(db, [...companies], MOST_SUBJECTS);
  return [
    ...newest.map((id) => ({ kind: 'project' as const, id, name: names.get(id) ?? `#${id}` })),
    ...requests.map(({ id, title }) => ({ kind: 'request' as const, id, name: title })),
  ];
}
