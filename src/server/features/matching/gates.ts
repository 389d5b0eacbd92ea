import type { HiddenReason } from '#schemas/api/match-lists.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import type { CurrencyValue } from '#schemas/metadata/value.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { compareExact, parseExact } from '#shared/money/exact.ts';
import type { Book, Known } from './book.ts';
import type { Wanted } from './mandates.ts';
import type { Kept } from './queries.ts';

const { project: PROJECT } = BINDINGS;
const [RAISING] = PROJECT.fields.status.options;
const [YUAN, DOLLAR, BOTH, OTHERS] = PROJECT.fields.currency.options;

/** Currencies that an option of accepted ones means. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  [YUAN]: [YUAN],
  [DOLLAR]: [DOLLAR],
  [BOTH]: [YUAN, DOLLAR],
  [OTHERS]: [OTHERS],
};

/** What projects are let through by, for one investor. */
export interface Gates {
  readonly book: Book;
  /** The institution of the investor. */
  readonly known: Known | undefined;
  readonly wanted: Wanted | undefined;
  /** May the investor read this field of projects? What is closed is no reason to leave one out. */
  readonly isOpen: (apiName: string) => boolean;
}

/** Why a project is in no list of this investor; undefined for one that is. What a project does not say keeps it in. */
export function gateOf({ values }: Kept, { book, known, wanted, isOpen }: Gates): HiddenReason | undefined {
  const { status, deadline, company, currency, revenue } = boundValues(PROJECT, values);
  if (status !== RAISING) return 'paused';
  if (deadline !== undefined && deadline < book.day) return 'over';
  if (known !== undefined && company !== undefined && book.holders.get(company.id)?.has(known.id) === true)
    return 'held';
  if (isOpen(PROJECT.fields.currency.apiName) && areDisjoint(wanted?.currency, currency)) return 'currency';
  if (isOpen(PROJECT.fields.revenue.apiName) && isBelow(revenue, wanted?.leastRevenue)) return 'revenue';
  return undefined;
}

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
