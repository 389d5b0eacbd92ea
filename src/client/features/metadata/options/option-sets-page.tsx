import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SavedOptionSet } from '#schemas/api/metadata-editing.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { OptionSetListStore } from './option-set-list-store.ts';
import './option-sets-page.css';
import { formatShanghai } from '#shared/time/format.ts';

const NewOptionSetDialog = lazyPart(async () => (await import('./option-set-dialog.tsx')).NewOptionSetDialog);

/** The lists and trees that fields choose from. */
export const OptionSetsPage = observer(function OptionSetsPage({ store }: { readonly store: OptionSetListStore }) {
  usePageTitle('选项集');
  const [isAdding, setAdding] = useState(false);
  useEffect(() => void store.load(), [store]);
  return (
    <div className="page-column">
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <h1>选项集</h1>
        <Typography variant="body2" color="textSecondary" role="status">
          {store.saved.value && `共 ${store.saved.value.length} 个`}
        </Typography>
        <TextField
          label="查找"
          value={store.keyword}
          onChange={(event) => store.search(event.target.value)}
          sx={{ ml: { sm: 'auto' }, width: { xs: '100%', sm: 240 } }}
        />
        <Button variant="contained" onClick={() => setAdding(true)}>
          新建选项集
        </Button>
      </Stack>
      <Content store={store} />
      {isAdding && <NewOptionSetDialog store={store} onClose={() => setAdding(false)} />}
    </div>
  );
});

const Content = observer(function Content({ store }: { readonly store: OptionSetListStore }) {
  if (store.saved.failure && !store.saved.value) {
    return (
      <Notice
        isAlert
        title={store.saved.failure.message}
        action={{ label: '重试', onPress: () => void store.load() }}
      />
    );
  }
  if (!store.saved.value) return <LoadingBlock height={320} />;
  if (store.shown.length === 0) return <Notice title={store.keyword ? '没有符合的选项集' : '还没有选项集'} />;
  return (
    <div className="option-sets">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">形式</th>
            <th scope="col" className="option-sets-number">
              选项
            </th>
            <th scope="col">使用的字段</th>
            <th scope="col">最近保存</th>
          </tr>
        </thead>
        <tbody>
          {store.shown.map((set) => (
            <Row key={set.name} set={set} />
          ))}
        </tbody>
      </table>
    </div>
  );
});

const SHOWN_FIELDS = 3;

function Row({ set }: { readonly set: SavedOptionSet }) {
  const { name, label, kind, options, retired, usedBy, authorName, at, version } = set;
  const fields = usedBy.map(({ objectLabel, fieldLabel }) => `${objectLabel}·${fieldLabel}`);
  const rest = fields.length - SHOWN_FIELDS;
  return (
    <tr>
      <td>
        <Link href={hashAddress(`/staff/options/${name}`)} underline="hover" className="option-sets-label">
          <bdi>{label}</bdi>
        </Link>
        <small>{name}</small>
      </td>
      <td>{kind === 'tree' ? '树' : '列表'}</td>
      <td className="option-sets-number">
        {options.toLocaleString('zh-CN')}
        {retired > 0 && <small>另停用 {retired}</small>}
      </td>
      <td title={fields.join('、')}>
        {fields.length === 0 && <small>未使用</small>}
        {fields.slice(0, SHOWN_FIELDS).join('、')}
        {rest > 0 && ` 等 ${fields.length} 个`}
      </td>
      <td>
        {authorName}
        <small>
          {at && formatShanghai(at, 'YYYY-MM-DD HH:mm')} · 版本 {version}
        </small>
      </td>
    </tr>
  );
}
