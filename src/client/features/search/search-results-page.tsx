import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { FoundNotes, SearchGroup } from '#schemas/api/search.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { SignInCard } from '#client/ui/sign-in-card.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { SearchRow } from './search-row.tsx';
import { listPath, resultPath } from './search-word.ts';
import type { SearchResultsStore } from './search-results-store.ts';
import './search-results.css';

interface SearchResultsPageProps {
  readonly store: SearchResultsStore;
  readonly word: string;
  readonly options: OptionLabels;
  /** The search box. */
  readonly box: ReactNode;
  /** What was found in notes, drawn by who knows notes. */
  readonly notes: (found: FoundNotes, word: string) => ReactNode;
  /** No user is signed in: what is closed opens by signing in. */
  readonly isVisitor: boolean;
}

/** Everything found for a word, grouped by object with counts; without a word, the way to begin. */
export const SearchResultsPage = observer(function SearchResultsPage(props: SearchResultsPageProps) {
  const { store, word, options, box, notes, isVisitor } = props;
  usePageTitle(word === '' ? '搜索' : `“${word}”的搜索结果`);
  useEffect(() => void store.search(word), [store, word]);
  const { total } = store;
  const { value, failure } = store.found;
  const groups = value?.groups;
  const inNotes = value?.notes.list.length ?? 0;
  const open = (groups ?? []).filter(({ locked }) => !locked);
  return (
    <div className="page-column">
      <h1>{word === '' ? '搜索' : `“${word}”的搜索结果`}</h1>
      {box}
      {word === '' && (
        <Typography color="textSecondary">
          输入名称中的任意一个或几个字、曾用名、工商全称、拼音或拼音首字母，简体繁体均可。
        </Typography>
      )}
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.search(word) }} />
      )}
      {word !== '' && !failure && !groups && <LoadingBlock height={320} label="正在搜索" />}
      {groups?.length === 0 && inNotes === 0 && (
        <Notice title={`没有找到与“${store.word}”相关的记录`}>
          试试更短的词、拼音首字母，或曾用名与工商全称中的几个字。
        </Notice>
      )}
      {value && groups && (groups.length > 0 || inNotes > 0) && (
        <>
          <nav className="search-tabs" aria-label="按类型查看">
            <span role="status">
              {groups.length === 0
                ? '只在笔记中找到'
                : `共 ${countLabel({ total: total.count, totalIsExact: total.isExact, totalIsEstimate: total.isEstimate })} 条`}
            </span>
            {open.map((group) => (
              <button
                key={group.objectApiName}
                type="button"
                onClick={() => document.getElementById(`found-${group.objectApiName}`)?.scrollIntoView()}
              >
                {group.label} <b>{countLabel(group)}</b>
              </button>
            ))}
            {inNotes > 0 && (
              <button type="button" onClick={() => document.getElementById('found-notes')?.scrollIntoView()}>
                笔记 <b>{value.notes.hasMore ? `${inNotes}+` : inNotes}</b>
              </button>
            )}
          </nav>
          <div className="search-groups">
            {open.map((group) => (
              <Group key={group.objectApiName} group={group} word={store.word} options={options} />
            ))}
            {notes(value.notes, store.word)}
          </div>
          <Closed groups={groups.filter(({ locked }) => locked)} word={store.word} isVisitor={isVisitor} />
        </>
      )}
    </div>
  );
});

function countLabel({
  total,
  totalIsExact,
  totalIsEstimate,
}: Pick<SearchGroup, 'total' | 'totalIsExact' | 'totalIsEstimate'>): string {
  const digits = total.toLocaleString('zh-CN');
  if (totalIsEstimate === true) return `约 ${digits}`;
  return totalIsExact ? digits : `${digits}+`;
}

interface GroupProps {
  readonly group: SearchGroup;
  readonly word: string;
  readonly options: OptionLabels;
}

function Group({ group, word, options }: GroupProps) {
  const { objectApiName, label, route, view, list } = group;
  const id = `found-${objectApiName}`;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>
          {label}
          <small>{countLabel(group)} 条</small>
        </h2>
        {route !== undefined && <a href={hashAddress(listPath(route, word))}>在列表中查看全部</a>}
      </header>
      {view && (
        <ul>
          {list.map((row) => (
            <SearchRow key={row.id} view={view} row={row} word={word} options={options} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ClosedProps {
  readonly groups: readonly SearchGroup[];
  readonly word: string;
  readonly isVisitor: boolean;
}

/** One card for all that visitors do not see: how much of what there is, and the ways in. */
function Closed({ groups, word, isVisitor }: ClosedProps) {
  if (groups.length === 0) return null;
  const counts = groups.map((group) => `${group.label} ${countLabel(group)} 条`);
  if (!isVisitor) return <p className="search-closed">另有{counts.join('、')}，您的账号暂不能查看。</p>;
  return (
    <SignInCard title={`登录后查看与“${word}”相关的记录`} path={resultPath(word)}>
      <p>会员可以打开每条记录的详情，按条件筛选、排序，并与记录背后的人联系。</p>
      <ul>
        {counts.map((count) => (
          <li key={count}>{count}</li>
        ))}
      </ul>
    </SignInCard>
  );
}
