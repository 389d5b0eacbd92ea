import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Notice } from '#client/ui/notice.tsx';
import { WarningBar } from '#client/ui/warning-bar.tsx';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { MergeDialog } from '#client/features/metadata/draft/merge-dialog.tsx';
import type { OptionDraft } from './option-draft.ts';
import type { OptionSetStore } from './option-set-store.ts';
import { sideLabel } from '#client/features/metadata/draft/clash-messages.ts';
import { optionClashPlace } from './option-clash-messages.ts';
import { LevelsField } from './levels-field.tsx';
import { OptionTable } from './option-table.tsx';
import { formatShanghai } from '#shared/time/format.ts';

const PasteDialog = lazyPart(async () => (await import('./option-paste-dialog.tsx')).OptionPasteDialog);
const ConflictDialog = lazyPart(async () => (await import('./option-conflict-dialog.tsx')).OptionConflictDialog);

/** `/staff/options/{name}`: the options of one list or tree. */
export const OptionSetPage = observer(function OptionSetPage({ store }: { readonly store: OptionSetStore }) {
  usePageTitle(store.draft?.base.label ?? '选项集');
  useEffect(() => void store.load(), [store]);
  if (store.failure && !store.draft) {
    return (
      <Notice isPage isAlert title={store.failure.message} action={{ label: '重试', onPress: () => void store.load() }}>
        <Link href={hashAddress('/staff/options')}>返回选项集</Link>
      </Notice>
    );
  }
  if (!store.draft) return <LoadingBlock height={420} margin={2} />;
  return <Editor store={store} draft={store.draft} />;
});

interface EditorProps {
  readonly store: OptionSetStore;
  readonly draft: OptionDraft;
}

const Editor = observer(function Editor({ store, draft }: EditorProps) {
  const [pasted, setPasted] = useState<string | undefined>();
  const [keyword, setKeyword] = useState('');
  const labels = new Map(draft.rows.map(({ option }) => [option.value, option.label]));
  const retired = draft.rows.filter((row) => row.option.retired).length;
  return (
    <Stack
      sx={{ height: '100%', minHeight: 0, gap: 1.25, py: 2, px: 'var(--page-edge)' }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const key = event.key.toLowerCase();
        if (key !== 'y' && key !== 'z') return;
        event.preventDefault();
        if (key === 'y' || event.shiftKey) draft.steps.redo();
        else draft.steps.undo();
      }}
    >
      <Stack direction="row" sx={{ gap: 1.25, alignItems: 'center', flexWrap: 'wrap' }}>
        <Link href={hashAddress('/staff/options')} underline="hover">
          选项集
        </Link>
        <Typography variant="h1" noWrap sx={{ maxWidth: '100%' }} title={draft.base.label}>
          <bdi>{draft.base.label}</bdi>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {draft.base.name} · {draft.isTree ? '树' : '列表'} · {draft.rows.length - retired} 个选项
          {retired > 0 && `，停用 ${retired}`}
          {store.saved && ` · 版本 ${store.saved.version}，${store.saved.authorName} ${when(store.saved.at)}`}
        </Typography>
        <Link href={hashAddress(`/staff/audit?kind=optionSet&name=${draft.base.name}`)} underline="hover">
          变更记录
        </Link>
      </Stack>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <TextField
          label="选项集名称"
          value={draft.state.label}
          onChange={(event) => draft.rename(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          sx={{ width: { xs: '100%', sm: 220 } }}
        />
        {draft.isTree && <LevelsField draft={draft} />}
        <TextField
          label="查找选项"
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          sx={{ width: { xs: '100%', sm: 200 } }}
        />
        <Button variant="outlined" onClick={() => setPasted('')}>
          批量粘贴
        </Button>
        <Button onClick={() => draft.steps.undo()} disabled={!draft.steps.canUndo} title="Ctrl+Z">
          撤销
        </Button>
        <Button onClick={() => draft.steps.redo()} disabled={!draft.steps.canRedo} title="Ctrl+Y">
          重做
        </Button>
        <SaveState store={store} draft={draft} />
      </Stack>
      {store.isOutdated && (
        <div role="alert" className="option-alert">
          他人刚刚保存了新版本。
          <Button onClick={() => void store.merge()}>并入我的修改</Button>
        </div>
      )}
      {store.notices.length > 0 && (
        <WarningBar onClose={() => store.dismissNotices()}>{store.notices.join('；')}</WarningBar>
      )}
      <OptionTable draft={draft} keyword={keyword} usage={store.usage} onPaste={setPasted} />

      {pasted !== undefined && <PasteDialog draft={draft} text={pasted} onClose={() => setPasted(undefined)} />}
      {store.conflict && <ConflictDialog store={store} conflict={store.conflict} />}
      {store.merging && (
        <MergeDialog
          merge={store.merging.choices}
          placeOf={(clash) => optionClashPlace(clash, draft.optionSet)}
          sideOf={(value) => sideLabel(value, labels.get.bind(labels))}
          onMerge={() => store.settleMerge()}
          onCancel={() => store.cancelMerge()}
        />
      )}

      <LeaveGuard subject={store} stayLabel="继续编辑">
        离开后，对选项的修改将丢失。
      </LeaveGuard>
    </Stack>
  );
});

const when = (at: string): string => formatShanghai(at, 'YYYY-MM-DD HH:mm');

const SaveState = observer(function SaveState({ store, draft }: EditorProps) {
  const wrong = draft.problems.size;
  const words = wrong > 0 ? `有 ${wrong} 处需要修改` : store.isDirty ? '有尚未保存的修改' : '';
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', ml: { sm: 'auto' } }}>
      <Typography variant="body2" color={wrong > 0 || store.refusal ? 'error' : 'textSecondary'} role="status">
        {store.refusal ?? words}
      </Typography>
      <Button
        variant="contained"
        disabled={!store.isDirty || wrong > 0 || store.saving}
        onClick={() => void store.save()}
      >
        {store.saving ? '保存中…' : '保存'}
      </Button>
    </Stack>
  );
});
