import Drawer from '@mui/material/Drawer';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { MatchList, MatchOrder } from '#schemas/api/match-lists.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { MandateChooser } from './mandate-chooser.tsx';
import type { MandateStore } from './mandate-store.ts';
import { ORDERS, unfitHref } from './match-labels.tsx';
import { MatchPanel } from './match-panel.tsx';
import { MatchRow, nameOf } from './match-row.tsx';
import type { MatchStore } from './match-store.ts';
import { UnfitButton, UnfitRow } from './unfit-button.tsx';
import './matching.css';

/** From here on the reasons have a place beside the list. */
const WIDE = '(min-width: 1100px)';

interface MatchPageProps {
  readonly store: MatchStore;
  readonly order: MatchOrder;
  /** Puts the order into the address. */
  readonly onOrder: (order: MatchOrder) => void;
  readonly options: OptionLabels;
  readonly routeOf: (objectApiName: string) => string | undefined;
  /** Buttons of a row that other features have. */
  readonly actionsOf: (objectApiName: string, id: string, name: string) => ReactNode;
  /** Where users say what they look for, and where a founder completes the project. */
  readonly paths: { readonly focus: string; readonly mandates: string; readonly financing: string };
  /** What an investor may rank projects by; absent where institutions are ranked. */
  readonly mandates?: {
    readonly store: MandateStore;
    /** As the address says: the id of a mandate, `draft`, or nothing. */
    readonly chosen: string | undefined;
    readonly onChoose: (chosen: string | undefined) => void;
  };
}

/** `/matching/…`: who fits, the best first, and why. */
export const MatchPage = observer(function MatchPage(props: MatchPageProps) {
  const { store, order, onOrder, paths, mandates } = props;
  const title = store.project === undefined ? '匹配项目' : '匹配投资机构';
  usePageTitle(title);
  const { mandate, draft } = mandates?.store.wantedOf(mandates.chosen) ?? {};
  useEffect(() => void store.show(order, { mandate, draft }), [store, order, mandate, draft]);
  const { list, failure, page } = store.pages;
  return (
    <div className="matching">
      <PageHead title={title} help={page ? helpOf(page, store.project === undefined) : '正在比较公开交易与投资偏好…'}>
        <div role="group" aria-label="排序方式" className="match-orders">
          {ORDERS.map(([value, label, hint]) => (
            <PlainButton
              key={value}
              look={value === order ? 'filled' : 'outlined'}
              aria-pressed={value === order}
              title={hint}
              onClick={() => onOrder(value)}
            >
              {label}
            </PlainButton>
          ))}
        </div>
      </PageHead>
      {mandates && <MandateChooser {...mandates} path={paths.mandates} />}
      {page && <Basis {...props} page={page} />}
      {failure && !list ? (
        <Notice
          isAlert
          title={failure.message}
          action={
            mandates && (mandate !== undefined || draft)
              ? { label: '改用默认偏好', onPress: () => mandates.onChoose(undefined) }
              : { label: '重试', onPress: () => void store.pages.load() }
          }
        />
      ) : list && page ? (
        <Found {...props} />
      ) : (
        <Skeleton variant="rounded" height={420} aria-label="正在加载" />
      )}
    </div>
  );
});

function helpOf({ basis: { deals, on, subject } }: MatchList, isForInvestor: boolean): string {
  const whose = subject ? `${isForInvestor ? '投资方' : '项目'}“${subject.name}” · ` : '';
  return `${whose}依据 ${deals.toLocaleString('zh-CN')} 笔公开交易（截至 ${on}），近半年的交易披露尚不完整`;
}

/** What the list does not have, and what would make it better. */
const Basis = observer(function Basis({ page, ...props }: MatchPageProps & { readonly page: MatchList }) {
  const { hidden, basis } = page;
  const { unfitCount, project } = props.store;
  const gates = hidden.filter(({ reason }) => reason !== 'unfit');
  const counts = gates.map(({ label, count }) => `${count.toLocaleString('zh-CN')} 个${label}`);
  if (unfitCount > 0) counts.push(`${unfitCount.toLocaleString('zh-CN')} 个已标记不合适`);
  return (
    <>
      {counts.length > 0 && (
        <p className="match-hidden">
          未列出：{counts.join('、')}
          {unfitCount > 0 && <PlainLink href={unfitHref(project)}>查看或撤销</PlainLink>}
        </p>
      )}
      {basis.missing.length > 0 && <Missing {...props} missing={basis.missing.join('、')} />}
    </>
  );
});

/** What the asker says nothing of, and where to say it. */
function Missing({ store, mandates, paths, missing }: MatchPageProps & { readonly missing: string }) {
  const { mandate, draft } = store.wanted;
  const [who, label, path] =
    store.project !== undefined
      ? ['项目尚未填写', '完善融资需求', paths.financing]
      : mandate !== undefined
        ? ['该投资需求未填写', '完善投资需求', paths.mandates]
        : ['您尚未设置', '完善投资偏好', paths.focus];
  return (
    <p className="match-missing">
      {draft ? '临时条件未填写' : who}
      {missing}，这些条件暂不参与比较。
      {draft ? (
        <PlainButton onClick={() => mandates?.store.ask()}>补充条件</PlainButton>
      ) : (
        <PlainLink href={hashAddress(path)}>{label}</PlainLink>
      )}
    </p>
  );
}

/** Reasons by which a mandate leaves out what others would find. */
const GATES: ReadonlySet<string> = new Set(['currency', 'revenue']);

const Found = observer(function Found({ store, options, routeOf, actionsOf }: MatchPageProps) {
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const { list = [], page, failure } = store.pages;
  if (!page) return null;
  const isForInvestor = store.project === undefined;
  if (list.length === 0)
    return page.hidden.some(({ reason }) => GATES.has(reason)) ? (
      <Notice title="没有符合全部要求的项目">放宽投资币种或上年最低营收后再看。</Notice>
    ) : isForInvestor ? (
      <Notice title="暂无正在融资的项目">有项目发布后会显示在这里。</Notice>
    ) : (
      <Notice title="暂无可匹配的投资机构">收录机构与交易后会显示在这里。</Notice>
    );
  const row = store.chosenRow ?? (isWide ? list.find(({ id }) => !store.marks.has(id)) : undefined);
  const panel = row && (
    <MatchPanel
      row={row}
      name={nameOf(row, page.layout)}
      subjectWord={isForInvestor ? '该项目' : '本项目'}
      routeOf={routeOf}
      onClose={isWide ? undefined : () => store.choose(undefined)}
    />
  );
  return (
    <div className="match-columns">
      <div>
        <ol className="match-list">
          {list.map((one) => {
            const { id } = one;
            const name = nameOf(one, page.layout);
            const unfit = { store, id, name, reasons: page.reasons };
            if (store.marks.has(id)) return <UnfitRow key={id} {...unfit} />;
            return (
              <MatchRow
                key={id}
                row={one}
                place={store.places.get(id) ?? one.place}
                view={page.layout}
                options={options}
                isChosen={id === row?.id}
                actions={
                  <>
                    {actionsOf(page.layout.objectApiName, id, name)}
                    <UnfitButton {...unfit} />
                  </>
                }
                onChoose={() => store.choose(id)}
              />
            );
          })}
        </ol>
        {failure && <Notice isAlert title={failure.message} />}
        <div className="match-more">
          <MoreButton pages={store.pages} />
        </div>
      </div>
      {isWide ? (
        <aside>{panel}</aside>
      ) : (
        <Drawer anchor="bottom" open={row !== undefined} onClose={() => store.choose(undefined)}>
          {panel}
        </Drawer>
      )}
    </div>
  );
});
