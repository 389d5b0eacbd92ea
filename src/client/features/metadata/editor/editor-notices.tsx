import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { MOST_LEFT } from '#schemas/generated/api/back-fills.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { formatShanghai } from '#shared/time/format.ts';
import { reachWords } from './reach.ts';

/** What the person should know before going on: another person saved, a save failed, the browser keeps nothing. */
export const EditorNotices = observer(function EditorNotices({ deps, draft }: DraftProps) {
  const { editor } = deps;
  return (
    <>
      {editor.newer && <NewerNotice deps={deps} draft={draft} />}
      {editor.refusal !== undefined && (
        <Alert severity="error" variant="outlined" className="meta-notice">
          未能保存：{editor.refusal}。修改仍在草稿中。
        </Alert>
      )}
      <ReachNotice deps={deps} draft={draft} />
      <BackFillNotice deps={deps} version={draft.baseVersion} />
      {editor.isUnkept && (
        <Alert severity="warning" variant="outlined" className="meta-notice">
          本机无法保存草稿，离开页面会丢失修改，请及时保存
        </Alert>
      )}
      {editor.followed !== undefined && (
        <Alert severity="info" variant="outlined" className="meta-notice" onClose={() => editor.acknowledge()}>
          他人刚刚保存了版本 {editor.followed}，页面已更新
        </Alert>
      )}
    </>
  );
});

/** What keeps users from the object, where it is meant for them or not yet: with the way to its settings. */
const ReachNotice = observer(function ReachNotice({ deps: { uiState }, draft }: DraftProps) {
  const words = reachWords(draft.current);
  if (words.length === 0) return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      className="meta-notice"
      {...(uiState.tab !== 'object' && {
        action: (
          <Button color="inherit" onClick={() => uiState.show('object')}>
            设置地址与权限
          </Button>
        ),
      })}
    >
      {words.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
});

/** How far the defaults are that records are still being given; asked again with each version. */
const BackFillNotice = observer(function BackFillNotice({
  deps: { backFills },
  version,
}: Pick<DraftProps, 'deps'> & { readonly version: number }) {
  useEffect(() => void backFills.read(), [backFills, version]);
  return backFills.list.map(({ label, left, problem }) => (
    <Alert key={label} severity={problem === undefined ? 'info' : 'warning'} variant="outlined" className="meta-notice">
      正在为已有记录填入“{label}”的值，还有 {left.toLocaleString('en')} 条{left >= MOST_LEFT && '以上'}
      {problem !== undefined && `。上次中断：${problem}，稍后自动重试`}
    </Alert>
  ));
});

/** Another person saved first: who, when, what, and the three ways on. */
const NewerNotice = observer(function NewerNotice({ deps, draft }: DraftProps) {
  const { editor, uiState } = deps;
  const [isSure, setSure] = useState(false);
  const { newer } = editor;
  if (!newer) return null;
  const who = newer.authorName ?? '他人';
  const when = newer.at === undefined ? '' : `于 ${formatShanghai(newer.at, 'M月D日 HH:mm')} `;
  return (
    <Alert severity="warning" variant="outlined" role="alert" className="meta-notice">
      <strong>
        {who}
        {when}已保存版本 {newer.version}，您的修改基于版本 {draft.baseVersion}
      </strong>
      {newer.changes && newer.changes.length > 0 && (
        <ul>
          {newer.changes.map((words) => (
            <li key={words}>
              <bdi>{words}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div className="meta-actions">
        <Button variant="contained" onClick={() => editor.startMerge()} disabled={!draft.base}>
          把我的修改合并到最新版本
        </Button>
        <Button variant="outlined" onClick={() => uiState.compare(true)}>
          查看对方的修改
        </Button>
        {isSure ? (
          <Button color="error" variant="outlined" onClick={() => editor.discard()}>
            确定放弃我的修改？
          </Button>
        ) : (
          <Button color="error" onClick={() => setSure(true)}>
            放弃我的修改
          </Button>
        )}
      </div>
    </Alert>
  );
});
