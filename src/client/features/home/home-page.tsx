import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PlainLink } from '#client/ui/plain-button.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { BlockCard } from './blocks/block-card.tsx';
import type { HomeStore } from './home-store.ts';
import './home.css';

interface HomePageProps {
  readonly store: HomeStore;
  /** Name of the person; empty while unknown. */
  readonly name: string;
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
  readonly options: OptionLabels;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Opens the conversation with a user. */
  readonly onTalk: (uid: string) => void;
  /** What waits for staff, where the page of the user has it. */
  readonly waiting: ReactNode;
  /** Where staff arrange the page; undefined for all others. */
  readonly editPath: string | undefined;
}

/** Greeting, and the blocks that metadata puts there for the user. */
export const HomePage = observer(function HomePage(props: HomePageProps) {
  const { store, name, hour, editPath } = props;
  usePageTitle(undefined);
  useEffect(() => void store.page.refresh(), [store]);
  const { page, blocks } = store;
  const before = page.value?.lastLook;
  return (
    <div className="page-column" data-wide>
      <PageHead
        title={`${greeting(hour)}${name && `，${name}`}`}
        help={before ? `上次查看：${shownMoment(before)}` : '点击数字与图表可打开对应的列表。'}
      >
        {editPath !== undefined && (
          <PlainLink look="outlined" href={hashAddress(editPath)}>
            编排首页
          </PlainLink>
        )}
      </PageHead>
      {editPath !== undefined && <Faults store={store} />}
      {page.failure && (
        <Notice isAlert title={page.failure.message} action={{ label: '重试', onPress: () => void page.load() }} />
      )}
      {!page.failure && !blocks && <LoadingBlock height={320} />}
      {blocks?.length === 0 && <Notice title="首页还没有内容">可从左侧的导航打开各个列表</Notice>}
      <div className="home-blocks">
        {blocks?.map((block) => (
          <BlockCard key={block.id} {...props} block={block} />
        ))}
      </div>
    </div>
  );
});

/** Definitions that cannot be shown to any user, for staff to put right. */
const Faults = observer(function Faults({ store }: Pick<HomePageProps, 'store'>) {
  useEffect(() => void store.faults.refresh(), [store]);
  const faults = store.faults.value ?? [];
  if (faults.length === 0) return null;
  return (
    <section className="paper-card home-faults" aria-label="有误的首页内容">
      <h2>有 {faults.length} 块首页内容的定义有误，用户看不到</h2>
      <ul>
        {faults.map(({ id, title, message, objectApiName }) => (
          <li key={id}>
            <a href={hashAddress(detailPath(objectApiName, id))}>{title}</a>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
});

function greeting(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 12) return '上午好';
  return hour < 18 ? '下午好' : '晚上好';
}
