import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import { Failure } from '#shared/errors.ts';
import type { Stated } from '#shared/matching/kinds/kind.ts';
import { type Actor, isStaff, type Member } from '#shared/policy/actor.ts';
import { mayReadField } from '#shared/policy/decide.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { listableFields } from '#server/core/catalog/object-view.ts';
import type { Db } from '#server/db/database.ts';
import { isCompanyMember } from '#server/platform/parties/queries.ts';
import type { RecordValuesReader } from '#server/platform/parties/record-values.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import type { Book, Floors } from './book.ts';
import { statedEach } from './facts.ts';
import { LEAD } from './lead.ts';
import { focusOf, investorFormOf, investorLinkOf, type Kept } from './queries.ts';

/** What of the criteria a user may know: a term is worked out of what its reader may read, since the order would tell the rest. */
export interface Open {
  readonly pairs: readonly MatchPair[];
  /** Keys of criteria whose stated side is open. */
  readonly stated: ReadonlySet<string>;
  readonly labels: Readonly<Record<string, string>>;
  /** The field with the band of an amount that is not named exactly. */
  readonly band: FieldDefinition | undefined;
}

/** Never the name of a field: what is closed is no dimension of anything. */
const CLOSED = '';

const band = BINDINGS.project.fields.amountBand.apiName;

/** `ownsProject`: the user speaks for the company of the project, and reads more of it than its list shows. */
export function openTo(actor: Actor, { compared }: Book, catalog: Catalog, ownsProject: boolean): Open {
  const names = (apiName: string) =>
    new Set(listableFields(catalog.object(apiName), actor).map((field) => field.apiName));
  const [deals, institutions, projects] = [
    names(BINDINGS.transaction.object),
    names(BINDINGS.institution.object),
    names(BINDINGS.project.object),
  ];
  const isOpen = (apiName: string): boolean => {
    const field = compared.project.get(apiName);
    return field !== undefined && (ownsProject ? mayReadField(actor, field) : projects.has(apiName));
  };
  const has = (open: ReadonlySet<string>, name: string | undefined): boolean => name !== undefined && open.has(name);
  const pairs = compared.pairs.flatMap((pair) => {
    if (!isOpen(pair.subject)) return [];
    const evidence = has(deals, pair.evidence) && pair.evidence !== undefined ? pair.evidence : CLOSED;
    return [{ ...pair, evidence }];
  });
  const stated = [...pairs, LEAD].filter(
    (pair) => has(institutions, pair.stated) && (pair.statedTo === undefined || has(institutions, pair.statedTo)),
  );
  const labels = pairs.map(({ subject, label }) => [subject, label ?? compared.project.get(subject)?.label ?? subject]);
  return {
    pairs,
    stated: new Set(stated.map(({ subject }) => subject)),
    labels: Object.fromEntries(labels) as Record<string, string>,
    band: isOpen(band) ? compared.project.get(band) : undefined,
  };
}

/** @throws Failure UNKNOWN_RECORD for a project of others, as for none. */
export async function ownProject(db: Db, book: Book, id: string, actor: Member): Promise<Kept> {
  const project = book.projects.get(id);
  const company = project && boundValues(BINDINGS.project, project.values).company?.id;
  const speaks = isStaff(actor) || (company !== undefined && (await isCompanyMember(db, company, actor.id)));
  if (!project || !speaks) throw new Failure('UNKNOWN_RECORD', '融资项目不存在，或不属于您代表的企业');
  return project;
}

/** Who looks for projects: the institution of the certification, and what the user follows. */
export interface Investor {
  readonly institution: { readonly id: string; readonly name: string } | undefined;
  readonly stated: Readonly<Record<string, Stated>>;
  /** What the user follows says for sure. */
  readonly floors: Floors;
}

interface InvestorDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly records: RecordValuesReader;
}

/** What is known of an investor: the certification names the institution, and what the user follows is the user’s own choice. */
export async function investorOf(
  { db, catalog, records }: InvestorDeps,
  { compared, today, institutions }: Book,
  actor: Member,
): Promise<Investor> {
  const [formId, focusId] = [await investorFormOf(db, actor.id), await focusOf(db, catalog, actor.id)];
  const form = formId === undefined ? undefined : await records.bound(BINDINGS.investorForm, formId);
  const focus = focusId === undefined ? undefined : await records.bound(BINDINGS.focus, focusId);
  // What staff decided comes before what the form names, also where they decided that there is none.
  const link = await investorLinkOf(db, actor.id);
  const orgId = link ? (link.institution_id ?? undefined) : form?.values.institution?.id;
  const org = orgId === undefined ? undefined : institutions.get(orgId);
  const { industry, round } = BINDINGS.project.fields;
  const industries = focus?.values.industries ?? form?.values.industries ?? [];
  const phases = focus?.values.phases ?? form?.values.phases ?? [];
  const stated: Record<string, Stated> = {};
  for (const [{ apiName }, values] of [
    [industry, industries],
    [round, phases],
  ] as const) {
    const field = compared.project.get(apiName);
    const said = field && statedEach(field, values, today);
    if (said) stated[apiName] = said;
  }
  const { currency, minCheck } = focus?.values ?? {};
  return { institution: org && { id: org.id, name: org.name }, stated, floors: { currency, minCheck } as Floors };
}
