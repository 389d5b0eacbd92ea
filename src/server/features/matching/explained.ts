import { BINDINGS } from '#schemas/bindings.ts';
import type { Comparison, Condition } from '#schemas/metadata/condition.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { Criterion, MatchRow } from '#schemas/api/matching.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { treeOf } from '#generators/option-tree.ts';
import { relativeDays } from '#shared/conditions/periods.ts';
import { explain, winnerOf } from '#shared/matching/explain.ts';
import type { Institution, Value } from '#shared/matching/kinds/kind.ts';
import { type Query, scorerOf } from '#shared/matching/score.ts';
import type { Asker, Counted } from '#shared/matching/words.ts';
import type { Book, KnownDeal } from './book.ts';
import { LEAD } from './lead.ts';

/** Months whose deals sentences count. */
const MONTHS = 24;

/** What every institution and project is judged by, without a field of metadata. */
export const CONSTANT_LABELS = {
  activity: '活跃度',
  recency: '近期投资',
  reply: '回应',
  exposure: '曝光',
  demand: '同类轮次',
  crowd: '股东数量',
} as const;
/** How often an institution was shown is not its own to know, and answers are spoken of where they are enough to go by. */
const isSaid = (key: string, asker: Asker, hasContacts: boolean): boolean =>
  key === 'reply' ? hasContacts : key !== 'exposure' || asker === 'project';

const { transaction } = BINDINGS;

interface Explained {
  readonly book: Book;
  readonly query: Query;
  readonly institution: Institution;
  /** Deals of the institution, and its id in the records of deals; none where it is not known. */
  readonly deals: readonly KnownDeal[];
  readonly labels: Readonly<Record<string, string>>;
  readonly place: number;
  readonly asker: Asker;
  /** Criteria that deals do not speak for, since a mandate states them. */
  readonly setAside?: ReadonlySet<string> | undefined;
}

/** A row of the wire: why it is where it is, with the deals behind each sentence. */
export function explained({ book, query, institution, deals, labels, place, asker, setAside }: Explained): MatchRow {
  const { from = '', to = '' } = relativeDays('lastMonths', MONTHS, book.day) ?? {};
  const near = deals.filter((deal) => deal.from >= from && deal.to <= to);
  const counted: Record<string, Counted> = {};
  const open: Record<string, MatchRow['criteria'][number]['open']> = {};
  for (const part of scorerOf(query).parts(institution)) {
    const field = book.compared.deal.get(part.pair?.evidence ?? '');
    const winner = winnerOf(part, query.facts[part.key]);
    if (part.key === LEAD.subject) {
      const led = near.filter(({ isLed }) => isLed);
      counted[part.key] = { deals: led.length, of: near.length, months: MONTHS, ...lastOf(led) };
      open[part.key] = {
        objectApiName: transaction.object,
        filter: dealsWith(institution.id, { from, to }, ['leads']),
      };
      continue;
    }
    if (!field || !winner || setAside?.has(part.key)) continue;
    const of = near.filter(({ facts }) => facts[field.apiName]?.values?.includes(winner.id));
    counted[part.key] = { deals: of.length, of: near.length, months: MONTHS, ...lastOf(of) };
    const filter = dealsWith(institution.id, { from, to }, ['leads', 'follows'], comparison(field, winner));
    open[part.key] = { objectApiName: transaction.object, filter };
  }
  const shown = { labels: { ...CONSTANT_LABELS, ...labels }, counted, open, place, asker };
  const row = explain(query, institution, shown);
  const hasContacts = (query.contacts ?? institution.contacts) !== undefined;
  const criteria = row.criteria.filter(({ key }) => isSaid(key, asker, hasContacts));
  return { ...row, criteria: criteria.map((one) => (setAside?.has(one.key) ? asAsked(one) : one)) };
}

/** What a mandate asks for is not in part what a project does not have: no deals speak for it either. */
const asAsked = (criterion: Criterion): Criterion =>
  criterion.verdict === 'partly' && criterion.contribution.startsWith('-')
    ? { ...criterion, verdict: 'miss' }
    : criterion;

function lastOf(deals: readonly KnownDeal[]): { last?: string } {
  const last = deals.reduce<KnownDeal | undefined>(
    (one, deal) => (one && one.from > deal.from ? one : deal),
    undefined,
  );
  return last ? { last: `${last.from.slice(0, 7)} ${last.title}` } : {};
}

/** Deals of an institution between two days, as the list of deals is asked for them. */
function dealsWith(
  institution: string,
  { from, to }: { from: string; to: string },
  roles: readonly ('leads' | 'follows')[],
  value?: Comparison,
): Condition {
  const { fields } = transaction;
  const took = roles.map((role): Comparison => ({
    field: fields[role].apiName,
    op: 'containsAny',
    value: [institution],
  }));
  const [only] = took;
  return {
    and: [
      took.length === 1 && only ? only : { or: took },
      { field: fields.fundedOn.apiName, op: 'between', value: [from, to] },
      ...(value ? [value] : []),
    ],
  };
}

/** The comparison that holds where a deal has this value, or one below it. */
function comparison(field: FieldDefinition, { id }: Value): Comparison {
  const { operators, kind } = fieldType(field);
  if (kind === 'boolean') return { field: field.apiName, op: 'eq', value: id === 'true' };
  const op = (['under', 'containsAny', 'in'] as const).find((one) => operators.includes(one)) ?? 'in';
  const isDeep = op !== 'under' && field.selectOptions !== undefined;
  return { field: field.apiName, op, value: isDeep ? treeOf(field.selectOptions ?? []).under([id]) : [id] };
}
