import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Notice } from '#client/ui/notice.tsx';
import { ChangeList } from './change-list.tsx';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { restoredVersion } from '#client/features/metadata/draft/definition-edits.ts';
import { StorageSteps } from '#client/features/metadata/base/storage-preview.tsx';
import { formatShanghai } from '#shared/time/format.ts';

/** Who saved what when; any version can be looked at, and brought back as a draft. */
export const HistoryTab = observer(function HistoryTab({ deps, draft }: DraftProps) {
  const { versions } = deps;
  useEffect(() => void versions.pages.load(), [versions, draft.base]);
  const { list, after } = versions.pages;
  const failure = versions.pages.failure ?? versions.opened.failure;
  if (failure)
    return (
      <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void versions.pages.load() }} />
    );
  if (!list) return <p role="status">正在加载历史…</p>;
  if (list.length === 0) return <Notice title="还没有保存过" />;
  return (
    <>
      <ol className="meta-history">
        {list.map((entry) => {
          const isOpen = versions.opened.value?.version === entry.version;
          return (
            <li key={entry.version}>
              <header>
                <strong>版本 {entry.version}</strong>
                <span>{entry.authorName}</span>
                <time dateTime={entry.at}>{formatShanghai(entry.at, 'YYYY-MM-DD HH:mm')}</time>
                {entry.version === draft.baseVersion && <small className="meta-tag">当前</small>}
                <Button
                  aria-expanded={isOpen}
                  aria-label={`${isOpen ? '收起' : '查看'}版本 ${entry.version}`}
                  onClick={() => (isOpen ? versions.opened.clear() : void versions.opened.load(entry.version))}
                >
                  {isOpen ? '收起' : '查看'}
                </Button>
              </header>
              <ChangeList changes={entry.changes} empty="没有说明" />
              {isOpen && <OpenedVersion deps={deps} draft={draft} />}
            </li>
          );
        })}
      </ol>
      {after !== null && (
        <Button variant="outlined" onClick={() => void versions.pages.loadMore()}>
          更早的版本
        </Button>
      )}
    </>
  );
});

/** One version as it was. */
const OpenedVersion = observer(function OpenedVersion({ deps, draft }: DraftProps) {
  const { versions, uiState } = deps;
  const { value: opened } = versions.opened;
  if (!opened) return null;
  const { definition, storageSteps, version } = opened;
  const isCurrent = version === draft.baseVersion && !draft.isDirty;
  return (
    <div className="meta-opened">
      <p>
        {definition.fields.filter((field) => !field.removed).length} 个字段，{definition.rules.length} 条规则
      </p>
      <ul className="meta-chips" aria-label={`版本 ${version} 的字段`}>
        {definition.fields
          .filter((field) => !field.removed)
          .map((field) => (
            <li key={field.apiName} title={field.label}>
              <bdi>{field.label}</bdi>
            </li>
          ))}
      </ul>
      <h4>当时的存储步骤</h4>
      <StorageSteps steps={storageSteps} />
      <Button
        variant="outlined"
        disabled={isCurrent}
        onClick={() => {
          draft.change(restoredVersion(draft.current, definition));
          uiState.show('fields');
          uiState.review(true);
        }}
      >
        恢复此版本
      </Button>
      <p className="meta-count">恢复后成为草稿，检查并保存才会生效；之后新增的字段会停用，数据保留。</p>
    </div>
  );
});
