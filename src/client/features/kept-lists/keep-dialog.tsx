import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import List from '@mui/material/List';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { KeptList } from '#schemas/api/kept-lists.ts';
import { MAX_LIST_NAME } from '#schemas/generated/api/kept-lists.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import type { Keeping, KeptListsStore } from './kept-lists-store.ts';

/** On which list records are put: one of those that the user may change, or a new one. */
export const KeepDialog = observer(function KeepDialog(props: {
  readonly store: KeptListsStore;
  readonly keeping: Keeping;
}) {
  const { store, keeping } = props;
  const { value, failure } = store.offered;
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [isWrong, setWrong] = useState(false);
  const lists = (value ?? []).filter(({ role }) => role !== 'view');
  const isNew = chosen === undefined || !lists.some(({ id }) => id === chosen);
  const submit = async () => {
    const known = isNew ? undefined : lists.find(({ id }) => id === chosen);
    setWrong(!known && name.trim() === '');
    if (!known && name.trim() === '') return false;
    const list = known ?? (await store.create(keeping.objectApiName, name));
    return store.add(list, keeping.ids);
  };
  return (
    <FormDialog
      title={`将 ${keeping.ids.length} 条记录加入清单`}
      confirm="加入"
      onSubmit={submit}
      onClose={() => store.dismiss()}
    >
      {failure && (
        <Notice
          isAlert
          title={failure.message}
          action={{ label: '重试', onPress: () => store.ask(keeping.objectApiName, keeping.ids) }}
        />
      )}
      {!failure && !value && <LoadingBlock height={80} />}
      {lists.length > 0 && (
        <List dense disablePadding aria-label="我的清单" sx={{ maxHeight: 280, overflowY: 'auto' }}>
          {lists.map((list) => (
            <ListItemButton
              key={list.id}
              selected={list.id === chosen}
              aria-pressed={list.id === chosen}
              role="button"
              onClick={() => setChosen(list.id === chosen ? undefined : list.id)}
            >
              <ListItemText primary={list.name} secondary={listNote(list)} />
            </ListItemButton>
          ))}
        </List>
      )}
      {value && lists.length === 0 && <p>还没有清单，起个名称即可新建。</p>}
      <TextField
        label="新清单名称"
        value={name}
        autoFocus
        error={isWrong}
        helperText={isWrong ? <span role="alert">请选择清单，或填写新清单的名称</span> : undefined}
        onChange={(event) => {
          setName(event.target.value);
          setChosen(undefined);
        }}
        slotProps={{ htmlInput: { maxLength: MAX_LIST_NAME } }}
      />
    </FormDialog>
  );
});

const listNote = ({ count, holds, role, ownerName }: KeptList): string =>
  [`${count} 条`, ...(holds ? ['已在清单中'] : []), ...(role === 'owner' ? [] : [`${ownerName}共享`])].join(' · ');
