import { listObjects } from '#schemas/api/metadata.ts';
import { type MatchList, matchSubjects } from '#schemas/api/match-lists.ts';
import { listRecords } from '#schemas/api/records.ts';
import type { Profile } from '#schemas/api/session.ts';
import { FOUNDER_PROFILE } from '#tests/support/account/founder-profile.ts';
import { server } from '#tests/ui/app/app-world.tsx';

export type Row = MatchList['list'][number];
type Criterion = Row['criteria'][number];

export const INVESTOR: Profile = { ...FOUNDER_PROFILE, identityRoles: ['ORG_INVESTOR'] };
export const layout = (objectApiName: string): MatchList['layout'] => ({
  objectApiName,
  label: '列表',
  version: 1,
  nameField: 'name',
  fields: [
    { apiName: 'name', type: 'text', label: '名称' },
    { apiName: 'city', type: 'text', label: '城市' },
  ],
  columns: ['name', 'city'],
  filters: [],
  sort: [],
});

export const criterion = (more: Partial<Criterion>): Criterion => ({
  key: 'industry',
  label: '行业',
  verdict: 'fit',
  subject: '半导体',
  candidate: { evidence: { deals: 4, of: 13, months: 24, share: '0.3', market: '0.1' } },
  basis: 'evidence',
  contribution: '1.005',
  words: '近 24 个月 13 笔中 4 笔属半导体',
  open: { objectApiName: 'Deal', filter: { field: 'industry', op: 'under', value: ['chips'] } },
  ...more,
});

export const rowOf = (place: number, criteria = [criterion({})]): Row => ({
  id: String(place),
  place,
  band: 'A',
  score: '1',
  criteria,
  values: { id: String(place), name: `示例资本${place}`, city: '深圳' },
});

export const page = (list: Row[], more: Partial<MatchList> = {}): MatchList => ({
  layout: layout('InsightOrg'),
  list,
  total: list.length,
  after: null,
  hidden: [],
  reasons: [
    { value: 'stage', label: '阶段不符' },
    { value: 'other', label: '其他' },
  ],
  weights: [{ key: 'industry', label: '行业', weight: 1 }],
  basis: { deals: 2314, on: '2026-11-20', subject: { id: '7', name: '示例项目' }, missing: [], judged: 5 },
  ...more,
});

const list = (apiName: string, label: string, route: string) => ({
  apiName,
  label,
  version: 1,
  route,
  onHome: false,
  creatable: false,
  forMembers: true,
});
/** The lists in which the two sides find one another, and that of deals. */
export const market = (person: Profile) =>
  server(person)
    .on(listObjects, () => [
      list('Deal', '交易', '/data/deal'),
      list('InsightOrg', '机构', '/data/institution'),
      list('InsightProject', '融资项目', '/InvestmentFinancing/project'),
      list('InsightInvestor', '投资人', '/InvestmentFinancing/invest'),
    ])
    .on(matchSubjects, () => ({ list: [{ kind: 'project' as const, id: '7', name: '示例项目' }] }))
    .on(listRecords, ({ body: { objectApiName } }) => ({
      layout: layout(objectApiName),
      list: [],
      total: 0,
      totalIsExact: true,
      after: null,
    }));
export const founder = () => market(FOUNDER_PROFILE);
export const ORG_LIST = '/InvestmentFinancing/invest?page=org';
export const PATH = `${ORG_LIST}&r=likely_p7`;
export const PROJECT_LIST = '/InvestmentFinancing/project';
export const PROJECTS = `${PROJECT_LIST}?r=likely`;
