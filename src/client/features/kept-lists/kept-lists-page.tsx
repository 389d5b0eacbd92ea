import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PersonLink } from '#client/ui/person-link.tsx';
import { PlainLink } from '#client/ui/plain-button.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { KeptListsStore } from './kept-lists-store.ts';
import { type ListableObject, NewListDialog, RenameListDialog, ShareListDialog } from './list-dialogs.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import './kept-lists.css';

interface KeptListsPageProps {
  readonly store: KeptListsStore;
  readonly objects: readonly ListableObject[];
  /** The account of the user, who may leave lists of others. */
  readonly me: string;
  /** Where the list of an object shows the records of a list. */
  readonly pathOf: (list: KeptList) => string | undefined;
  /** What else may be done with a list. */
  readonly further?: (list: KeptList) => ReactNode;
}

type Asked = { readonly kind: 'paste' | 'share' | 'rename'; readonly list: KeptList } | { readonly kind: 'new' };

const DIALOGS = { paste: PasteDialog, share: ShareListDialog, rename: RenameListDialog } as const;

/** Own lists and those that others share, by what they hold. */
export const KeptListsPage = observer(function KeptListsPage(props: KeptListsPageProps) {
  const { store, objects } = props;
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => void store.all.load(), [store]);
  const { value: lists, failure } = store.all;
  const close = () => setAsked(undefined);
  const Dialog = asked && asked.kind !== 'new' ? DIALOGS[asked.kind] : undefined;
  return (
    <>
      <PageHead
        title="我的清单"
        help="把关注的企业、机构等收进清单，在列表中与其他筛选条件一起使用，也可以共享给同事。"
      >
        <Button variant="contained" disabled={objects.length === 0} onClick={() => setAsked({ kind: 'new' })}>
          新建清单
        </Button>
      </PageHead>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.all.load() }} />
      )}
      {!failure && !lists && <LoadingBlock height={120} />}
      {lists?.length === 0 && (
        <Notice title="还没有清单" action={{ label: '新建清单', onPress: () => setAsked({ kind: 'new' }) }}>
          也可以在列表中勾选记录，或在详情页点“加入清单”。
        </Notice>
      )}
      {[...Map.groupBy(lists ?? [], ({ objectLabel }) => objectLabel)].map(([label, own]) => (
        <section key={label} className="personal-card" aria-label={label}>
          <h2>{label}</h2>
          <ul className="personal-rows">
            {own.map((list) => (
              <Row key={list.id} {...props} list={list} onAsk={setAsked} />
            ))}
          </ul>
        </section>
      ))}
      {asked?.kind === 'new' && <NewListDialog store={store} objects={objects} onClose={close} />}
      {Dialog && asked && asked.kind !== 'new' && <Dialog store={store} list={asked.list} onClose={close} />}
    </>
  );
});

interface RowProps extends KeptListsPageProps {
  readonly list: KeptList;
  readonly onAsk: (asked: Asked) => void;
}

function Row({ store, me, pathOf, further, list, onAsk }: RowProps) {
  const path = pathOf(list);
  const { name, role, count } = list;
  const button = (label: string, onPress: () => void) => (
    <Button key={label} size="small" color="inherit" aria-label={`${label}：${name}`} onClick={onPress}>
      {label}
    </Button>
  );
  return (
    <li className="personal-row kept-list">
      <div>
        <b>{path === undefined ? name : <PlainLink href={hashAddress(path)}>{name}</PlainLink>}</b>
        <p className="personal-soft">
          <Facts list={list} />
        </p>
      </div>
      <div className="kept-list-acts">
        {further?.(list)}
        {role !== 'view' && button('按名称加入', () => onAsk({ kind: 'paste', list }))}
        {role === 'owner' && button('共享', () => onAsk({ kind: 'share', list }))}
        {role === 'owner' && list.isStarred && count > 0 && button('清空', () => void store.empty(list))}
        {role === 'owner' && !list.isStarred && button('改名', () => onAsk({ kind: 'rename', list }))}
        {role === 'owner' && !list.isStarred && button('删除', () => void store.remove(list))}
        {role !== 'owner' && button('退出', () => void store.leave(list, me))}
      </div>
    </li>
  );
}

function Facts({ list: { count, role, ownerName, ownerPage, shares } }: { readonly list: KeptList }) {
  if (role === 'owner') return shares > 0 ? `${count} 条 · 已共享给 ${shares} 人` : `${count} 条`;
  return (
    <>
      {count} 条 · <PersonLink page={ownerPage}>{ownerName}</PersonLink>共享给您，可{role === 'edit' ? '编辑' : '查看'}
    </>
  );
}
