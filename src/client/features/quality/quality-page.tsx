import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { ObjectQuality, QualityReply, QualityTile } from '#schemas/api/quality.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Chart } from '#client/ui/chart/chart.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { formatShanghai } from '#shared/time/format.ts';
import type { QualityStore } from './quality-store.ts';
import './quality.css';

/** How complete, fresh and right the records are; every figure leads to the records behind it. */
export const QualityPage = observer(function QualityPage({ store }: { readonly store: QualityStore }) {
  usePageTitle('数据质量');
  const { value, failure } = store.quality;
  return (
    <div className="page-column quality">
      <PageHead
        title="数据质量"
        help={value ? checkedWords(value) : '每天检查一次全部记录。带链接的数字可以点开对应的记录。'}
      >
        <Button variant="outlined" disabled={store.isChecking} onClick={() => void store.check()}>
          {store.isChecking ? '正在检查……' : '重新检查'}
        </Button>
      </PageHead>
      {store.refusal !== undefined && <Notice isAlert title={store.refusal} />}
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.quality.load() }} />
      )}
      {!failure && !value && <LoadingBlock height={320} />}
      {value && <Figures quality={value} />}
    </div>
  );
});

const checkedWords = ({ checkedAt }: QualityReply): string =>
  checkedAt === null
    ? '还没有完成过一次全部检查。带链接的数字可以点开对应的记录。'
    : `上次检查完成于 ${formatShanghai(checkedAt, 'M月D日 HH:mm')}。带链接的数字可以点开对应的记录。`;

const noGroup = () => undefined;

const Head = ({ columns }: { readonly columns: readonly string[] }) => (
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

function Figures({ quality }: { readonly quality: QualityReply }) {
  return (
    <>
      <ul className="quality-tiles" aria-label="总览">
        {quality.tiles.map((tile) => (
          <Tile key={tile.id} tile={tile} />
        ))}
      </ul>
      <section className="paper-card" aria-labelledby="quality-trend">
        <h2 id="quality-trend">完整度变化</h2>
        <Chart label="完整度" kind="line" chart={quality.trend} hrefOf={noGroup} />
      </section>
      <section className="paper-card" aria-labelledby="quality-objects">
        <h2 id="quality-objects">各对象</h2>
        {quality.objects.map((object) => (
          <ObjectPart key={object.apiName} object={object} />
        ))}
      </section>
    </>
  );
}

function Tile({ tile: { label, figure, note, state, link } }: { readonly tile: QualityTile }) {
  const shown = <strong>{figure ?? '未知'}</strong>;
  return (
    <li className="paper-card quality-tile" data-state={state}>
      <span>{label}</span>
      {link === null ? shown : <a href={hashAddress(link)}>{shown}</a>}
      <small>{note}</small>
    </li>
  );
}

/** Percent of the records with one decimal. */
const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part * 100) / whole).toFixed(1)}%`);

/** How the completeness has moved, in percent points. */
function movedWords({ share: now, before }: ObjectQuality): string {
  if (now === null || before === null) return '';
  const moved = Number(now) - Number(before);
  return moved === 0
    ? '，与 30 天前持平'
    : `，30 天来${moved > 0 ? '上升' : '下降'} ${Math.abs(moved).toFixed(1)} 个百分点`;
}

/** One object: its figures, and its fields when it is opened. */
function ObjectPart({ object }: { readonly object: ObjectQuality }) {
  const { label, link, records, stale, fields } = object;
  return (
    <details className="quality-object">
      <summary>
        <b>{label}</b>
        <span>
          {object.share === null ? '完整度未知' : `完整度 ${object.share}%`}
          {movedWords(object)}
        </span>
      </summary>
      <p>
        <a href={hashAddress(link)}>{records} 条记录</a>
        {stale && (
          <>
            ，其中 <a href={hashAddress(stale.link)}>{stale.records} 条</a>超过 {stale.days} 天没有核实
          </>
        )}
      </p>
      {object.sources.length > 0 && <Sources object={object} />}
      {fields.length > 0 && <Fields object={object} />}
    </details>
  );
}

/** A number of records that leads to them. */
const Records = ({ count, link }: { readonly count: number; readonly link: string }) =>
  count > 0 ? <a href={hashAddress(link)}>{count} 条</a> : '无';

function Fields({ object: { label, records, fields } }: { readonly object: ObjectQuality }) {
  return (
    <table className="data-table" aria-label={`${label}的字段`}>
      <Head columns={['字段', '权重', '填写率', '缺少的记录', '过期的值']} />
      <tbody>
        {fields.map(({ apiName, label: name, filled, importance, link, stale }) => (
          <tr key={apiName}>
            <th scope="row">{name}</th>
            <td>{importance === 0 ? '不计' : importance}</td>
            <td>{share(filled, records)}</td>
            <td>
              <Records count={records - filled} link={link} />
            </td>
            <td>
              {stale ? (
                <>
                  <Records count={stale.records} link={stale.link} />
                  <small>（{stale.days} 天）</small>
                </>
              ) : (
                '–'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sources({ object: { label, sources } }: { readonly object: ObjectQuality }) {
  return (
    <table className="data-table" aria-label={`${label}的来源`}>
      <Head columns={['来源', '记录', '完整度', '过期']} />
      <tbody>
        {sources.map(({ source, records, share: filled, stale, link: own }) => (
          <tr key={source}>
            <th scope="row">{source || '未填写来源'}</th>
            <td>
              <Records count={records} link={own} />
            </td>
            <td>{filled === null ? '–' : `${filled}%`}</td>
            <td>{stale === null ? '–' : share(stale, records)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
