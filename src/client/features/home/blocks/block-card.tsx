import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback } from 'react';
import type { HomeContent, HomeContentOf, ShownBlock } from '#schemas/api/home.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Chart } from '#client/ui/chart/chart.tsx';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { groupDigits } from '#client/ui/field-types/texts/group-digits.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { HomeStore } from '#client/features/home/home-store.ts';
import { EntriesView } from './entries-view.tsx';
import { RecordsView } from './records-view.tsx';
import { StepsView } from './steps-view.tsx';

interface BlockCardProps {
  readonly block: ShownBlock;
  readonly store: HomeStore;
  readonly options: OptionLabels;
  readonly now: () => number;
  readonly onTalk: (uid: string) => void;
  readonly waiting: ReactNode;
}

/** One block of the page: what it shows, that it is empty and what to do about it, or why it cannot be shown. */
export const BlockCard = observer(function BlockCard(props: BlockCardProps) {
  const { block, waiting } = props;
  const { id, title, width, help, content } = block;
  const heading = `home-${id}`;
  if (content?.kind === 'waiting')
    return (
      <section className="home-bare" data-width={width} aria-labelledby={heading}>
        <h2 id={heading}>{title}</h2>
        {waiting}
      </section>
    );
  const all = content && allOf(content);
  return (
    <section className="paper-card home-block" data-width={width} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {all && <a href={hashAddress(all.path)}>{all.label}</a>}
      </header>
      {help !== undefined && <p className="home-help">{help}</p>}
      <Inside {...props} />
    </section>
  );
});

/** What the head of a block leads to: the list of all that it is made of, with its number. */
function allOf(content: HomeContent): { readonly label: string; readonly path: string } | undefined {
  if (content.kind === 'records')
    return { path: content.path, label: `全部 ${numberWords(content.total, content.totalIsExact)} 条 ›` };
  if (content.kind === 'chart') return { path: content.path, label: '查看明细 ›' };
  if (content.kind !== 'entries' || !content.all) return undefined;
  const { label, path, total } = content.all;
  return { path, label: total === undefined ? `${label} ›` : `${label} ${numberWords(total, true)} 条 ›` };
}

const numberWords = (total: number, isExact: boolean): string => `${groupDigits(String(total))}${isExact ? '' : '+'}`;

const Inside = observer(function Inside({ block, store, options, now, onTalk }: BlockCardProps) {
  const { content, empty, refused, title } = block;
  if (refused)
    return (
      <div className="home-none" role="alert">
        <p>{refused.message}</p>
        <PlainButton onClick={() => void store.page.refresh()}>重试</PlainButton>
      </div>
    );
  if (empty)
    return (
      <div className="home-none">
        <p>{empty.words}</p>
        {empty.way && (
          <PlainLink look="outlined" href={hashAddress(empty.way.path)}>
            {empty.way.label}
          </PlainLink>
        )}
      </div>
    );
  if (!content) return <Slow store={store} />;
  switch (content.kind) {
    case 'records':
      return <RecordsView content={content} options={options} />;
    case 'count':
      return (
        <a className="home-number" href={hashAddress(content.path)} aria-label={`${title} ${content.total}`}>
          {numberWords(content.total, content.totalIsExact)}
        </a>
      );
    case 'chart':
      return <ChartView title={title} content={content} />;
    case 'steps':
      return <StepsView content={content} />;
    case 'entries':
      return <EntriesView content={content} now={now()} onTalk={onTalk} />;
    case 'waiting':
      return null;
  }
});

/** A block that takes long: it is asked for by itself, and once more on request. */
const Slow = observer(function Slow({ store }: Pick<BlockCardProps, 'store'>) {
  if (store.isWaiting) return <LoadingBlock height={160} />;
  return (
    <div className="home-none" role="status">
      <p>{store.late.failure?.message ?? '数据还在准备，请稍后再看'}</p>
      <PlainButton onClick={store.retry}>重试</PlainButton>
    </div>
  );
});

interface ChartViewProps {
  readonly title: string;
  readonly content: HomeContentOf<'chart'>;
}

function ChartView({ title, content }: ChartViewProps) {
  const { look, chart, paths } = content;
  const hrefOf = useCallback(
    (key: string) => {
      const path = paths[key];
      return path === undefined ? undefined : hashAddress(path);
    },
    [paths],
  );
  return <Chart label={title} kind={look} chart={chart} hrefOf={hrefOf} />;
}
