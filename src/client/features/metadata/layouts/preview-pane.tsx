import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { focusProblem, SchemaForm } from '#client/ui/schema-form/schema-form.tsx';
import { DetailPreview } from './detail-preview.tsx';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { ListPreview } from './list-preview.tsx';
import { StoragePreview } from '#client/features/metadata/base/storage-preview.tsx';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';

const VIEWS = [
  { value: 'form', label: '表单预览' },
  { value: 'list', label: '列表预览' },
  { value: 'detail', label: '详情预览' },
  { value: 'storage', label: '存储预览' },
] as const;
type ViewId = (typeof VIEWS)[number]['value'];

/** What the draft would look like, and what saving it would do to the tables. */
export const PreviewPane = observer(function PreviewPane({ deps, draft }: DraftProps) {
  const { preview, editor, uiState } = deps;
  const [chosen, setChosen] = useState<ViewId>();
  // Until the person chooses, the preview goes along with the tab.
  const view = chosen ?? VIEWS.find(({ value }) => value === uiState.tab)?.value ?? 'form';
  // The form, the list and the page follow while they are on screen.
  useEffect(() => preview.follow(() => draft.current), [preview, draft]);
  useEffect(() => {
    if (draft.base) void preview.load(draft.base);
  }, [preview, draft.base]);
  return (
    <section className="meta-preview" aria-label="预览">
      <PlainTabs label="预览" tabs={VIEWS} value={view} panel="preview-panel" isImmediate onChange={setChosen} />
      <div
        id="preview-panel"
        role="tabpanel"
        aria-labelledby={tabId('preview-panel', view)}
        className="meta-preview-body"
      >
        {view === 'form' && <FormPreview deps={deps} />}
        {view === 'list' && preview.object && (
          <ListPreview deps={deps} object={preview.object} isSaved={draft.base !== undefined} />
        )}
        {view === 'detail' && preview.object && (
          <DetailPreview key={uiState.made?.label} deps={deps} object={preview.object} />
        )}
        {view === 'storage' && <StoragePreview editor={editor} />}
      </div>
    </section>
  );
});

/** The form of the draft, with its rules, to be filled in and never saved. */
const FormPreview = observer(function FormPreview({ deps }: Pick<DraftProps, 'deps'>) {
  const { preview, lookups } = deps;
  const [near] = useState(() => new VisibilityRegistry());
  const { form, fault } = preview;
  if (fault !== undefined) return <p className="meta-fault">表单暂时无法预览：{fault}</p>;
  if (!form) return <p role="status">正在生成表单…</p>;
  return (
    <>
      <div className="meta-actions">
        <span className="meta-count">可试填，规则实时生效；不会保存</span>
        <Button
          variant="outlined"
          onClick={() => {
            form.judge();
            focusProblem(form, near, 'preview');
          }}
        >
          试着提交
        </Button>
        <Button color="inherit" onClick={() => preview.clear()}>
          清空
        </Button>
      </div>
      <div className="meta-form" aria-label="表单预览" role="group">
        <SchemaForm store={form} lookups={lookups} idPrefix="preview" near={near} />
      </div>
    </>
  );
});
