import { BINDINGS } from '#schemas/bindings.ts';
import type { MatchOrder } from '#schemas/api/match-lists.ts';
import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import type { Contacts, Fact, Institution, Stated } from '#shared/matching/kinds/kind.ts';
import type { Query } from '#shared/matching/score.ts';
import { TUNING } from '#shared/matching/tuning.ts';
import type { Open } from './askers.ts';
import type { Book, Known } from './book.ts';
import { factOf } from './facts.ts';
import type { Kept } from './queries.ts';

/** Names of records that projects link to, by field and id. */
export type Names = ReadonlyMap<string, string>;

const NONE: ReadonlySet<string> = new Set();

export const linksOf = (value: unknown): readonly ReferenceValue[] =>
  value === undefined || value === null ? [] : ([value].flat() as ReferenceValue[]);

/** Institutions that hold the company of a project already. */
export function holdersOf({ values }: Kept, { holders }: Book): ReadonlySet<string> {
  const company = boundValues(BINDINGS.project, values).company?.id;
  return (company === undefined ? undefined : holders.get(company)) ?? NONE;
}

/** What a project says, as far as its reader may know it. */
export function factsOf(project: Kept, { pairs, band }: Open, book: Book, names: Names): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const pair of pairs) {
    const field = book.compared.project.get(pair.subject);
    const value = project.values[pair.subject];
    const said = field && factOf(pair, field, named(field, value, names));
    const fact = pair.kind === 'network' ? holdersFact(project, book) : (said ?? bandFact(pair, project, band));
    if (fact) facts[pair.subject] = fact;
  }
  return facts;
}

/** An amount that is not named exactly is all of its band. */
function bandFact(pair: MatchPair, { values }: Kept, band: FieldDefinition | undefined): Fact | undefined {
  const { amount } = BINDINGS.project.fields;
  const option = band && values[band.apiName];
  if (!band || pair.subject !== amount.apiName || typeof option !== 'string') return undefined;
  return factOf(pair, { ...band, type: amount.types[0] }, { band: option });
}

function holdersFact(project: Kept, book: Book): Fact | undefined {
  const members = [...holdersOf(project, book)].flatMap((id) => {
    const known = book.institutions.get(id);
    return known ? [{ id, label: known.name, weight: known.profile.weight }] : [];
  });
  return members.length > 0 ? { members } : undefined;
}

/** A link with the name that users read. */
function named(field: FieldDefinition, value: unknown, names: Names): unknown {
  if (!isLinking(field)) return value;
  const links = linksOf(value).map(({ id }) => ({ id, name: names.get(`${field.apiName} ${id}`) ?? '' }));
  return Array.isArray(value) ? links : links[0];
}

/** How a list is asked for. */
interface Asked {
  readonly order?: MatchOrder | undefined;
  readonly sliders?: Readonly<Record<string, number>>;
  /** Projects are ranked for an institution, and those like it that others invest in come first. */
  readonly isOffered?: boolean;
  /** First contacts of the project's company. */
  readonly contacts?: Contacts | undefined;
}

export function queryOf(
  { market, offered, today }: Book,
  { pairs }: Open,
  facts: Query['facts'],
  { order = 'likely', sliders, isOffered = false, contacts }: Asked = {},
): Query {
  return {
    pairs,
    facts,
    market,
    ...(isOffered && { offered }),
    today,
    tuning: TUNING,
    order: order === 'likely' ? 'likely' : 'fitting',
    ...(sliders && { sliders }),
    ...(contacts && { contacts }),
  };
}

/** Institutions as readers know them, by what is open to these. */
const KNOWN = new WeakMap<Book, Map<string, ReadonlyMap<string, Known>>>();

/** All institutions, with what their reader may know of what they say; made once for all readers who may know the same. */
export function knownTo(book: Book, open: Open): ReadonlyMap<string, Known> {
  const key = [...open.stated].join();
  const made = KNOWN.get(book) ?? new Map<string, ReadonlyMap<string, Known>>();
  KNOWN.set(book, made);
  const found = made.get(key) ?? new Map([...book.institutions].map(([id, known]) => [id, withOpen(known, open)]));
  made.set(key, found);
  return found;
}

function withOpen(known: Known, open: Open): Known {
  const keys = Object.keys(known.stated ?? {});
  if (keys.every((key) => open.stated.has(key))) return known;
  const { stated, ...rest } = known;
  return { ...rest, stated: Object.fromEntries(Object.entries(stated ?? {}).filter(([key]) => open.stated.has(key))) };
}

/**
 * An investor who looks for what a mandate says. Deals and other statements speak for what it leaves open alone: what was done
 * before would outweigh what is asked for now.
 */
export function forMandate(
  investor: Institution,
  stated: Readonly<Record<string, Stated>>,
  { pairs }: Open,
): Institution {
  const { profile } = investor;
  const aside = new Set(
    pairs.filter(({ subject }) => stated[subject]).map(({ subject, evidence }) => evidence ?? subject),
  );
  const dimensions = new Map([...profile.dimensions].filter(([name]) => !aside.has(name)));
  return { ...investor, stated, profile: { ...profile, dimensions } };
}
