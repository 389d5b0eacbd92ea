import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import type { KeptList, ListShare } from '#schemas/api/kept-lists.ts';
import { MAX_LIST_NAME } from '#schemas/generated/api/kept-lists.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { PersonLink } from '#client/ui/person-link.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { asFailure } from '#client/lib/api-failure.ts';
import type { KeptListsStore } from './kept-lists-store.ts';

export interface ListDialogProps {
  readonly store: KeptListsStore;
  readonly list: KeptList;
  readonly onClose: () => void;
}

/** An object whose records can be put on lists. */
export interface ListableObject {
  readonly apiName: string;
  readonly label: string;
}

interface NewListProps {
  readonly store: KeptListsStore;
  readonly objects: readonly ListableObject[];
  readonly onClose: () => void;
}

const NAME = { htmlInput: { maxLength: MAX_LIST_NAME } };

/** Begins an empty list of an object. */
export function NewListDialog({ store, objects, onClose }: NewListProps) {
  const [objectApiName, setObject] = useState(objects[0]?.apiName ?? '');
  const [name, setName] = useState('');
  return (
    <FormDialog
      title="新建清单"
      confirm="新建"
      isReady={name.trim() !== '' && objectApiName !== ''}
      onSubmit={async () => {
        await store.create(objectApiName, name);
      }}
      onClose={onClose}
    >
      <TextField select label="内容" value={objectApiName} onChange={(event) => setObject(event.target.value)}>
        {objects.map(({ apiName, label }) => (
          <MenuItem key={apiName} value={apiName}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        autoFocus
        label="清单名称"
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={NAME}
      />
    </FormDialog>
  );
}

export function RenameListDialog({ store, list, onClose }: ListDialogProps) {
  const [name, setName] = useState(list.name);
  return (
    <FormDialog
      title="重命名清单"
      confirm="保存"
      isReady={name.trim() !== ''}
      onSubmit={() => store.rename(list, name)}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label="清单名称"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        slotProps={NAME}
      />
    </FormDialog>
  );
}

const ROLES = [
  ['view', '查看'],
  ['edit', '编辑'],
] as const;

/** With whom a list is shared, and what each of them may do. */
export function ShareListDialog({ store, list, onClose }: ListDialogProps) {
  const [shares, setShares] = useState<ListShare[]>();
  const [problem, setProblem] = useState('');
  const [account, setAccount] = useState('');
  const [role, setRole] = useState<ListShare['role']>('view');
  const { id } = list;
  useEffect(() => {
    store.sharesOf(id).then(setShares, (thrown: unknown) => setProblem(asFailure(thrown).message));
  }, [store, id]);
  const end = (accountId: string) =>
    store.unshare(list, accountId).then(
      () => setShares((before) => before?.filter((share) => share.accountId !== accountId)),
      (thrown: unknown) => setProblem(asFailure(thrown).message),
    );
  return (
    <FormDialog
      title={`共享“${list.name}”`}
      confirm="共享"
      cancel="完成"
      isReady={account.trim().length > 1}
      onSubmit={async () => {
        setShares(await store.share(list, account, role));
        setAccount('');
        return false;
      }}
      onClose={onClose}
    >
      <p>对方在“我的清单”中看到这个清单，其中的记录按对方自己的权限显示。</p>
      <TextField
        autoFocus
        label="对方的账号名"
        helperText="账号名见对方的“个人资料”页"
        value={account}
        onChange={(event) => setAccount(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
      />
      <TextField
        select
        label="权限"
        value={role}
        onChange={(event) => setRole(event.target.value === 'edit' ? 'edit' : 'view')}
      >
        {ROLES.map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {problem !== '' && <p role="alert">{problem}</p>}
      {!shares && problem === '' && <LoadingBlock height={32} />}
      {shares?.length === 0 && <p>还没有共享给别人。</p>}
      {shares && shares.length > 0 && (
        <ul className="personal-rows" aria-label="已共享给">
          {shares.map((share) => (
            <li key={share.accountId} className="personal-row">
              <div>
                <PersonLink page={share.page}>{share.name}</PersonLink>
              </div>
              <span className="personal-soft">{share.role === 'edit' ? '编辑' : '查看'}</span>
              <Button onClick={() => void end(share.accountId)} aria-label={`取消对${share.name}的共享`}>
                取消共享
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
