import { STAT_PAGE_SIZE, type StatPeriod, type StatQuery, VISIT_DAYS, type VisitStat } from '#schemas/api/visits.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import type { Visits, VisitDeps } from './visits.ts';
import { modeOf } from './queries.ts';
import { breakdowns } from './breakdowns.ts';
import { ownCompanies, type ReadStat, readStat } from './stat-queries.ts';

const DAYS: Readonly<Record<StatPeriod, number>> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365, all: VISIT_DAYS };
/** Days of one part of the trend. */
const STEPS: Readonly<Record<StatPeriod, number>> = { '7d': 1, '30d': 1, '90d': 7, '365d': 7, all: 14 };

const NONE = { viewers: 0, institutions: 0, returning: 0, opens: 0, medianSeconds: null, contacted: 0, bpSent: 0 };

const daysAfter = (day: string, days: number): string =>
  shanghaiDay(new Date(startOfShanghaiDay(day).getTime() + days * DAY_MS));

export type StatDeps = Omit<VisitDeps, 'report'>;

/** Who looks at the companies of those who speak for them. */
export class VisitStats {
  readonly #deps: StatDeps;
  readonly #visits: Visits;

  constructor(deps: StatDeps, visits: Visits) {
    this.#deps = deps;
    this.#visits = visits;
  }

  /** @throws Failure UNKNOWN_RECORD for a company that the user does not speak for, as for none. */
  async read(asked: StatQuery, actor: Member): Promise<VisitStat> {
    const { database, catalog, now } = this.#deps;
    const { page = 1, pageSize = STAT_PAGE_SIZE, statPeriod = '30d', statUserInvestorType = '' } = asked;
    const { sort = 'last', by } = asked;
    await this.#visits.flush();
    const companies = await ownCompanies(database.db, catalog, actor.id);
    if (asked.ccid !== undefined && !companies.some(({ ccid }) => ccid === asked.ccid))
      throw new Failure('UNKNOWN_RECORD', '企业不存在');
    const company = asked.ccid ?? companies[0]?.ccid;
    const days = DAYS[statPeriod];
    const to = shanghaiDay(now());
    const from = daysAfter(to, 1 - days);
    const previousFrom = statPeriod === 'all' ? null : daysAfter(from, -days);
    const step = STEPS[statPeriod];
    const count = Math.ceil(days / step);
    const period = { from, to, previousFrom, previousTo: previousFrom && daysAfter(from, -1) };
    const isHidden = (await modeOf(database.db, actor.id)) === 'private';
    const found =
      company !== undefined &&
      (await readStat(database.db, {
        reader: actor.id,
        company,
        from,
        to,
        previousFrom,
        kind: statUserInvestorType,
        step,
        offset: (page - 1) * pageSize,
        limit: pageSize,
        sort,
        withInstitutions: by === 'institution',
      }));
    const read = found || { now: NONE, before: NONE, days: [], types: [], rows: [], institutions: [] };
    const groups = found && company !== undefined && (await breakdowns(database.db, catalog, found, company));
    const viewers = viewersOfParts(read.days, count);
    return {
      companies,
      ccid: company ?? null,
      isHidden,
      period,
      summary: { ...read.now, previous: previousFrom === null ? null : read.before },
      trend: Array.from({ length: count }, (_, part) => {
        const last = daysAfter(from, (part + 1) * step - 1);
        return { from: daysAfter(from, part * step), to: last < to ? last : to, viewers: viewers[part] ?? 0 };
      }),
      byType: read.types,
      byRegion: [],
      byFocusFit: [],
      bySource: [],
      ...groups,
      institutions: [...read.institutions],
      totalCount: read.now.viewers,
      data: read.rows.map((row) => ({ ...row, lastAt: row.lastAt && new Date(row.lastAt).toISOString() })),
    };
  }
}

/** How many came in each part. Counted here: the database would compare every viewer with every part. */
function viewersOfParts(days: ReadStat['days'], count: number): number[] {
  const parts = Array.from({ length: count }, () => 0);
  for (const { parts: text, viewers } of days) {
    const bits = BigInt(text).toString(2);
    for (let at = 0; at < bits.length; at += 1)
      if (bits[bits.length - 1 - at] === '1') parts[at] = (parts[at] ?? 0) + viewers;
  }
  return parts;
}
