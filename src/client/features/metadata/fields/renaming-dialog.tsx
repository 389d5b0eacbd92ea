import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { atRest } from '#client/lib/at-rest.ts';
import { FormDialog } from '#client/ui/dialogs/form-dialog.tsx';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';

/** Rest after the last key before the server is asked what follows, in milliseconds. */
const REST = 300;
/** Places that are named at most; the others are counted. */
const MOST = 8;

function Places({ words, places }: { readonly words: string; readonly places: readonly string[] }) {
  if (places.length === 0) return null;
  const more = places.length - MOST;
  return (
    <>
      <p>{words}</p>
      <ul>
        {places.slice(0, MOST).map((place) => (
          <li key={place}>{place}</li>
        ))}
        {more > 0 && <li>另有 {more} 处</li>}
      </ul>
    </>
  );
}

/** Gives a saved field another identifier, and says first what is changed with it. */
export const RenamingDialog = observer(function RenamingDialog({ deps }: { readonly deps: EditorDeps }) {
  const { renaming, uiState } = deps;
  const { to, from, problem, consequences, isHeldUp } = renaming;
  useEffect(
    () =>
      atRest(
        () => renaming.to,
        REST,
        () => void renaming.ask(),
      ),
    [renaming],
  );
  return (
    <FormDialog
      title="修改标识"
      size="sm"
      confirm="修改"
      isReady={renaming.isReady}
      onSubmit={async () => {
        await renaming.rename();
        uiState.select({ kind: 'field', apiName: to });
      }}
      onClose={() => renaming.close()}
    >
      {isHeldUp && (
        <p role="alert" className="meta-fault">
          有未保存的修改。请先保存或放弃，再修改标识。
        </p>
      )}
      <TextField
        label="字段标识"
        autoFocus
        required
        value={to}
        disabled={isHeldUp}
        onChange={(event) => renaming.name(event.target.value.trim())}
        error={problem !== undefined}
        helperText={
          <span role={problem === undefined ? undefined : 'alert'}>{problem ?? '小写字母开头，只含字母和数字'}</span>
        }
        slotProps={{ htmlInput: { maxLength: 40 } }}
      />
      <p className="meta-count">
        修改后立即生效，数据不动。规则、公式、布局和其他对象中的引用随之改为新标识；原标识“{from}
        ”记为曾用标识，用它的链接、筛选、导入对应与接口仍然有效。
      </p>
      {consequences && (
        <div role="status">
          <Places words="其他对象中随之修改：" places={consequences.changed} />
          <Places words="继续按曾用标识识别：" places={consequences.kept} />
          {consequences.changed.length + consequences.kept.length === 0 && <p>其他对象与已保存的视图中没有用到它。</p>}
        </div>
      )}
    </FormDialog>
  );
});
