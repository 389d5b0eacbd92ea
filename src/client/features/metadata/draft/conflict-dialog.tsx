import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { observer } from 'mobx-react-lite';
import type { MergeClash, Side } from '#shared/metadata/merge-parts.ts';
import { clashPlace, sideWords } from './clash-words.ts';
import type { EditorParts } from '#client/features/metadata/editor/editor-parts.ts';
import type { MergeStore } from './merge-store.ts';

interface MergeDialogProps {
  readonly parts: EditorParts;
  readonly merge: MergeStore;
}

/** Lists what both changed differently and asks which to keep, one by one. Closing it changes nothing. */
export const MergeDialog = observer(function MergeDialog({ parts, merge }: MergeDialogProps) {
  const { editor } = parts;
  return (
    <Dialog open fullWidth maxWidth="md" onClose={() => editor.cancelMerge()} aria-labelledby="merge-title">
      <DialogTitle id="merge-title">合并到最新版本</DialogTitle>
      <DialogContent dividers>
        <p className="meta-lead">
          以下 {merge.clashes.length} 处双方改得不同，请逐一选择；其余修改已自动合并。合并后仍是草稿，可检查后再保存。
        </p>
        <div className="meta-actions">
          <Button onClick={() => merge.chooseAll('mine')}>全部用我的</Button>
          <Button onClick={() => merge.chooseAll('theirs')}>全部用对方的</Button>
        </div>
        {merge.clashes.map((clash) => (
          <Question key={clash.path.join('/')} parts={parts} merge={merge} clash={clash} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => editor.cancelMerge()}>
          暂不合并
        </Button>
        <Button variant="contained" disabled={merge.open > 0} onClick={() => editor.settleMerge()}>
          {merge.open > 0 ? `还有 ${merge.open} 处未选择` : '合并'}
        </Button>
      </DialogActions>
    </Dialog>
  );
});

const SIDES: readonly { readonly side: Side; readonly label: string }[] = [
  { side: 'mine', label: '我的' },
  { side: 'theirs', label: '对方的' },
];

const Question = observer(function Question({
  parts,
  merge,
  clash,
}: MergeDialogProps & { readonly clash: MergeClash }) {
  const { mine } = merge.sides;
  const place = clashPlace(clash, mine, parts.language.forms);
  return (
    <fieldset className="meta-clash">
      <legend>
        {place}
        <small>原为：{sideWords(clash.base, mine)}</small>
      </legend>
      {SIDES.map(({ side, label }) => (
        <label key={side}>
          <input
            type="radio"
            name={clash.path.join('/')}
            checked={merge.choiceOf(clash) === side}
            onChange={() => merge.choose(clash, side)}
          />
          {label}
          <span className="meta-side">{sideWords(clash[side], mine)}</span>
        </label>
      ))}
    </fieldset>
  );
});
