import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import type { MatchAsked } from '#shared/matching/match-address.ts';
import type { ListState } from '#shared/lists/list-state.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { hashAddress } from '#client/lib/router.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { Row } from './match-labels.tsx';
import { MatchPanel } from './match-panel.tsx';
import { MatchRow, nameOf } from './match-row.tsx';
import type { MatchStore } from './match-store.ts';
import type { SubjectStore } from './subject-store.ts';
import { UnfitButton, UnfitRow } from './unfit-button.tsx';

/** From here on the reasons have a place beside the list. */
const WIDE = '(min-width: 1100px)';

interface MatchRowsProps {
  readonly store: MatchStore;
  readonly subjects: SubjectStore;
  readonly asked: MatchAsked;
  readonly onAsk: (asked: MatchAsked) => void;
  /** What a user without a round does first. */
  readonly start: { readonly title: string; readonly words: string; readonly label: string; readonly path: string };
  /** What the list shows of each record, and which of them. */
  readonly state: ListState;
  readonly onState: (state: ListState) => void;
  readonly options: OptionLabels;
  readonly routeOf: (objectApiName: string) => string | undefined;
  /** Buttons of a row that other features have: to write to the other side, and to follow it up. */
  readonly actionsOf: (row: Row, objectApiName: string, name: string) => ReactNode;
}

/** The rows of a list by how well they fit, and why. */
export const MatchRows = observer(function MatchRows(props: MatchRowsProps) {
  const { store, subjects, asked, state } = props;
  const { filter, keyword, columns } = state;
  const draft = asked.subject?.kind === 'draft' ? subjects.draft : undefined;
  useEffect(() => {
    void store.show({ ...asked, filter, keyword: keyword.trim(), fields: columns, draft });
  });
  const { list, failure, page } = store.pages;
  if (!store.isAsked && store.question) return <NoSubject {...props} />;
  if (failure && !list)
    return (
      <Notice
        isAlert
        title={failure.message}
        action={
          store.side === 'projects' && asked.subject
            ? { label: '改用默认偏好', onPress: () => props.onAsk({ ...asked, subject: undefined }) }
            : { label: '重试', onPress: () => void store.pages.load() }
        }
      />
    );
  if (!list || !page) return <LoadingBlock height={420} />;
  return list.length === 0 ? <None {...props} /> : <Found {...props} />;
});

/** There is nothing to rank for: what to do first, or what else may be ranked for. */
const NoSubject = observer(function NoSubject({ subjects, start }: MatchRowsProps) {
  const { value, failure } = subjects.choices;
  const action = { label: '回答六个问题', onPress: () => subjects.ask() };
  if (value === undefined && failure === undefined) return <LoadingBlock height={420} />;
  if (value?.length === 0)
    return (
      <Notice title={start.title} link={{ label: start.label, href: hashAddress(start.path) }} action={action}>
        {start.words}
        这里会按轮次、行业、地区和金额找出对口的投资机构，并逐项说明依据。也可以先回答六个问题试一试，内容不会保存。
      </Notice>
    );
  return (
    <Notice title="为哪个项目找投资机构？" action={action}>
      在上方选择您的项目或融资需求，也可以先填写临时条件，内容不会保存。
    </Notice>
  );
});

/** Why there is nothing, and what may be done about it. */
const None = observer(function None({ store, asked, onAsk, state, onState }: MatchRowsProps) {
  const { page } = store.pages;
  if (state.filter !== undefined || state.keyword.trim() !== '')
    return (
      <Notice
        title="没有符合筛选条件的记录"
        action={{ label: '清除筛选', onPress: () => onState({ ...state, filter: undefined, keyword: '' }) }}
      />
    );
  const gates = (page?.hidden ?? []).filter(({ reason, lifted }) => reason !== 'unfit' && !lifted);
  if (gates.length > 0 && asked.only === undefined) {
    const counts = gates.map(({ label, count }) => `${count.toLocaleString('zh-CN')} 条${label}`).join('、');
    return (
      <Notice
        title="全部记录都被以下条件排除"
        action={{
          label: '仍然列出',
          onPress: () => onAsk({ ...asked, lift: [...new Set([...asked.lift, ...gates.map(({ reason }) => reason)])] }),
        }}
      >
        {counts}。可放宽条件，或这一次仍然列出。
      </Notice>
    );
  }
  return store.side === 'projects' ? (
    <Notice title="暂无正在融资的项目">有项目发布后会显示在这里。</Notice>
  ) : (
    <Notice title="暂无可匹配的投资机构">收录机构与交易后会显示在这里。</Notice>
  );
});

const Found = observer(function Found({ store, state, options, routeOf, actionsOf }: MatchRowsProps) {
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const { list = [], page, failure } = store.pages;
  if (!page) return null;
  const row = store.chosenRow ?? (isWide ? list.find(({ id }) => !store.marks.has(id)) : undefined);
  const panel = row && (
    <MatchPanel
      row={row}
      name={nameOf(row, page.layout)}
      subjectWord={store.side === 'projects' ? '该项目' : '本项目'}
      routeOf={routeOf}
      actions={isWide ? undefined : actionsOf(row, page.layout.objectApiName, nameOf(row, page.layout))}
      onClose={isWide ? undefined : () => store.choose(undefined)}
    />
  );
  return (
    <div className="match-columns">
      <div className="match-main">
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
                columns={state.columns}
                options={options}
                isChosen={id === row?.id}
                actions={
                  <>
                    {actionsOf(one, page.layout.objectApiName, name)}
                    {store.canMark && <UnfitButton {...unfit} />}
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
