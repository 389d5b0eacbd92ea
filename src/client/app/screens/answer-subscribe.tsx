import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Answer } from '#schemas/api/jingchat.ts';
import { MAX_VIEW_NAME } from '#schemas/generated/api/views.ts';
import { decodeListState } from '#shared/lists/list-address.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { SubscribePart } from './subscribe-part.tsx';

interface AnswerSubscribeProps {
  readonly answer: Answer;
  readonly stores: Pick<AppStores, 'alerts' | 'session' | 'views'>;
}

/** Why the records of an answer cannot be subscribed to; undefined where they can. */
function refusalOf({ content: { kind }, plan }: Answer): string | undefined {
  if (kind === 'record') return '单条记录请在其详情页点“订阅”';
  if (kind === 'comparison') return '对比结果不能订阅，请在各条记录的详情页点“订阅”';
  if (kind === 'groups') return '分组统计不能订阅，请改问“有哪些……”，得到列表后再订阅';
  return plan?.listHref === undefined ? '条件涉及关联的记录，列表还不能表达，因此不能订阅' : undefined;
}

/** Subscribes to the records that an answer is about, as a view of their list that is kept; of others it says why not. */
export const AnswerSubscribe = observer(function AnswerSubscribe({ answer, stores }: AnswerSubscribeProps) {
  const [id, setId] = useState<string>();
  const [isNaming, setNaming] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const { plan } = answer;
  if (!plan || !stores.session.isSignedIn) return null;
  const refusal = refusalOf(answer);
  const { objectApiName, listHref = '' } = plan;
  if (refusal !== undefined)
    return (
      <>
        <PlainButton tone="quiet" aria-expanded={isRefused} onClick={() => setRefused(!isRefused)}>
          订阅
        </PlainButton>
        {isRefused && <span role="status">{refusal}</span>}
      </>
    );
  const keep = async (name: string) => {
    const { state } = decodeListState(listHref.slice(listHref.indexOf('?')));
    setId((await stores.views.create(objectApiName, name, state, 'private')).id);
  };
  return (
    <>
      <SubscribePart source="view" {...{ stores, objectApiName, id }} onNeed={() => setNaming(true)} />
      {isNaming && <NameDialog question={answer.question} onKeep={keep} onClose={() => setNaming(false)} />}
    </>
  );
});

interface NameDialogProps {
  readonly question: string;
  readonly onKeep: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

function NameDialog({ question, onKeep, onClose }: NameDialogProps) {
  const [name, setName] = useState([...question].slice(0, MAX_VIEW_NAME).join(''));
  const [isNameless, setNameless] = useState(false);
  const submit = async () => {
    const isWrong = name.trim() === '';
    setNameless(isWrong);
    return isWrong ? false : onKeep(name);
  };
  return (
    <FormDialog title="保存为视图并订阅" confirm="下一步" onSubmit={submit} onClose={onClose}>
      <TextField
        autoFocus
        label="视图名称"
        value={name}
        error={isNameless}
        helperText={
          isNameless ? <span role="alert">请填写视图名称</span> : '只提醒今后新符合条件的记录，不限回答中的条数'
        }
        onChange={({ target }) => setName(target.value)}
        onFocus={({ target }) => target.select()}
        slotProps={{ htmlInput: { maxLength: MAX_VIEW_NAME } }}
      />
    </FormDialog>
  );
}
