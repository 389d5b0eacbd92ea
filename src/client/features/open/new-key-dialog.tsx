import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { KEY_DAYS } from '#schemas/generated/api/api-keys.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import { NewKeyDraft } from './new-key-draft.ts';
import type { KeysStore } from './keys-store.ts';
import type { OwnerPart } from './owner-part.ts';

interface NewKeyDialogProps {
  readonly store: KeysStore;
  readonly owner: OwnerPart;
  readonly onClose: () => void;
}

const DAY_CHOICES = KEY_DAYS.map((days) => ({ value: String(days), label: `${days} 天` }));

/** Everything that a key is made for, and the proof of its owner. */
export const NewKeyDialog = observer(function NewKeyDialog({ store, owner, onClose }: NewKeyDialogProps) {
  const [draft] = useState(() => new NewKeyDraft());
  const objects = store.keys.value?.objects ?? [];
  const proof = owner.proof();
  const close = () => {
    owner.forget();
    onClose();
  };
  return (
    <FormDialog
      title="创建密钥"
      size="sm"
      confirm="创建"
      busyWord="正在创建…"
      isReady={draft.isReady && proof !== undefined}
      onSubmit={async () => store.create(draft.wanted, proof ?? {})}
      onClose={close}
    >
      <div className="developer-form">
        <TextField
          label="名称"
          required
          autoFocus
          value={draft.name}
          onChange={({ target }) => draft.type(target.value)}
          helperText="写明用途，例如“内部看板同步”"
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
        <TextField
          select
          label="可读取的对象"
          value={[...draft.objects]}
          onChange={({ target }) => draft.choose([target.value].flat())}
          helperText="不选为全部。实际能读到的内容以您当前的权限为准"
          slotProps={{
            inputLabel: { shrink: true },
            select: {
              multiple: true,
              displayEmpty: true,
              renderValue: (chosen) => labelsOf([chosen].flat().map(String), objects),
            },
          }}
        >
          {objects.map(({ objectApiName, label }) => (
            <MenuItem key={objectApiName} value={objectApiName}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <div>
          <FormControlLabel
            control={<Checkbox checked={draft.isFollowing} onChange={(_, isOn) => draft.follow(isOn)} />}
            label="增量同步"
          />
          <FormControlLabel
            control={<Checkbox checked={draft.isAssistant} onChange={(_, isOn) => draft.assist(isOn)} />}
            label="智能问答工具（MCP）"
          />
        </div>
        <RadioChoice
          label="有效期"
          isRow
          value={String(draft.days)}
          onChange={(days) => draft.chooseDays(KEY_DAYS.find((one) => String(one) === days) ?? draft.days)}
          choices={DAY_CHOICES}
        />
        <TextField
          label="允许的网络地址"
          multiline
          maxRows={4}
          value={draft.addresses}
          onChange={({ target }) => draft.typeAddresses(target.value)}
          helperText="IP 地址或网段，如 203.0.113.0/24；多个以空格或换行分隔，不填为不限"
        />
        {owner.fields(undefined)}
      </div>
    </FormDialog>
  );
});

const labelsOf = (
  chosen: readonly string[],
  objects: readonly { readonly objectApiName: string; readonly label: string }[],
): string =>
  objects
    .filter(({ objectApiName }) => chosen.includes(objectApiName))
    .map(({ label }) => label)
    .join('、') || '全部对象';
