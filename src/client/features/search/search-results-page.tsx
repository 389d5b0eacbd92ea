import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { SearchGroup } from '#schemas/api/search.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { SearchRow } from './search-row.tsx';
import { listPath } from './search-word.ts';
import type { SearchResultsStore } from './search-results-store.ts';
import './search-results.css';

interface SearchResultsPageProps {
  readonly store: SearchResultsStore;
  readonly word: string;
  readonly options: OptionLabels;
  /** The search box. */
  readonly box: ReactNode;
  readonly onSignIn: () => void;
}

/** Everything found for a word, grouped by object with counts; without a word, the way to begin. */
export const SearchResultsPage = observer(function SearchResultsPage(props: SearchResultsPageProps) {
  const { store, word, options, box, onSignIn } = props;
  usePageTitle(word === '' ? '搜索' : `“${word}”的搜索结果`);
  useEffect(() => void store.search(word), [store, word]);
  const { total } = store;
  const { value: groups, failure } = store.groups;
  return (
    <Stack sx={{ gap: 2, p: { xs: 1.5, md: 3 }, maxWidth: 1080, mx: 'auto' }}>
      <Typography variant="h1">{word === '' ? '搜索' : `“${word}”的搜索结果`}</Typography>
      {box}
      {word === '' && (
        <Typography color="textSecondary">
          输入名称中的任意一个或几个字、曾用名、工商全称、拼音或拼音首字母，简体繁体均可。
        </Typography>
      )}
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.search(word) }} />
      )}
      {word !== '' && !failure && !groups && <Skeleton variant="rounded" height={320} aria-label="正在搜索" />}
      {groups?.length === 0 && (
        <Notice title={`没有找到与“${store.word}”相关的记录`}>
          试试更短的词、拼音首字母，或曾用名与工商全称中的几个字。
        </Notice>
      )}
      {groups && groups.length > 0 && (
        <>
          <nav className="search-tabs" aria-label="按类型查看">
            <span role="status">
              共 {countLabel({ total: total.count, totalIsExact: total.isExact, totalIsEstimate: total.isEstimate })} 条
            </span>
            {groups.map((group) => (
              <button
                key={group.objectApiName}
                type="button"
                onClick={() => document.getElementById(`found-${group.objectApiName}`)?.scrollIntoView()}
              >
                {group.label} <b>{countLabel(group)}</b>
              </button>
            ))}
          </nav>
          <div className="search-groups">
            {groups.map((group) => (
              <Group key={group.objectApiName} group={group} word={store.word} options={options} onSignIn={onSignIn} />
            ))}
          </div>
        </>
      )}
    </Stack>
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
  readonly onSignIn: () => void;
}

function Group({ group, word, options, onSignIn }: GroupProps) {
  const { objectApiName, label, route, view, list, locked } = group;
  const id = `found-${objectApiName}`;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>
          {label}
          <small>{countLabel(group)} 条</small>
        </h2>
        {route !== undefined && !locked && <a href={hashAddress(listPath(route, word))}>在列表中查看全部</a>}
      </header>
      {locked && (
        <p>
          登录后可查看{label}。<Button onClick={onSignIn}>登录</Button>
        </p>
      )}
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
