import { BINDINGS } from '#schemas/bindings.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { MatchPair } from '#schemas/metadata/match-pair.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { firstDay, lastDay } from '#generators/field-types/date.ts';
import { type BoundValues, boundValues } from '#shared/bindings/bound-values.ts';
import { type DayNumber, dayNumber, forwardWeight, quantized } from '#shared/matching/clock.ts';
import type { Contacts, Institution, Stated } from '#shared/matching/kinds/kind.ts';
import { addDeal, type Deal, type DealFact, emptyProfile, type GrowingProfile } from '#shared/matching/profile.ts';
import { TUNING } from '#shared/matching/tuning.ts';
import { dealFactOf, statedOf } from './facts.ts';
import type { FirstContacts } from './contact-queries.ts';
import { LEAD } from './lead.ts';
import type { Kept } from './queries.ts';

/** A further round of a company that is held says less of what is looked for than the first. */
const FOLLOW_ON = 0.5;
/** What a deal counts for that is not verified, or whose day is that on which it was first heard of. */
const UNSURE = 0.5;
/** Rounds of one company and kind so many days apart are one round that was published twice. */
const REPEATED_DAYS = 45;
const [VERIFIED] = BINDINGS.transaction.fields.verification.options;

/** Fields of the three objects that matching compares, as they are live. */
export interface Compared {
  /** Criteria whose fields are there; what they name beside them as well. */
  readonly pairs: readonly MatchPair[];
  readonly project: ReadonlyMap<string, FieldDefinition>;
  readonly deal: ReadonlyMap<string, FieldDefinition>;
  readonly institution: ReadonlyMap<string, FieldDefinition>;
  readonly nameField: string;
}

/** A deal as counts see it: the days that it may have been on, where they are known. */
export interface KnownDeal {
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly facts: Readonly<Record<string, DealFact>>;
  /** Did the institution that it is a deal of lead the round? */
  readonly isLed: boolean;
}

/** An institution with what it did and says. */
export interface Known extends Institution {
  readonly name: string;
  readonly isAdvisor: boolean;
  readonly deals: readonly KnownDeal[];
  /** The fields of its record that are compared. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What it asks for exactly; absent where it asks for nothing, as most do. */
  readonly floors?: Floors;
}

/** What contradicts a round: read once for all lists. */
export type Floors = Pick<BoundValues<typeof BINDINGS.institution>, 'currency' | 'minCheck' | 'leastRevenue'>;

/** All that matching knows on a day. */
export interface Book {
  readonly day: string;
  readonly today: DayNumber;
  readonly compared: Compared;
  /** Deals that count, and rounds, each once. */
  readonly market: GrowingProfile;
  readonly offered: GrowingProfile;
  readonly deals: number;
  /** In the order of their ids. */
  readonly institutions: ReadonlyMap<string, Known>;
  /** Institutions that hold a company. */
  readonly holders: ReadonlyMap<string, ReadonlySet<string>>;
  readonly projects: ReadonlyMap<string, Kept>;
  /** First contacts of companies, by their ids; those with too few are left out. */
  readonly contacts: ReadonlyMap<string, Contacts>;
}

/** What all deals add up to; kept where only institutions or projects have changed. */
export interface Ledger {
  readonly day: string;
  readonly market: GrowingProfile;
  readonly offered: GrowingProfile;
  readonly deals: number;
  readonly done: ReadonlyMap<string, Done>;
  readonly holders: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What one institution did. */
interface Done {
  readonly profile: GrowingProfile;
  readonly deals: KnownDeal[];
  readonly joint: Map<string, number>;
}

const idsOf = (links: readonly ReferenceValue[] = []): string[] => links.map(({ id }) => id);

interface Round {
  readonly deal: Deal;
  readonly known: KnownDeal | undefined;
  readonly company: string | undefined;
  readonly round: string | undefined;
  readonly investors: readonly string[];
  readonly leads: ReadonlySet<string>;
}

/** Deals that are added up before others have their turn. */
const SLICE = 2000;

/** Adds all deals up, in the order of the days. */
export async function ledgerOf(
  deals: readonly Kept[],
  compared: Compared,
  day: string,
  giveWay: () => Promise<unknown>,
): Promise<Ledger> {
  const today = dayNumber(day);
  const rounds: Round[] = [];
  for (const [at, kept] of deals.entries()) {
    const round = roundOf(kept, compared);
    if (round && round.deal.on <= today) rounds.push(round);
    if (at % SLICE === SLICE - 1) await giveWay();
  }
  const done = new Map<string, Done>();
  const holders = new Map<string, Set<string>>();
  const earlier = new Map<string, Round[]>();
  const [market, offered] = [emptyProfile(), emptyProfile()];
  const of = (id: string): Done => {
    const found = done.get(id) ?? { profile: emptyProfile(), deals: [], joint: new Map() };
    done.set(id, found);
    return found;
  };
  for (const [at, round] of rounds.toSorted((one, other) => one.deal.on - other.deal.on).entries()) {
    if (at % SLICE === SLICE - 1) await giveWay();
    const { deal, company } = round;
    const before = company === undefined ? [] : (earlier.get(company) ?? []);
    const repeated = new Set(before.filter((one) => isRepeated(one, round)).flatMap(({ investors }) => investors));
    const held = (company === undefined ? undefined : holders.get(company)) ?? new Set<string>();
    addDeal(offered, deal, TUNING.halfLife);
    const led = round.leads.size > 0 ? inRole(round, true) : round;
    const followed = round.investors.length > round.leads.size ? inRole(round, false) : round;
    for (const id of round.investors) {
      const one = of(id);
      const role = round.leads.has(id) ? led : followed;
      if (role.known) one.deals.push(role.known);
      const isFirst = !held.has(id);
      if (isFirst) meet(id, held, of, deal.on);
      held.add(id);
      if (repeated.has(id)) continue;
      const counted = isFirst ? role.deal : { ...role.deal, share: deal.share * FOLLOW_ON };
      addDeal(one.profile, counted, TUNING.halfLife);
      addDeal(market, counted, TUNING.halfLife);
    }
    if (company === undefined) continue;
    holders.set(company, held);
    earlier.set(company, [...before, round]);
  }
  return { day, market, offered, deals: rounds.length, done, holders };
}

export function bookOf(
  ledger: Ledger,
  records: {
    readonly institutions: readonly Kept[];
    readonly projects: ReadonlyMap<string, Kept>;
    /** Lists of the last days that showed an institution, by its id. */
    readonly shown: ReadonlyMap<string, number>;
    readonly contacts: FirstContacts;
  },
  compared: Compared,
): Book {
  const { day, market, offered, deals, done, holders } = ledger;
  const institutions = new Map(
    records.institutions.map(({ id, ...kept }) => {
      const known = knownOf({ id, ...kept }, done.get(id), compared);
      const contacts = records.contacts.institutions.get(id);
      return [id, { ...known, shown: records.shown.get(id) ?? 0, ...(contacts && { contacts }) }];
    }),
  );
  const contacts = records.contacts.companies;
  const { projects } = records;
  return { day, today: dayNumber(day), compared, market, offered, deals, institutions, holders, projects, contacts };
}

/** Institutions that are in one company know one another from now on. */
function meet(id: string, others: ReadonlySet<string>, of: (id: string) => Done, on: DayNumber): void {
  const weight = quantized(forwardWeight(on, TUNING.halfLife));
  for (const other of others)
    for (const [from, to] of [
      [id, other],
      [other, id],
    ] as const) {
      const { joint } = of(from);
      joint.set(to, (joint.get(to) ?? 0) + weight);
    }
}

/** A round as one who led it did it, or one who did not. */
function inRole({ deal, known }: Round, isLed: boolean): Pick<Round, 'deal' | 'known'> {
  const facts = { ...deal.facts, [LEAD.subject]: isLed ? LED : FOLLOWED };
  return { deal: { ...deal, facts }, known: known && { ...known, isLed } };
}

const [LED, FOLLOWED] = [{ values: ['true'] }, { values: ['false'] }];

const isRepeated = (earlier: Round, later: Round): boolean =>
  earlier.round === later.round && later.deal.on - earlier.deal.on <= REPEATED_DAYS;

/** Undefined where no day of it is known. */
function roundOf({ values }: Kept, { pairs, deal: fields }: Compared): Round | undefined {
  const bound = boundValues(BINDINGS.transaction, values);
  const { fundedOn, disclosedOn, verification = VERIFIED, title = '', company, round, leads, follows } = bound;
  const on = fundedOn ?? disclosedOn;
  if (on === undefined) return undefined;
  const facts: Record<string, DealFact> = {};
  for (const { evidence = '' } of pairs) {
    const field = fields.get(evidence);
    const fact = field && dealFactOf(field, values[evidence]);
    if (fact) facts[evidence] = fact;
  }
  const share = (verification === VERIFIED ? 1 : UNSURE) * (fundedOn === undefined ? UNSURE : 1);
  const known =
    fundedOn === undefined
      ? undefined
      : { from: firstDay(fundedOn), to: lastDay(fundedOn), title, facts, isLed: false };
  const investors = [...new Set([...idsOf(leads), ...idsOf(follows)])];
  const led = new Set(idsOf(leads));
  return { deal: { on: dayNumber(on), share, facts }, known, company: company?.id, round, investors, leads: led };
}

function knownOf({ id, seen, values }: Kept, done: Done | undefined, compared: Compared): Known {
  const bound = boundValues(BINDINGS.institution, values);
  const { isAdvisor = false, verifiedOn, leads, currency, minCheck, leastRevenue } = bound;
  const asks = currency !== undefined || minCheck !== undefined || leastRevenue !== undefined;
  const on = dayNumber(verifiedOn ?? seen);
  const stated: Record<string, Stated> = {};
  for (const { subject, stated: name = '', statedTo = '' } of compared.pairs) {
    const [field, to] = [compared.institution.get(name), compared.institution.get(statedTo)];
    const said = field && statedOf(field, values[name], on, to && [to, values[statedTo]]);
    if (said) stated[subject] = said;
  }
  if (leads !== undefined) stated[LEAD.subject] = { paths: [[String(leads)]], label: leads ? '可领投' : '不领投', on };
  const joint = done?.joint;
  return {
    id,
    values,
    ...(asks && { floors: { currency, minCheck, leastRevenue } as Floors }),
    name: String(values[compared.nameField] ?? ''),
    isAdvisor,
    profile: done?.profile ?? emptyProfile(),
    deals: done?.deals ?? [],
    ...(joint && { joint: (other: string) => joint.get(other) ?? 0 }),
    ...(Object.keys(stated).length > 0 && { stated }),
  };
}
