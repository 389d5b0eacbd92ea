import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { MAX_AUTO_REPLY } from '#schemas/generated/api/chat-settings.ts';
import { Notice } from '#client/ui/notice.tsx';
import type { ChatSettingsStore } from './chat-settings-store.ts';
import { SettingsCard } from './settings-card.tsx';

interface ChatSettingsCardProps {
  readonly store: ChatSettingsStore;
}

/** The reply that goes out by itself, and whether new messages are notified. */
export const ChatSettingsCard = observer(function ChatSettingsCard({ store }: ChatSettingsCardProps) {
  useEffect(() => void store.load(), [store]);
  const { settings, failure, saved } = store;
  if (failure)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />;
  if (!settings) return null;
  const toggle = (label: string, isOn: boolean, onChange: (next: boolean) => Promise<void>) => (
    <FormControlLabel
      control={
        <Switch
          checked={isOn}
          disabled={store.isSaving}
          onChange={(_, next) => void onChange(next)}
          slotProps={{ input: { role: 'switch' } }}
        />
      }
      label={label}
    />
  );
  return (
    <SettingsCard title="私信设置">
      <Stack sx={{ gap: 2 }}>
        <div>
          {toggle('自动回复', settings.autoReply, store.switchReply)}
          <Typography variant="body2" color="textSecondary">
            开启后，别人第一次给您发私信时立即收到以下内容，并标明“自动回复”；它不算您的回复，也不会开放交换联系方式。
          </Typography>
        </div>
        <ReplyForm store={store} />
        <div>
          {toggle('私信免打扰', settings.disturb, store.switchDoNotDisturb)}
          <Typography variant="body2" color="textSecondary">
            开启后照常接收私信，但不显示红点，也不播报；系统通知不受影响。
          </Typography>
        </div>
        <Typography role="status" variant="body2" color="success" sx={{ minHeight: 20 }}>
          {saved}
        </Typography>
      </Stack>
    </SettingsCard>
  );
});

const ReplyForm = observer(function ReplyForm({ store }: ChatSettingsCardProps) {
  const { typed, problem, isSaving, hasChanged } = store;
  const count = [...typed.trim()].length;
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void store.saveText();
      }}
      sx={{ gap: 2, maxWidth: 480 }}
    >
      <TextField
        label="自动回复内容"
        multiline
        minRows={2}
        maxRows={6}
        value={typed}
        onChange={({ target }) => store.type(target.value)}
        error={problem !== undefined}
        helperText={problem ?? `1 到 ${MAX_AUTO_REPLY} 个字，不能包含手机号或微信号（${count}/${MAX_AUTO_REPLY}）`}
        fullWidth
      />
      <Button type="submit" variant="contained" disabled={isSaving || !hasChanged} sx={{ alignSelf: 'flex-start' }}>
        {isSaving ? '正在保存…' : '保存自动回复'}
      </Button>
    </Stack>
  );
});
