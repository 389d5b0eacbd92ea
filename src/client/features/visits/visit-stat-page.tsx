import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { STAT_PERIODS, VISITOR_KINDS } from '#schemas/generated/api/visits.ts';
import type { StatPeriod, StatQuery, VisitStat } from '#schemas/api/visits.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Chart } from '#client/ui/chart/chart.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PlainTabs } from '#client/ui/plain-tabs.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { kindWords, statQueryOf, VISITORS_PATH, type VisitStatStore } from './visit-stat-store.ts';
import { TileList } from './tile-list.tsx';
import { VisitBreakdowns } from './visit-breakdowns.tsx';
import { VisitLatest } from './visit-latest.tsx';
import './visits.css';

const PERIOD_WORDS: Readonly<Record<StatPeriod, string>> = {
  '7d': '近7天',
  '30d': '近30天',
  '90d': '近90天',
  '365d': '近一年',
  all: '全部',
};
const PERIODS = STAT_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }));
const PANEL = 'visit-figures';
/** Viewers below which two periods are not compared. */
const MIN_COMPARED = 5;

interface VisitStatPageProps {
  readonly store: VisitStatStore;
  /** What the address asks for, and the way to another question. */
  readonly query: URLSearchParams;
  readonly onAsk: (name: string, value: string) => void;
  readonly paths: { readonly settings: string; readonly identity: string; readonly financing: string };
  readonly onGo: (path: string) => void;
  /** The way to be alerted of the visitors of a company. */
  readonly alertsOf: (companyId: string) => ReactNode;
}

/** Who looks at a company: figures of a period, each with the list that it counts. */
export const VisitStatPage = observer(function VisitStatPage(props: VisitStatPageProps) {
  const { store, query, onAsk, onGo, paths, alertsOf } = props;
  usePageTitle('项目访客');
  const asked = query.toString();
  useEffect(() => void store.load(statQueryOf(new URLSearchParams(asked))), [store, asked]);
  const { value, failure } = store.stat;
  const { statPeriod = '30d', statUserInvestorType = '' } = statQueryOf(query);
  const select = (label: string, name: string, chosen: string, choices: readonly (readonly [string, string])[]) => (
    <TextField
      select
      size="small"
      slotProps={{ select: { displayEmpty: true } }}
      label={label}
      value={chosen}
      onChange={({ target }) => onAsk(name, target.value)}
    >
      {choices.map(([each, words]) => (
        <MenuItem key={each} value={each}>
          {words}
        </MenuItem>
      ))}
    </TextField>
  );
  if (value?.ccid === null)
    return (
      <div className="page-column visits">
        <PageHead title="项目访客" help="看过您的企业及其融资项目的投资人。" />
        <Notice
          title="您还没有代表的企业。创建或认领企业后，可以在这里看到哪些投资人看过。"
          action={{ label: '去认证', onPress: () => onGo(paths.identity) }}
        />
      </div>
    );
  return (
    <div className="page-column visits">
      <PageHead
        title="项目访客"
        help="看过您的企业及其融资项目的投资人，不含企业成员和匿名浏览的人。点击数字可查看对应名单。"
      >
        {value && alertsOf(value.ccid)}
        <Button variant="outlined" href={hashAddress(VISITORS_PATH)}>
          全部访客
        </Button>
        <Button variant="outlined" href={hashAddress(paths.settings)}>
          浏览可见性
        </Button>
      </PageHead>
      <div className="visits-asked">
        <PlainTabs
          label="统计时段"
          tabs={PERIODS}
          value={statPeriod}
          onChange={(next) => onAsk('period', next)}
          panel={PANEL}
        />
        {select('访客类型', 'kind', statUserInvestorType, [
          ['', '全部类型'],
          ...[...VISITOR_KINDS, 'OTHER'].map((kind) => [kind, kindWords(kind)] as const),
        ])}
        {value &&
          value.companies.length > 1 &&
          select(
            '企业',
            'ccid',
            value.ccid ?? '',
            value.companies.map(({ ccid, name }) => [ccid, name]),
          )}
      </div>
      {failure && (
        <Notice
          isAlert
          title={failure.message}
          action={{ label: '重试', onPress: () => void store.load(statQueryOf(query)) }}
        />
      )}
      {!failure && !value && <LoadingBlock height={320} />}
      {value?.isHidden && (
        <Notice
          title="您正在匿名浏览，因此看不到访客是谁。"
          action={{ label: '更改浏览可见性', onPress: () => onGo(paths.settings) }}
        />
      )}
      <div id={PANEL} role="tabpanel" aria-label={PERIOD_WORDS[statPeriod]}>
        {value && (
          <Figures
            store={store}
            stat={value}
            asked={statQueryOf(query)}
            onAsk={onAsk}
            onGo={onGo}
            financing={paths.financing}
          />
        )}
      </div>
    </div>
  );
});

interface FiguresProps {
  readonly store: VisitStatStore;
  readonly stat: VisitStat;
  readonly asked: StatQuery;
  readonly onAsk: VisitStatPageProps['onAsk'];
  readonly onGo: (path: string) => void;
  readonly financing: string;
}

const Figures = observer(function Figures({ store, stat, asked, onAsk, onGo, financing }: FiguresProps) {
  const { summary } = stat;
  const { statPeriod = '30d' } = asked;
  if (summary.viewers === 0)
    return (
      <Notice
        title="这段时间还没有投资人看过。完善企业资料并发布融资需求，投资人会更容易找到您。"
        action={{ label: '发布融资需求', onPress: () => onGo(financing) }}
      />
    );
  const tiles = [
    { label: '访客', count: summary.viewers, note: viewersNote(summary), href: store.hrefOf() },
    {
      label: '再次来访',
      count: summary.returning,
      note: '不止一天来过',
      href: store.hrefOf({ field: 'days', op: 'gte', value: 2 }),
    },
    {
      label: '已有私信',
      count: summary.contacted,
      note: '您与对方有过私信',
      href: store.hrefOf({ field: 'contacted', op: 'eq', value: true }),
    },
    {
      label: '已投BP',
      count: summary.bpSent,
      note: '已收到您企业的BP',
      href: store.hrefOf({ field: 'bpSent', op: 'eq', value: true }),
    },
  ];
  return (
    <>
      <TileList label="总览" tiles={tiles} />
      <div className="visits-charts">
        <section className="paper-card" aria-labelledby="visits-trend">
          <h2 id="visits-trend">{trendWords(statPeriod)}</h2>
          <Chart label="访客" kind="bar" chart={store.trend} hrefOf={store.hrefOfPart} />
        </section>
        <section className="paper-card" aria-labelledby="visits-kinds">
          <h2 id="visits-kinds">访客类型</h2>
          <Chart label="访客类型" kind="pie" chart={store.kinds} hrefOf={store.hrefOfKind} />
        </section>
      </div>
      <VisitBreakdowns stat={stat} />
      <VisitLatest stat={stat} asked={asked} onAsk={onAsk} href={store.hrefOf()} />
    </>
  );
});

const trendWords = (period: StatPeriod): string => {
  if (period === 'all') return '每两周访客';
  return period === '7d' || period === '30d' ? '每日访客' : '每周访客';
};

/** Institutions, the change against the period before where both are large enough, and how long viewers stayed. */
function viewersNote({ institutions, viewers, previous, medianSeconds }: VisitStat['summary']): string {
  const change = viewers - (previous?.viewers ?? 0);
  const isComparable = previous !== null && Math.min(viewers, previous.viewers) >= MIN_COMPARED;
  return [
    institutions > 0 ? `来自 ${institutions} 家机构` : '',
    isComparable ? `较前一期 ${change > 0 ? '+' : ''}${change}` : '',
    previous !== null && !isComparable ? '样本少，暂不与前一期比较' : '',
    medianSeconds === null ? '' : `停留中位数 ${Math.max(1, Math.round(medianSeconds / 60))} 分钟`,
  ]
    .filter(Boolean)
    .join(' · ');
}
