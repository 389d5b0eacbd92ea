import CheckIcon from '@mui/icons-material/Check';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { KINDS_OF_PEOPLE } from '#shared/policy/kinds-of-people.ts';
import type { ApiFailure } from '#client/lib/api-failure.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { PrivilegesStore, Right, RightsRow } from './privileges-store.ts';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';

const count = (value: number): string => value.toLocaleString('en');

interface PrivilegesPageProps {
  readonly store: PrivilegesStore;
  /** Objects that have a list. */
  readonly apiNames: readonly string[] | undefined;
  /** Why it is not known which objects have a list. */
  readonly listFailure: ApiFailure | undefined;
  readonly onLoadList: () => void;
  readonly vipHref: string;
  readonly identityHref: string;
}

/** What the person may do, beside what others may. */
export const PrivilegesPage = observer(function PrivilegesPage(props: PrivilegesPageProps) {
  const { store, apiNames, listFailure, onLoadList, vipHref, identityHref } = props;
  const names = apiNames?.join();
  useEffect(() => {
    if (names !== undefined) void store.objects.load(names === '' ? [] : names.split(','));
  }, [store, names]);
  const { value: objects } = store.objects;
  const failure = apiNames ? store.objects.failure : listFailure;
  const retry = () => (apiNames ? void store.objects.load(apiNames) : onLoadList());
  return (
    <>
      <PageHead title="我的权益" help="以下权益由平台的权限规则直接生成，“我”一列是您当前的权益。">
        <Button href={identityHref} color="inherit" variant="outlined">
          身份认证
        </Button>
        <Button href={vipHref} variant="contained">
          了解 SVIP
        </Button>
      </PageHead>
      <RowsToday store={store} />
      <Rights title="每日次数" rows={store.limits} mine={store.myKinds} />
      {failure && <Notice isAlert title={failure.message} action={{ label: '重试', onPress: retry }} />}
      {!failure && !objects && <LoadingBlock height={320} />}
      {objects && <Rights title="可查看的数据" rows={store.reading} mine={store.myKinds} />}
    </>
  );
});

/** What the account may still read today, on screens, by programs and in files together. */
const RowsToday = observer(function RowsToday({ store: { rows } }: Pick<PrivilegesPageProps, 'store'>) {
  useEffect(() => void rows.load(), [rows]);
  const { value, failure } = rows;
  if (value === null) return null;
  return (
    <section className="personal-card" aria-label="今日读取">
      <h2>今日读取</h2>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void rows.load() }} />
      )}
      {!failure && !value && <LoadingBlock height={44} />}
      {value && (
        <>
          <p>
            {value.limit === null ? (
              `今日已读取 ${count(value.used)} 条记录，不限条数`
            ) : (
              <>
                今日还可读取 <b>{count(Math.max(0, value.limit - value.used))}</b> 条记录（每日 {count(value.limit)}{' '}
                条，已读取 {count(value.used)} 条）
              </>
            )}
          </p>
          <p className="personal-soft">
            列表、详情、首页、搜索、开放接口与导出合计，零点（北京时间）重新计算。
            {value.isSlow && '今日读取的记录远多于平常，读取已放慢。'}
          </p>
        </>
      )}
    </section>
  );
});

interface RightsProps {
  readonly title: string;
  readonly rows: readonly RightsRow[];
  /** Kinds that the person is. */
  readonly mine: ReadonlySet<string>;
}

function Rights({ title, rows, mine }: RightsProps) {
  return (
    <section className="personal-card">
      <h2>{title}</h2>
      {/* Wider than a phone: it scrolls by itself, and by keys. */}
      <ScrollBox className="personal-scroll" label={title}>
        <table className="data-table personal-table personal-rights">
          <thead>
            <tr>
              <th scope="col">权益</th>
              <th scope="col" className="is-mine">
                我
              </th>
              {KINDS_OF_PEOPLE.map(({ kind, label }) => (
                <th key={kind} scope="col" {...(mine.has(kind) && { className: 'is-own-kind' })}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, mine: own, kinds }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className="is-mine">
                  <Mark right={own} />
                </td>
                {kinds.map((right, index) => (
                  <td key={KINDS_OF_PEOPLE[index]?.kind}>
                    <Mark right={right} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function Mark({ right }: { readonly right: Right }) {
  if (right === null) return <>不限</>;
  if (typeof right === 'number') return <>{right === 0 ? '认证后可用' : `${right} 次`}</>;
  return right ? (
    <CheckIcon fontSize="small" color="primary" titleAccess="可以" />
  ) : (
    <span className="personal-no">
      <span aria-hidden>—</span>
      <span className="visually-hidden">不可以</span>
    </span>
  );
}
