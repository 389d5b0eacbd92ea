import type { VisitStat } from '#schemas/api/visits.ts';

const OTHER = 'OTHER';
const FIT_WORDS: Readonly<Record<string, string>> = {
  fits: '关注本行业',
  misses: '关注其他行业',
  OTHER: '未知或未公开',
};
const SOURCE_WORDS: Readonly<Record<string, string>> = {
  list: '列表',
  matching: '匹配',
  search: '搜索',
  alert: '消息提醒',
  chat: '私信',
  link: '链接及其他',
  OTHER: '其他或未公开',
};

/** Room for the number behind a bar, in pixels. */
const LABEL = 64;

interface Group {
  readonly label: string;
  readonly viewers: number;
}

const regionWords = (region: string): string => (region === OTHER ? '其他地区或未公开' : region);

/** Where viewers are, whether they look for the industry, and what led them here. Small groups are not told apart. */
export function VisitBreakdowns({ stat }: { readonly stat: VisitStat }) {
  const parts = [
    {
      title: '所在地区',
      groups: stat.byRegion.map(({ region, viewers }) => ({ label: regionWords(region), viewers })),
    },
    {
      title: '机构关注方向',
      groups: stat.byFocusFit.map(({ verdict, viewers }) => ({ label: FIT_WORDS[verdict] ?? verdict, viewers })),
    },
    {
      title: '来源',
      groups: stat.bySource.map(({ source, viewers }) => ({ label: SOURCE_WORDS[source] ?? source, viewers })),
    },
  ];
  return (
    <div className="visits-parts">
      {parts.map(({ title, groups }) => (
        <Breakdown key={title} title={title} groups={groups} />
      ))}
    </div>
  );
}

function Breakdown({ title, groups }: { readonly title: string; readonly groups: readonly Group[] }) {
  const most = Math.max(...groups.map(({ viewers }) => viewers), 1);
  return (
    <section className="paper-card" aria-label={title}>
      <h2>{title}</h2>
      {groups.length === 0 ? (
        <p className="visits-few">人数不足5位的分组不单独显示，访客增多后可在这里查看。</p>
      ) : (
        <dl className="visits-bars">
          {groups.map(({ label, viewers }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span style={{ width: `calc(${viewers / most} * (100% - ${LABEL}px))` }} aria-hidden />
                {viewers} 位
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
