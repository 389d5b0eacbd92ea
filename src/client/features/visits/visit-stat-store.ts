import { makeAutoObservable } from 'mobx';
import type { ChartReply } from '#schemas/api/details.ts';
import { STAT_PERIODS, VISITOR_KINDS, viewMyProjectStat } from '#schemas/generated/api/visits.ts';
import type { StatQuery, VisitStat } from '#schemas/api/visits.ts';
import type { Comparison } from '#schemas/metadata/condition.ts';
import { ROLE_WORDS } from '#shared/policy/role-words.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import type { Api } from '#client/lib/api.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { hashAddress } from '#client/lib/router.ts';

export const VISITORS_PATH = '/visitors/list';
const DAYS_PATH = '/visitors/days';

export const kindWords = (kind: string): string => ROLE_WORDS[kind] ?? '其他投资人';

/** What an address asks for; what it does not know is as absent. */
export function statQueryOf(query: URLSearchParams): StatQuery {
  const statPeriod = STAT_PERIODS.find((period) => period === query.get('period')) ?? '30d';
  const kind = [...VISITOR_KINDS, 'OTHER' as const].find((each) => each === query.get('kind'));
  const ccid = query.get('ccid');
  return {
    statPeriod,
    ...(kind && { statUserInvestorType: kind }),
    ...(ccid && { ccid }),
    ...(query.get('sort') === 'returning' && { sort: 'returning' as const }),
    ...(query.get('by') === 'institution' && { by: 'institution' as const }),
  };
}

/** Figures on who looks at a company. Every number has the address of the list that it counts. */
export class VisitStatStore {
  readonly stat: Loadable<VisitStat, [StatQuery]>;
  #asked: StatQuery = {};

  constructor(api: Api) {
    this.stat = new Loadable((signal, query: StatQuery) => api.call(viewMyProjectStat, { query, signal }));
    makeAutoObservable(this, { stat: false, hrefOfPart: false, hrefOfKind: false });
  }

  load = async (query: StatQuery): Promise<void> => {
    this.#asked = query;
    await this.stat.refresh(query);
  };

  /** Address of the visitors of the period for whom the comparison holds as well. */
  hrefOf(...also: readonly Comparison[]): string {
    const from = this.stat.value?.period.from ?? null;
    return this.#href(VISITORS_PATH, [{ field: 'lastOn', op: 'between', value: [from, null] }, ...also]);
  }

  /** Address of the visits of one part of the trend. */
  readonly hrefOfPart = (from: string): string | undefined => {
    const part = this.stat.value?.trend.find((each) => each.from === from);
    return part && this.#href(DAYS_PATH, [{ field: 'visitedOn', op: 'between', value: [part.from, part.to] }]);
  };

  readonly hrefOfKind = (kind: string): string => this.hrefOf({ field: 'kind', op: 'in', value: [kind] });

  get trend(): ChartReply {
    const { trend = [], totalCount = 0 } = this.stat.value ?? {};
    const categories = trend.map(({ from, to }) => ({
      key: from,
      label: from === to ? from.slice(5) : `${from.slice(5)} 至 ${to.slice(5)}`,
    }));
    const values = trend.map(({ viewers }) => String(viewers));
    return chartOf({ categories, values, groupField: 'visitedOn', period: 'year', sampleSize: totalCount });
  }

  get kinds(): ChartReply {
    const { byType = [], totalCount = 0 } = this.stat.value ?? {};
    const categories = byType.map(({ type }) => ({ key: type, label: kindWords(type) }));
    const values = byType.map(({ viewers }) => String(viewers));
    return chartOf({ categories, values, groupField: 'kind', period: null, sampleSize: totalCount });
  }

  #href(path: string, comparisons: readonly Comparison[]): string {
    const { statUserInvestorType: kind } = this.#asked;
    const ccid = this.stat.value?.ccid;
    const filter = {
      and: [
        ...comparisons,
        ...(kind ? [{ field: 'kind', op: 'in', value: [kind] } as const] : []),
        ...(ccid ? [{ field: 'company', op: 'in', value: [ccid] } as const] : []),
      ],
    };
    return hashAddress(path + encodeListState({ ...DEFAULT_LIST_STATE, filter }));
  }
}

type Figures = Pick<ChartReply, 'categories' | 'groupField' | 'period' | 'sampleSize'> & { readonly values: string[] };

const chartOf = ({ categories, values, groupField, period, sampleSize }: Figures): ChartReply => ({
  categories: sampleSize === 0 ? [] : categories,
  series: [{ key: 'viewers', label: '访客', values }],
  unit: '位',
  period,
  groupField,
  sampleSize,
  unknown: 0,
  earlier: 0,
  asOf: null,
});
