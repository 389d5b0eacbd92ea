import { BINDINGS } from '#schemas/bindings.ts';
import type { MatchOrder } from '#schemas/api/match-lists.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { isLinking } from '#generators/field-types/registry.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import type { Fact, Institution, Stated } from '#shared/matching/kinds/kind.ts';
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
export function factsOf(project: Kept, { pairs }: Open, book: Book, names: Names): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const pair of pairs) {
    const field = book.compared.project.get(pair.subject);
    const value = project.values[pair.subject];
    const fact =
      pair.kind === 'network' ? holdersFact(project, book) : field && factOf(pair, field, named(field, value, names));
    if (fact) facts[pair.subject] = fact;
  }
  return facts;
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

/** `isOffered`: projects are ranked for an institution, and those like it that others invest in come first. */
export function queryOf(
  { market, offered, today }: Book,
  { pairs }: Open,
  facts: Query['facts'],
  order: MatchOrder = 'likely',
  isOffered = false,
): Query {
  return {
    pairs,
    facts,
    market,
    ...(isOffered && { offered }),
    today,
    tuning: TUNING,
    order: order === 'likely' ? 'likely' : 'fitting',
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
