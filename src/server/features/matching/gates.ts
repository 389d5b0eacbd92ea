import type { HiddenReason } from '#schemas/api/match-lists.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';
import type { Book, Floors, Known } from './book.ts';
import type { Kept } from './queries.ts';

const { project: PROJECT, institution: INSTITUTION } = BINDINGS;
const [RAISING] = PROJECT.fields.status.options;
const [YUAN, DOLLAR, BOTH, OTHERS] = PROJECT.fields.currency.options;

/** Currencies that an option of accepted ones means. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  [YUAN]: [YUAN],
  [DOLLAR]: [DOLLAR],
  [BOTH]: [YUAN, DOLLAR],
  [OTHERS]: [OTHERS],
};

/** May the user read this field? What is closed is no reason to leave anything out. */
type IsOpen = (apiName: string) => boolean;

/** What a project and an institution must not contradict each other in, as far as it is known for sure. */
interface Terms {
  readonly currency?: string | undefined;
  /** The amount that is raised. */
  readonly amount?: CurrencyValue | undefined;
  readonly revenue?: CurrencyValue | undefined;
}

/** Which exact facts of the two contradict each other. What is not said contradicts nothing. */
function termGates(terms: Terms, floors: Floors): HiddenReason[] {
  const reasons: HiddenReason[] = [];
  if (areDisjoint(floors.currency, terms.currency)) reasons.push('currency');
  // No part of a round is larger than the round.
  if (isBelow(terms.amount, floors.minCheck)) reasons.push('cheque');
  if (isBelow(terms.revenue, floors.leastRevenue)) reasons.push('revenue');
  return reasons;
}

/** What projects are let through by, for one investor. */
export interface ProjectGates {
  readonly book: Book;
  /** The institution of the investor. */
  readonly known: Known | undefined;
  readonly floors: Floors;
  /** Of fields of projects. */
  readonly isOpen: IsOpen;
}

/** Why a project is in no list of this investor, the first reason first; empty for one that is. */
export function gatesOfProject({ values }: Kept, { book, known, floors, isOpen }: ProjectGates): HiddenReason[] {
  const { status, deadline, company, currency, amount, revenue } = boundValues(PROJECT, values);
  const reasons: HiddenReason[] = [];
  if (status !== RAISING) reasons.push('paused');
  if (deadline !== undefined && deadline < book.day) reasons.push('over');
  if (known !== undefined && company !== undefined && book.holders.get(company.id)?.has(known.id) === true)
    reasons.push('held');
  const open = <V>(key: 'currency' | 'amount' | 'revenue', value: V) =>
    isOpen(PROJECT.fields[key].apiName) ? value : undefined;
  const terms = {
    currency: open('currency', currency),
    amount: open('amount', amount),
    revenue: open('revenue', revenue),
  };
  return [...reasons, ...termGates(terms, floors)];
}

/** What institutions are let through by, for one project, whose asker reads all of it. */
export interface InstitutionGates {
  readonly holders: ReadonlySet<string>;
  readonly terms: Terms;
  /** Of fields of institutions. */
  readonly isOpen: IsOpen;
}

export const termsOfProject = ({ values }: Kept): Terms => boundValues(PROJECT, values);

/** What an institution says for sure, of what the user may read. */
export function floorsOf({ floors = {} }: Pick<Known, 'floors'>, isOpen: IsOpen): Floors {
  const open = (key: keyof Floors) => isOpen(INSTITUTION.fields[key].apiName);
  return {
    ...(open('currency') && { currency: floors.currency }),
    ...(open('minCheck') && { minCheck: floors.minCheck }),
    ...(open('leastRevenue') && { leastRevenue: floors.leastRevenue }),
  };
}

/** Why an institution is in no list of this project, the first reason first; empty for one that is. */
export function gatesOfInstitution(
  known: Known,
  { holders, terms, isOpen }: InstitutionGates,
): readonly HiddenReason[] {
  const first = known.isAdvisor ? ADVISOR : holders.has(known.id) ? HELD : NONE;
  return known.floors ? [...first, ...termGates(terms, floorsOf(known, isOpen))] : first;
}

// Of tens of thousands most have no reason: nothing is made for them.
const NONE: readonly HiddenReason[] = [];
const ADVISOR: readonly HiddenReason[] = ['advisor'];
const HELD: readonly HiddenReason[] = ['held'];

/** An option that is not known here is no reason to leave anything out. */
function areDisjoint(one: string | undefined, other: string | undefined): boolean {
  const [accepted, asked] = [CURRENCIES[one ?? ''], CURRENCIES[other ?? '']];
  return accepted !== undefined && asked !== undefined && !accepted.some((currency) => asked.includes(currency));
}

/** Amounts of one currency are compared as they are, others by what they are in CNY. Of a band the amount is not known. */
function isBelow(amount: CurrencyValue | undefined, least: CurrencyValue | undefined): boolean {
  if (amount?.num === undefined || least?.num === undefined) return false;
  const isSame = amount.currency === least.currency;
  const [has, asks] = isSame ? [amount.num, least.num] : [amount.equivalentMoney, least.equivalentMoney];
  const [own, floor] = [parseExact(has), parseExact(asks)];
  return own !== undefined && floor !== undefined && compareExact(own, floor) < 0;
}
