import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { BulkEdit, BulkTask } from '#schemas/api/bulk.ts';
import { BULK_TYPED_ABOVE } from '#schemas/generated/api/bulk.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import { BulkOrderDialog } from './bulk-order-dialog.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import type { BulkStore } from './bulk-store.ts';
import './bulk.css';

const digits = (count: number) => count.toLocaleString('zh-CN');

/** What the steps of each task are called. */
const TASK_WORDS: Readonly<
  Record<BulkTask, { readonly title: string; readonly confirm: string; readonly done: string }>
> = {
  edit: { title: '批量编辑', confirm: '开始修改', done: '修改' },
  archive: { title: '批量归档', confirm: '开始归档', done: '归档' },
};

/** A bulk edit from the first choice to its end; nothing while none is asked for. */
export const BulkDialog = observer(function BulkDialog({ store }: { readonly store: BulkStore }) {
  const { asked, current, definition } = store;
  if (!asked) return null;
  if (!definition)
    return (
      <DialogFrame title={TASK_WORDS[asked.task].title} onClose={store.close}>
        {store.failure ? <p role="alert">{store.failure.message}</p> : <LinearProgress aria-label="正在打开" />}
      </DialogFrame>
    );
  return (
    <>
      {/* Stays behind the preview, so that what was filled in is there again on the way back. */}
      <BulkOrderDialog store={store} object={definition} task={asked.task} isOpen={!current} />
      {current?.state === 'ready' && <Confirm store={store} object={definition} bulk={current} />}
      {current && current.state !== 'ready' && <Progress store={store} bulk={current} />}
    </>
  );
});

interface ConfirmProps {
  readonly store: BulkStore;
  readonly object: ObjectDefinition;
  readonly bulk: BulkEdit;
}

const Confirm = observer(function Confirm({ store, object, bulk }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const { preview, task, words, total } = bulk;
  const changing = preview?.changing ?? 0;
  const asksNumber = changing > BULK_TYPED_ABOVE;
  return (
    <FormDialog
      title={`确认${TASK_WORDS[task].title}`}
      size="md"
      hasLines
      confirm={`${TASK_WORDS[task].confirm}（${digits(changing)} 条）`}
      cancel="返回修改"
      isReady={changing > 0 && (!asksNumber || Number(typed.replaceAll(/[,，\s]/g, '')) === changing)}
      {...(!asksNumber && { focus: 'confirm' as const })}
      onSubmit={async () => {
        await store.confirm();
        if (store.failure) throw store.failure;
        return false;
      }}
      onClose={() => void store.back()}
    >
      {task === 'edit' && <p>{words}</p>}
      {preview && (
        <BulkPreview isEdit={task === 'edit'} preview={preview} total={total} object={object} options={store.lookups} />
      )}
      {changing === 0 && <p>没有需要{TASK_WORDS[task].done}的记录，请返回调整。</p>}
      {asksNumber && (
        <TextField
          autoFocus
          label={`数量较大，请输入将处理的记录数 ${digits(changing)} 以确认`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
      )}
    </FormDialog>
  );
});

const Progress = observer(function Progress({ store, bulk }: { readonly store: BulkStore; readonly bulk: BulkEdit }) {
  const { isAtWork, share } = store;
  return (
    <DialogFrame
      title={TASK_WORDS[bulk.task].title}
      onClose={store.close}
      actions={
        <>
          {isAtWork && (
            <Button color="inherit" disabled={store.isBusy} onClick={() => void store.cancel()} sx={{ mr: 'auto' }}>
              {bulk.state === 'previewing' ? '取消预览' : '中止'}
            </Button>
          )}
          {bulk.state === 'running' && (
            <Button color="inherit" onClick={store.close}>
              在后台继续
            </Button>
          )}
        </>
      }
    >
      {isAtWork && <LinearProgress variant="determinate" value={share * 100} aria-label="批量编辑进度" />}
      <p role="status">{stateWords(bulk)}</p>
      {bulk.state !== 'previewing' && (
        <p>
          <a href={hashAddress(detailPath('BulkEdit', bulk.id))}>查看详情与未处理的记录</a>
          {!isAtWork && bulk.counts && bulk.counts.changed > 0 && '，需要时可在其中整批撤销'}
        </p>
      )}
    </DialogFrame>
  );
});

/** How far it is, or how it ended. */
function stateWords({ task, state, preview, counts, total, problem }: BulkEdit): string {
  const verb = TASK_WORDS[task].done;
  if (state === 'previewing') return `正在预览：已检查 ${digits(preview?.seen ?? 0)} / ${digits(total)} 条`;
  if (state === 'cancelled') return '已取消，没有修改任何记录';
  const { changed = 0, refused = 0, skipped = 0, gone = 0 } = counts ?? {};
  const left = [
    refused > 0 ? `未通过校验 ${digits(refused)} 条` : '',
    skipped > 0 ? `已被他人修改 ${digits(skipped)} 条` : '',
    gone > 0 ? `已不存在 ${digits(gone)} 条` : '',
  ].filter((words) => words !== '');
  const done = [`已${verb} ${digits(changed)} 条`, ...left].join('，');
  if (state === 'running') return `正在${verb}：${done}`;
  if (state === 'stopped') return `已中止：${done}`;
  return state === 'failed' ? `未完成：${problem}（${done}）` : `完成：${done}`;
}
