import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AlertSettings } from '#schemas/api/alerts.ts';
import { Mutation } from '#client/lib/mutation.ts';
import type { SubscriptionsStore } from './subscriptions-store.ts';

interface SettingsCardProps {
  readonly store: SubscriptionsStore;
  readonly settings: AlertSettings;
  readonly hasMail: boolean;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When and where alerts reach the user. */
export const SettingsCard = observer(function SettingsCard({ store, settings, hasMail }: SettingsCardProps) {
  const [draft, setDraft] = useState(settings);
  const [saving] = useState(() => new Mutation());
  const [isSaved, setSaved] = useState(false);
  const change = (part: Partial<AlertSettings>) => {
    setSaved(false);
    setDraft({ ...draft, ...part });
  };
  const hour = (label: string, name: 'hour' | 'quietFrom' | 'quietTo') => (
    <TextField
      select
      label={label}
      value={draft[name]}
      onChange={({ target }) => change({ [name]: Number(target.value) })}
    >
      {HOURS.map((each) => (
        <MenuItem key={each} value={each}>
          {clock(each)}
        </MenuItem>
      ))}
    </TextField>
  );
  const save = async () => setSaved(await saving.run(() => store.settle(draft)));
  return (
    <section className="personal-card" aria-labelledby="alert-settings">
      <h2 id="alert-settings">提醒设置</h2>
      <div className="alert-settings">
        {hour('每日、每周发送时间', 'hour')}
        {hour('免打扰开始', 'quietFrom')}
        {hour('免打扰结束', 'quietTo')}
      </div>
      <FormControlLabel
        control={<Checkbox size="small" checked={draft.weekends} onChange={(_, weekends) => change({ weekends })} />}
        label="周末也提醒"
      />
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={draft.mail && hasMail}
            disabled={!hasMail}
            onChange={(_, mail) => change({ mail })}
          />
        }
        label={hasMail ? '允许发送订阅邮件' : '允许发送订阅邮件（账号还没有已验证的邮箱）'}
      />
      <div className="alert-settings-foot">
        <Button variant="contained" disabled={saving.isBusy} onClick={() => void save()}>
          保存设置
        </Button>
        <span role="status">{saving.failure?.message ?? (isSaved ? '已保存' : '')}</span>
      </div>
    </section>
  );
});
