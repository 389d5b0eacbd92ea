import type { StatQuery, VisitStat } from '#schemas/api/visits.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import { kindWords } from './visit-stat-store.ts';

const COLUMNS = ['访客', '机构', '类型', '最近来访', '来访天数', '打开次数'];
const OF_INSTITUTION = ['机构', '访客', '再次来访', '最近来访', '打开次数'];
const LATEST = 10;

interface VisitLatestProps {
  readonly stat: VisitStat;
  readonly asked: StatQuery;
  readonly onAsk: (name: string, value: string) => void;
  /** Address of the whole list. */
  readonly href: string;
}

/** The first viewers of a period, or the institutions they are of. */
export function VisitLatest({ stat, asked, onAsk, href }: VisitLatestProps) {
  const isByInstitution = asked.by === 'institution';
  const sort = asked.sort ?? 'last';
  const choice = (label: string, isOn: boolean, name: string, value: string) => (
    <PlainButton tone={isOn ? 'brand' : 'quiet'} aria-pressed={isOn} onClick={() => onAsk(name, value)}>
      {label}
    </PlainButton>
  );
  return (
    <section className="paper-card visits-latest" aria-labelledby="visits-latest">
      <div className="visits-latest-head">
        <h2 id="visits-latest">访客</h2>
        <div role="group" aria-label="名单方式">
          {choice('按人', !isByInstitution, 'by', '')}
          {choice('按机构', isByInstitution, 'by', 'institution')}
        </div>
        {!isByInstitution && (
          <div role="group" aria-label="名单顺序">
            {choice('最近来访', sort === 'last', 'sort', '')}
            {choice('再次来访优先', sort === 'returning', 'sort', 'returning')}
          </div>
        )}
      </div>
      {isByInstitution ? <Institutions rows={stat.institutions} /> : <People rows={stat.data} />}
      <a href={href}>查看全部 {stat.summary.viewers} 位访客，私信或加入跟进</a>
    </section>
  );
}

function Head({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function People({ rows }: { readonly rows: VisitStat['data'] }) {
  return (
    <div className="visits-table">
      <table className="data-table" aria-label="来访的投资人">
        <Head columns={COLUMNS} />
        <tbody>
          {rows.slice(0, LATEST).map((row, nth) => (
            // Viewers who do not say who they are have nothing that names them; the order is that of one answer.
            <tr key={row.uid ?? `${row.lastOn} ${nth}`}>
              <th scope="row">{row.name ?? '未公开姓名'}</th>
              <td>{row.investorEntityName ?? '–'}</td>
              <td>{kindWords(row.investorType)}</td>
              <td>{row.lastOn}</td>
              <td>{row.days}</td>
              <td>{row.opens}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Institutions({ rows }: { readonly rows: VisitStat['institutions'] }) {
  if (rows.length === 0) return <p className="visits-few">这段时间的访客都没有公开机构。</p>;
  return (
    <div className="visits-table">
      <table className="data-table" aria-label="来访的机构">
        <Head columns={OF_INSTITUTION} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.investorEntityName}>
              <th scope="row">{row.investorEntityName}</th>
              <td>{peopleWords(row)}</td>
              <td>{row.returning}</td>
              <td>{row.lastOn}</td>
              <td>{row.opens}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Those who are named, and how many there are in all. */
function peopleWords({ people, viewers }: VisitStat['institutions'][number]): string {
  if (people.length === viewers) return people.join('、');
  return people.length === 0 ? `${viewers} 位` : `${people.join('、')}等 ${viewers} 位`;
}
