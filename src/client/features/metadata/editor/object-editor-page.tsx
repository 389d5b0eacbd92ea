import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { Notice } from '#client/ui/notice.tsx';
import { Toast } from '#client/ui/toast.tsx';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { CompareDialog } from '#client/features/metadata/history/compare-dialog.tsx';
import { findField } from '#generators/object.ts';
import { clashPlace, sideLabel } from '#client/features/metadata/draft/clash-messages.ts';
import { ConditionBuilder } from '#client/features/metadata/definition-parts/condition-button.tsx';
import { MergeDialog } from '#client/features/metadata/draft/merge-dialog.tsx';
import { TABS } from '#client/features/metadata/base/editor-ui-state.ts';
import { EditorNotices } from './editor-notices.tsx';
import type { DraftProps, EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { FieldsTab } from '#client/features/metadata/fields/fields-tab.tsx';
import { HistoryTab } from '#client/features/metadata/history/history-tab.tsx';
import { KeptDraftDialog } from './kept-draft-dialog.tsx';
import { ListTab } from '#client/features/metadata/layouts/list-tab.tsx';
import { ObjectTab } from './object-tab.tsx';
import { PreviewPane } from '#client/features/metadata/layouts/preview-pane.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { RulesTab } from '#client/features/metadata/rules/rules-tab.tsx';
import { SectionsTab } from '#client/features/metadata/layouts/sections-tab.tsx';
import { SidePanel } from './side-panel.tsx';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import './metadata.css';
import './metadata-table.css';
import './metadata-lists.css';
import './metadata-panels.css';

/** `/staff/metadata/{objectApiName}`: changes one object as a draft and saves it as its next version. */
export const ObjectEditorPage = observer(function ObjectEditorPage({ deps }: { readonly deps: EditorDeps }) {
  const { editor, schema } = deps;
  useEffect(() => {
    void editor.open();
    void schema.load();
    return () => editor.close();
  }, [editor, schema]);
  usePageTitle(editor.definition?.label ?? '元数据');
  const failure = editor.failure ?? schema.failure;
  if (failure) {
    const retry = () => void Promise.all([editor.open(), schema.load()]);
    return <Notice isPage isAlert title={failure.message} action={{ label: '重试', onPress: retry }} />;
  }
  if (!editor.draft || !schema.forms) return <Waiting />;
  return (
    <ConditionBuilder value={deps.conditions}>
      <Editing deps={deps} draft={editor.draft} />
    </ConditionBuilder>
  );
});

const Waiting = () => (
  <div className="meta" role="status" aria-label="正在加载">
    <Skeleton width={260} height={40} />
    <LoadingBlock height={420} />
  </div>
);

/** Where the side no longer fits beside the page, in pixels. */
const WIDE = '(min-width: 1200px)';

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable]');

/** The keys of the whole editor: save, undo, redo; Escape leaves the side panel. */
function pressed(event: KeyboardEvent, { deps: { uiState }, draft }: DraftProps): void {
  const { target } = event;
  const key = event.key.toLowerCase();
  if (
    event.defaultPrevented ||
    !(target instanceof Element) ||
    target.closest('[role="dialog"]:not(:has(.meta-panel))')
  )
    return;
  if (key === 'escape' && target.closest('.meta-panel')) uiState.shut();
  if (!(event.ctrlKey || event.metaKey)) return;
  if (key === 's') {
    event.preventDefault();
    if (draft.isDirty) uiState.review(true);
  }
  // Inside a text the browser takes back what was typed there.
  if (isTyping(target) || (key !== 'z' && key !== 'y')) return;
  event.preventDefault();
  if (key === 'y' || event.shiftKey) draft.redo();
  else draft.undo();
}

const Editing = observer(function Editing({ deps, draft }: DraftProps) {
  const { editor, uiState } = deps;
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressed(event, { deps, draft });
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [deps, draft]);
  const side = uiState.selection ? <SidePanel deps={deps} draft={draft} /> : <PreviewPane deps={deps} draft={draft} />;
  return (
    <div className="meta">
      <Head deps={deps} draft={draft} />
      <EditorNotices deps={deps} draft={draft} />
      <div className="meta-split">
        <div className="meta-main">
          <EditorTabs deps={deps} />
          <div id="meta-panel" role="tabpanel" aria-labelledby={tabId('meta-panel', uiState.tab)} className="meta-tab">
            <Tab deps={deps} draft={draft} />
          </div>
        </div>
        {/* What is opened next begins at its top, however far the one before was scrolled. */}
        {isWide && (
          <aside key={JSON.stringify(uiState.selection)} className="meta-aside">
            {side}
          </aside>
        )}
      </div>
      {!isWide && (
        <Drawer
          anchor="right"
          open={uiState.selection !== undefined || uiState.isPreviewOpen}
          onClose={() => (uiState.selection ? uiState.shut() : uiState.preview(false))}
        >
          <div className="meta meta-drawer">
            {side}
            {!uiState.selection && <Button onClick={() => uiState.preview(false)}>关闭预览</Button>}
          </div>
        </Drawer>
      )}
      {uiState.isReviewing && <ReviewDialog deps={deps} draft={draft} />}
      {uiState.isComparing && <CompareDialog deps={deps} />}
      {editor.merge && (
        <MergeDialog
          merge={editor.merge}
          placeOf={(clash) => clashPlace(clash, draft.current, deps.schema.forms)}
          sideOf={(value) => sideLabel(value, (name) => findField(draft.current, name)?.label)}
          onMerge={() => editor.settleMerge()}
          onCancel={() => editor.cancelMerge()}
        />
      )}
      {editor.kept && <KeptDraftDialog deps={deps} kept={editor.kept} />}
      {editor.savedVersion !== undefined && (
        <Toast key={editor.savedVersion} onEnd={() => editor.acknowledge()}>
          已保存版本 {editor.savedVersion}，打开的页面会立即更新
        </Toast>
      )}
      <LeaveGuard subject={draft} draft={deps.editor} stayLabel="继续修改">
        离开后可凭草稿继续修改，草稿只存于本机。
      </LeaveGuard>
    </div>
  );
});

const Head = observer(function Head({ deps, draft }: DraftProps) {
  const { uiState, editor } = deps;
  const { base, isDirty } = draft;
  const problems = editor.plan?.problems.length ?? 0;
  const state = !base ? '新对象，尚未保存' : isDirty ? '有未保存的修改' : '已保存';
  return (
    <header className="meta-head meta-head-kept">
      <div>
        <a href={hashAddress('/staff/metadata')}>对象</a>
        <Title draft={draft} />
        <span className="meta-count">
          版本 {draft.baseVersion} · {state}
        </span>
        {base?.route !== undefined && <a href={hashAddress(base.route)}>打开列表</a>}
        {problems > 0 && (
          <button type="button" className="meta-tag meta-bad" onClick={() => uiState.review(true)}>
            {problems} 处需要改正
          </button>
        )}
      </div>
      <div className="meta-actions">
        <IconButton aria-label="撤销" title="撤销 Ctrl+Z" disabled={!draft.canUndo} onClick={() => draft.undo()}>
          <Undo fontSize="small" />
        </IconButton>
        <IconButton aria-label="重做" title="重做 Ctrl+Shift+Z" disabled={!draft.canRedo} onClick={() => draft.redo()}>
          <Redo fontSize="small" />
        </IconButton>
        <Button
          className="meta-narrow"
          color="inherit"
          startIcon={<Visibility />}
          onClick={() => uiState.preview(true)}
        >
          预览
        </Button>
        <Button variant="contained" disabled={!isDirty || editor.saving} onClick={() => uiState.review(true)}>
          保存
        </Button>
      </div>
    </header>
  );
});

const Title = observer(function Title({ draft }: Pick<DraftProps, 'draft'>) {
  const { label, apiName } = draft.current;
  return (
    <>
      <h1 title={label}>
        <bdi>{label}</bdi>
      </h1>
      <code>{apiName}</code>
    </>
  );
});

const EditorTabs = observer(function EditorTabs({ deps }: { readonly deps: EditorDeps }) {
  const { uiState } = deps;
  const { tab } = uiState;
  const [query, setQuery] = useSearchParams();
  const named = query.get('tab');
  // The address follows, so that a reload comes back here.
  useEffect(() => {
    if (named !== tab && (named !== null || tab !== TABS[0].value)) setQuery({ tab }, { replace: true });
  }, [named, tab, setQuery]);
  return (
    <PlainTabs
      label="编辑内容"
      tabs={TABS}
      value={tab}
      panel="meta-panel"
      isImmediate
      onChange={(next) => uiState.show(next)}
    />
  );
});

const Tab = observer(function Tab(props: DraftProps) {
  switch (props.deps.uiState.tab) {
    case 'fields':
      return <FieldsTab {...props} />;
    case 'list':
      return <ListTab {...props} />;
    case 'detail':
      return <SectionsTab {...props} layout="detail" />;
    case 'form':
      return <SectionsTab {...props} layout="form" />;
    case 'rules':
      return <RulesTab {...props} />;
    case 'object':
      return <ObjectTab {...props} />;
    case 'history':
      return <HistoryTab {...props} />;
  }
});
