import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { AlertKind } from '#schemas/api/alerts.ts';
import { asFailure } from '#client/lib/api-failure.ts';
import { Loadable } from '#client/lib/loadable.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { RadioChoice } from '#client/ui/radio-choice.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { FREQUENCIES, kindChoices, SOURCE_WORDS } from './alert-words.ts';
import type { AlertChoice, AlertTarget, AlertTargetReply, SubscriptionsStore } from './subscriptions-store.ts';

interface SubscribeDialogProps {
  readonly store: SubscriptionsStore;
  readonly target: AlertTarget;
  readonly onClose: () => void;
}

/** What is reported of a view or a record, how often and by which way; a subscription is changed and ended here too. */
export const SubscribeDialog = observer(function SubscribeDialog({ store, target, onClose }: SubscribeDialogProps) {
  const [reply] = useState(() => new Loadable(() => store.target(target)));
  useEffect(() => void reply.load(), [reply]);
  const { title } = SOURCE_WORDS[target.source];
  const { value, failure } = reply;
  if (value && value.refused === null)
    return <ChoiceDialog store={store} target={target} reply={value} title={title} onClose={onClose} />;
  const words = failure?.message ?? value?.refused;
  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      actions={
        <Button color="inherit" onClick={onClose}>
          关闭
        </Button>
      }
    >
      {words ? <Alert severity={failure ? 'error' : 'info'}>{words}</Alert> : <LoadingBlock height={200} />}
    </DialogFrame>
  );
});

function ChoiceDialog(props: SubscribeDialogProps & { readonly reply: AlertTargetReply; readonly title: string }) {
  const { store, target, reply, title, onClose } = props;
  const { note } = SOURCE_WORDS[target.source];
  const known = reply.subscription;
  const [choice, setChoice] = useState<AlertChoice>(() => ({
    kinds: known?.kinds ?? reply.usual,
    fields: known?.fields ?? [],
    frequency: known?.frequency ?? 'daily',
    mail: known?.mail ?? true,
    webhook: known?.webhook ?? true,
  }));
  const [problem, setProblem] = useState('');
  const submit = async () => {
    if (choice.kinds.length === 0) {
      setProblem('请至少选择一项');
      return false;
    }
    await (known ? store.change(known, choice) : store.subscribe(target, choice));
    return undefined;
  };
  const end = () => {
    if (!known) return;
    store.end(known).then(onClose, (thrown: unknown) => setProblem(asFailure(thrown).message));
  };
  return (
    <FormDialog
      title={`${title}“${reply.name}”`}
      size="sm"
      confirm={known ? '保存' : '订阅'}
      actions={
        known && (
          <Button color="error" sx={{ mr: 'auto' }} onClick={end}>
            取消订阅
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {known?.paused && <Alert severity="warning">已暂停：{known.paused}。保存后会重新尝试。</Alert>}
      <Kinds source={target.source} reply={reply} choice={choice} onChange={setChoice} />
      {problem !== '' && <Alert severity="error">{problem}</Alert>}
      <RadioChoice
        label="提醒频率"
        value={choice.frequency}
        onChange={(frequency) => setChoice({ ...choice, frequency })}
        choices={FREQUENCIES}
      />
      {choice.frequency !== 'site' && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={choice.mail && reply.hasMail}
              disabled={!reply.hasMail}
              onChange={(_, mail) => setChoice({ ...choice, mail })}
            />
          }
          label={reply.hasMail ? '同时发送邮件' : '同时发送邮件（账号还没有已验证的邮箱）'}
        />
      )}
      {choice.frequency !== 'site' && reply.hasWebhook && (
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={choice.webhook}
              onChange={(_, webhook) => setChoice({ ...choice, webhook })}
            />
          }
          label="同时发送到 Webhook"
        />
      )}
      <p className="alert-note">{note}</p>
    </FormDialog>
  );
}

interface KindsProps {
  readonly source: AlertTarget['source'];
  readonly reply: AlertTargetReply;
  readonly choice: AlertChoice;
  readonly onChange: (next: AlertChoice) => void;
}

function Kinds({ source, reply, choice, onChange }: KindsProps) {
  const toggle = <Item extends string>(list: readonly Item[], item: Item): Item[] =>
    list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
  const usual = reply.fields.filter(({ isUsual }) => isUsual).map(({ apiName }) => apiName);
  const watched = choice.fields.length > 0 ? choice.fields : usual;
  const labelOf = (kind: AlertKind, label: string) =>
    kind === 'entered' && reply.related.length > 0
      ? `${label}${reply.hasBelow ? '（含下级）' : ''}：${reply.related.join('、')}`
      : label;
  return (
    <div>
      <FormLabel>提醒内容</FormLabel>
      <div className="alert-kinds">
        {kindChoices(source).map(([kind, label]) => (
          <FormControlLabel
            key={kind}
            control={
              <Checkbox
                size="small"
                checked={choice.kinds.includes(kind)}
                onChange={() => onChange({ ...choice, kinds: toggle(choice.kinds, kind) })}
              />
            }
            label={labelOf(kind, label)}
          />
        ))}
      </div>
      {choice.kinds.includes('changed') && reply.fields.length > 0 && (
        <fieldset className="alert-fields">
          <legend>
            订阅的字段（{watched.length}）
            {choice.fields.length > 0 && (
              <Button size="small" onClick={() => onChange({ ...choice, fields: [] })}>
                恢复默认
              </Button>
            )}
          </legend>
          {reply.fields.map(({ apiName, label }) => (
            <FormControlLabel
              key={apiName}
              control={
                <Checkbox
                  size="small"
                  checked={watched.includes(apiName)}
                  onChange={() => onChange({ ...choice, fields: toggle(watched, apiName) })}
                />
              }
              label={label}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
