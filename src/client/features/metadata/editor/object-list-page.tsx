import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SavedObject } from '#schemas/api/metadata-editing.ts';
import { AUDIENCE_LABELS } from '#schemas/generated/metadata/audience.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { groupDigits } from '#client/ui/field-types/texts/group-digits.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { NavigationDialog } from './navigation-dialog.tsx';
import type { NavigationStore } from './navigation-store.ts';
import { NewObjectDialog } from './new-object-dialog.tsx';
import type { ObjectListStore } from './object-list-store.ts';
import { SearchBox } from '#client/features/metadata/base/search-box.tsx';
import './metadata.css';
import './metadata-table.css';
import './metadata-lists.css';
import './metadata-panels.css';
import { formatShanghai } from '#shared/time/format.ts';

interface ObjectListPageProps {
  readonly store: ObjectListStore;
  readonly navigation: NavigationStore;
  readonly onOpen: (apiName: string) => void;
}

const HEADS = ['对象', '列表地址', '谁可以查看', '字段', '规则', '记录', '版本', '最近修改'] as const;

/** `/staff/metadata`: every object, who changed it last, and the way to change it. */
export const ObjectListPage = observer(function ObjectListPage({ store, navigation, onOpen }: ObjectListPageProps) {
  const [isBeginning, setBeginning] = useState(false);
  const [isArranging, setArranging] = useState(false);
  usePageTitle('元数据');
  useEffect(() => void store.load(), [store]);
  const { keyword, found } = store;
  const { value: objects, failure } = store.saved;
  if (failure && !objects)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />;
  return (
    <div className="meta">
      <header className="meta-head">
        <div>
          <h1>元数据</h1>
          <span className="meta-count">对象的字段、布局、规则与权限；保存后，打开的页面会立即更新</span>
        </div>
        <Button variant="outlined" onClick={() => setArranging(true)}>
          导航顺序
        </Button>
        <Button variant="contained" startIcon={<Add />} onClick={() => setBeginning(true)}>
          新建对象
        </Button>
      </header>
      <div className="meta-bar">
        <SearchBox label="搜索对象" value={keyword} onChange={(text) => store.search(text)} />
        {objects && <span className="meta-count">{found.length} 个对象</span>}
      </div>
      {objects ? (
        <div className="meta-scroll meta-card">
          <table className="data-table meta-table">
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.map((object) => (
                <ObjectRow key={object.apiName} object={object} hasDraft={store.hasDraft(object.apiName)} />
              ))}
            </tbody>
          </table>
          {found.length === 0 && <p className="meta-none">没有名称或标识包含“{keyword}”的对象</p>}
        </div>
      ) : (
        <div role="status" aria-label="正在加载">
          <LoadingBlock height={420} />
        </div>
      )}
      {isArranging && <NavigationDialog store={navigation} onClose={() => setArranging(false)} />}
      {isBeginning && <NewObjectDialog store={store} onClose={() => setBeginning(false)} onBegun={onOpen} />}
    </div>
  );
});

function ObjectRow({ object, hasDraft }: { readonly object: SavedObject; readonly hasDraft: boolean }) {
  const { apiName, label, route, fields, removedFields, rules, records, version, authorName, at } = object;
  return (
    <tr>
      <th scope="row">
        <a className="meta-name" href={hashAddress(`/staff/metadata/${apiName}`)} title={label}>
          <bdi>{label}</bdi>
        </a>
        {hasDraft && <small className="meta-tag">有草稿</small>}
        {object.hasUpdate && (
          <small className="meta-tag" title="产品自带的定义有更新，因本对象被修改过而未自动采用">
            有更新
          </small>
        )}
        <code>{apiName}</code>
      </th>
      <td>{route ?? '–'}</td>
      <td title={`列表：${AUDIENCE_LABELS[object.list]}；详情：${AUDIENCE_LABELS[object.detail]}`}>
        {AUDIENCE_LABELS[object.list]}
      </td>
      <td className="meta-number" title={removedFields > 0 ? `另有 ${removedFields} 个已停用` : undefined}>
        {fields}
      </td>
      <td className="meta-number">{rules}</td>
      <td className="meta-number">{records === null ? '–' : `约 ${groupDigits(String(records))}`}</td>
      <td className="meta-number">{version}</td>
      <td>
        {authorName} <time dateTime={at}>{formatShanghai(at, 'YYYY-MM-DD HH:mm')}</time>
      </td>
    </tr>
  );
}
