import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { MAX_FOUND, type SendStore } from './send-store.ts';
import { rolesInWords } from './staff-words.ts';

function foundWords(count: number): string {
  if (count === 0) return '没有找到用户';
  return count < MAX_FOUND ? `找到 ${count} 人，请选择：` : `显示前 ${count} 人，请选择，或输入更完整的姓名：`;
}

/** Finds the one person that a notice is for. */
export const PersonPicker = observer(function PersonPicker({ store }: { readonly store: SendStore }) {
  const [word, setWord] = useState('');
  const { person, found, isBusy } = store;
  const problem = store.problemOf('uid');
  if (person)
    return (
      <p className="desk-chosen">
        <span>
          接收人：<b>{person.name}</b>
          <span className="desk-soft">
            （{rolesInWords(person)}，UID {person.uid}）
          </span>
        </span>
        <Button size="small" onClick={() => store.choose(undefined)}>
          更换
        </Button>
        {problem !== undefined && <span role="alert">{problem}</span>}
      </p>
    );
  const find = () => {
    if (word.trim() !== '') void store.find(word.trim());
  };
  return (
    <div>
      <div style={{ display: 'flex', gap: 8, alignItems: 'flex-start' }}>
        <TextField
          label="查找接收人"
          placeholder="姓名、用户名、UID 或完整手机号"
          value={word}
          onChange={({ target }) => setWord(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find();
          }}
          slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' }, inputLabel: { shrink: true } }}
          sx={{ flex: 1 }}
        />
        <Button variant="outlined" disabled={isBusy || word.trim() === ''} onClick={find} sx={{ minHeight: 40 }}>
          查找
        </Button>
      </div>
      <div role="status" className="desk-soft">
        {found && foundWords(found.length)}
      </div>
      {found && found.length > 0 && (
        <ul className="desk-found">
          {found.map((user) => (
            <li key={user.uid}>
              <button type="button" className="desk-name" onClick={() => store.choose(user)}>
                {user.name}
              </button>
              <span className="desk-soft">
                {user.username} · {rolesInWords(user)} · UID {user.uid}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
});
