import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '#client/lib/page-title.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { AuditItem } from './audit-item.tsx';
import type { AuditFilter, AuditStore } from './audit-store.ts';
import './audit-page.css';

/** What the audit can be narrowed to by name. */
export interface AuditSubject {
  readonly kind: 'object' | 'optionSet';
  readonly name: string;
  readonly label: string;
}

interface AuditPageProps {
  readonly store: AuditStore;
  readonly subjects: readonly AuditSubject[];
}

const ALL = '';

function filterOf(query: URLSearchParams): AuditFilter {
  const kind = query.get('kind');
  const name = query.get('name');
  const author = query.get('author');
  return {
    ...((kind === 'object' || kind === 'optionSet') && { kind }),
    ...(name && { name }),
    ...(author && { author }),
  };
}

/** `/staff/audit`: every saved change of objects and option sets; the filter is in the URL. */
export const AuditPage = observer(function AuditPage({ store, subjects }: AuditPageProps) {
  usePageTitle('元数据变更');
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const { authors = [] } = store.pages.page ?? {};
  useEffect(() => void store.show(filterOf(new URLSearchParams(text))), [store, text]);
  const { kind = ALL, name = ALL, author = ALL } = filterOf(query);
  const change = (next: Record<string, string>) => {
    const changed = new URLSearchParams(query);
    for (const [key, value] of Object.entries(next)) {
      if (value === ALL) changed.delete(key);
      else changed.set(key, value);
    }
    setQuery(changed);
  };
  return (
    <div className="page-column">
      <Stack direction="row" sx={{ gap: 1.25, alignItems: 'flex-end', flexWrap: 'wrap' }}>
        <h1 className="audit-title">元数据变更</h1>
        <TextField
          select
          label="修改人"
          value={authors.some((known) => known.author === author) ? author : ALL}
          onChange={(event) => change({ author: event.target.value })}
          slotProps={{ select: { native: true } }}
          sx={{ width: { xs: '47%', sm: 160 } }}
        >
          <option value={ALL}>全部</option>
          {authors.map((known) => (
            <option key={known.author} value={known.author}>
              {known.authorName}
            </option>
          ))}
        </TextField>
        <TextField
          select
          label="对象或选项集"
          value={name === ALL ? kind : `${kind}/${name}`}
          onChange={(event) => {
            const [nextKind = ALL, nextName = ALL] = event.target.value.split('/');
            change({ kind: nextKind, name: nextName });
          }}
          slotProps={{ select: { native: true } }}
          sx={{ width: { xs: '47%', sm: 240 } }}
        >
          <option value={ALL}>全部</option>
          <option value="object">全部对象</option>
          <option value="optionSet">全部选项集</option>
          {subjects.map((subject) => (
            <option key={`${subject.kind}/${subject.name}`} value={`${subject.kind}/${subject.name}`}>
              {`${subject.kind === 'object' ? '对象' : '选项集'}：${subject.label}`}
            </option>
          ))}
        </TextField>
      </Stack>
      {store.hasNews && (
        <div role="status" className="audit-news">
          有新的变更
          <Button onClick={() => void store.show(store.filter)}>查看</Button>
        </div>
      )}
      <List store={store} />
    </div>
  );
});

const List = observer(function List({ store }: { readonly store: AuditStore }) {
  const { list, after, isLoading, loadMore } = store.pages;
  const failure = store.pages.failure ?? store.opening.failure;
  if (failure) {
    return (
      <Notice
        isAlert
        title={failure.message}
        action={{ label: '重试', onPress: () => void store.show(store.filter) }}
      />
    );
  }
  if (!list) return <LoadingBlock height={360} />;
  if (list.length === 0) return <Notice title="没有符合条件的变更" />;
  return (
    <>
      <ol className="audit-list">
        {list.map((entry) => (
          <AuditItem key={`${entry.kind}/${entry.name}@${entry.version}`} store={store} entry={entry} />
        ))}
      </ol>
      {after !== null && (
        <Button variant="outlined" disabled={isLoading} onClick={() => void loadMore()}>
          {isLoading ? '正在加载…' : '更早的变更'}
        </Button>
      )}
    </>
  );
});
