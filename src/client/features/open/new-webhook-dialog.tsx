import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { WEBHOOK_EVENTS } from '#schemas/generated/api/webhooks.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { OwnerPart } from './owner-part.ts';
import { EVENT_WORDS } from './webhook-words.ts';
import type { WantedWebhook, WebhooksStore } from './webhooks-store.ts';

interface NewWebhookDialogProps {
  readonly store: WebhooksStore;
  readonly owner: OwnerPart;
  readonly objects: readonly { readonly objectApiName: string; readonly label: string }[];
  readonly onClose: () => void;
}

/** Where messages go and what they are about, and the proof of the owner. */
export const NewWebhookDialog = observer(function NewWebhookDialog(props: NewWebhookDialogProps) {
  const { store, owner, objects, onClose } = props;
  const [wanted, setWanted] = useState<WantedWebhook>({
    name: '',
    url: '',
    events: ['record.changed'],
    objectApiName: objects[0]?.objectApiName ?? '',
    filter: '',
    derived: false,
  });
  const set = (more: Partial<WantedWebhook>) => setWanted({ ...wanted, ...more });
  const follows = wanted.events.includes('record.changed');
  const proof = owner.proof();
  const { objectApiName, filter, derived, ...rest } = wanted;
  const about = follows ? { ...(objectApiName && { objectApiName }), ...(filter && { filter }), derived } : {};
  const isReady = wanted.name.trim() !== '' && wanted.url.trim() !== '' && wanted.events.length > 0;
  return (
    <FormDialog
      title="添加 Webhook"
      size="sm"
      confirm="添加"
      busyWord="正在添加…"
      isReady={isReady && proof !== undefined}
      onSubmit={() => store.create({ ...rest, ...about }, proof ?? {})}
      onClose={() => {
        owner.forget();
        onClose();
      }}
    >
      <div className="developer-form">
        <TextField
          label="名称"
          required
          autoFocus
          value={wanted.name}
          onChange={({ target }) => set({ name: target.value })}
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
        <TextField
          label="接收地址"
          required
          value={wanted.url}
          onChange={({ target }) => set({ url: target.value })}
          helperText="公网 https 地址，例如 https://hooks.example.com/jingtu"
          slotProps={{ htmlInput: { maxLength: 500, inputMode: 'url' } }}
        />
        <div role="group" aria-label="发送哪些消息">
          {WEBHOOK_EVENTS.map((event) => (
            <FormControlLabel
              key={event}
              control={
                <Checkbox
                  checked={wanted.events.includes(event)}
                  onChange={(_, isOn) =>
                    set({
                      events: WEBHOOK_EVENTS.filter((one) => (one === event ? isOn : wanted.events.includes(one))),
                    })
                  }
                />
              }
              label={EVENT_WORDS[event]}
            />
          ))}
        </div>
        {follows && (
          <>
            <TextField
              select
              label="对象"
              value={wanted.objectApiName}
              onChange={({ target }) => set({ objectApiName: target.value })}
            >
              {objects.map((object) => (
                <MenuItem key={object.objectApiName} value={object.objectApiName}>
                  {object.label}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              label="条件（JSON）"
              multiline
              maxRows={4}
              value={wanted.filter}
              onChange={({ target }) => set({ filter: target.value })}
              helperText="写法与增量同步的 filter 相同，不填为全部记录"
              slotProps={{ htmlInput: { maxLength: 2000 } }}
            />
            <FormControlLabel
              control={<Checkbox checked={wanted.derived ?? false} onChange={(_, isOn) => set({ derived: isOn })} />}
              label="包含仅由其他记录汇总而来的变更"
            />
          </>
        )}
        {owner.fields(undefined)}
      </div>
    </FormDialog>
  );
});
