import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { AccountState, StaffUser, UserKind } from '#schemas/api/staff.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import type { UserList } from './desk-lists.ts';
import { Chip, Choice, ListFrame } from './desk-parts.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { ACCOUNT_WORDS, KIND_WORDS, rolesInWords } from './staff-words.ts';
import { useFilter } from './use-filter.ts';
import { UserPanel } from './user-panel.tsx';
import type { UserStore } from './user-store.ts';
import './staff.css';

interface UsersPageProps {
  readonly store: UserList;
  /** The account of a panel. */
  readonly userOf: (uid: string) => UserStore;
}

const STATES = { active: '正常', frozen: '已冻结', closed: '已注销' } as const;
const UID = /^[1-9]\d{0,17}$/;

/** `/staff/users`: all users with an account. The search text stays out of the address. */
export const UsersPage = observer(function UsersPage({ store, userOf }: UsersPageProps) {
  usePageTitle('用户');
  const [{ kind, state, uid }, change] = useFilter(['kind', 'state', 'uid']);
  const [typed, setTyped] = useState('');
  const [word, setWord] = useState('');
  useEffect(() => {
    const isKind = kind !== undefined && Object.hasOwn(KIND_WORDS, kind);
    const isState = state !== undefined && Object.hasOwn(STATES, state);
    void store.show({
      ...(word !== '' && { word }),
      ...(isKind && { kind: kind as UserKind }),
      ...(isState && { state: state as AccountState }),
    });
  }, [store, word, kind, state]);
  const opened = uid !== undefined && UID.test(uid) ? uid : undefined;
  return (
    <div className="desk">
      <header className="desk-head">
        <h1>用户</h1>
        <form
          role="search"
          style={{ display: 'flex', gap: 8, flex: '0 1 340px' }}
          onSubmit={(event) => {
            event.preventDefault();
            setWord(typed.trim());
            if (typed.trim() === word) void store.again();
          }}
        >
          <TextField
            label="查找用户"
            placeholder="姓名、用户名、UID 或完整手机号"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' }, inputLabel: { shrink: true } }}
            sx={{ flex: 1 }}
          />
          <Button type="submit" variant="contained" startIcon={<SearchIcon />}>
            查找
          </Button>
        </form>
        <Choice label="身份" value={kind ?? ''} options={KIND_WORDS} onChoose={(next) => change({ kind: next })} />
        <Choice label="状态" value={state ?? ''} options={STATES} onChoose={(next) => change({ state: next })} />
      </header>
      <div className="desk-body">
        <ListFrame store={store} empty="没有符合条件的用户">
          {(list) => <UserTable list={list} opened={opened} onOpen={(next) => change({ uid: next })} />}
        </ListFrame>
        {opened !== undefined && <UserPanel key={opened} store={userOf(opened)} onClose={() => change({ uid: '' })} />}
      </div>
    </div>
  );
});

interface UserTableProps {
  readonly list: readonly StaffUser[];
  readonly opened: string | undefined;
  readonly onOpen: (uid: string) => void;
}

function UserTable({ list, opened, onOpen }: UserTableProps) {
  return (
    <ScrollBox className="desk-scroll" label="用户列表">
      <table className="data-table desk-table">
        <thead>
          <tr>
            <th scope="col">姓名</th>
            <th scope="col" className="desk-spare">
              用户名
            </th>
            <th scope="col">手机号</th>
            <th scope="col">身份</th>
            <th scope="col" className="desk-spare">
              SVIP
            </th>
            <th scope="col">状态</th>
            <th scope="col" className="desk-spare">
              注册时间
            </th>
            <th scope="col" className="desk-spare desk-number">
              UID
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((user) => (
            <tr key={user.uid} aria-current={user.uid === opened}>
              <td className="desk-long" title={user.name}>
                <button type="button" className="desk-name" onClick={() => onOpen(user.uid)}>
                  {user.name}
                </button>
              </td>
              <td className="desk-spare desk-long">{user.username}</td>
              <td>{user.phone ?? '—'}</td>
              <td className="desk-long" title={rolesInWords(user)}>
                {rolesInWords(user)}
              </td>
              <td className="desk-spare">{vipWords(user)}</td>
              <td>
                <Chip words={ACCOUNT_WORDS[user.state]} />
              </td>
              <td className="desk-spare">{shownMoment(user.createdAt)}</td>
              <td className="desk-spare desk-number">{user.uid}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const vipWords = ({ vipType, vipUntil }: StaffUser): string => {
  if (vipType === 0) return '—';
  return vipUntil === null ? '长期' : `至 ${shownMoment(vipUntil, 'YYYY-MM-DD')}`;
};
