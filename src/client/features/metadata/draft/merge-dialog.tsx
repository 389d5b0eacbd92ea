import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { MergeClash, Side } from '#shared/metadata/merge-parts.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';
import type { MergeStore } from './merge-store.ts';
import '#client/features/metadata/editor/metadata-panels.css';

interface MergeDialogProps {
  readonly merge: MergeStore<unknown>;
  /** The place of a clash, in words. */
  readonly placeOf: (clash: MergeClash) => string;
  /** One side of a clash, in words. */
  readonly sideOf: (value: unknown) => string;
  readonly onMerge: () => void;
  readonly onCancel: () => void;
}

/** Lists what both changed differently and asks which to keep, one by one. Closing it changes nothing. */
export const MergeDialog = observer(function MergeDialog(props: MergeDialogProps) {
  const { merge, onMerge, onCancel } = props;
  return (
    <DialogFrame
      title="合并到最新版本"
      size="md"
      hasLines
      onClose={onCancel}
      actions={
        <>
          <Button color="inherit" onClick={onCancel}>
            暂不合并
          </Button>
          <Button variant="contained" disabled={merge.open > 0} onClick={onMerge}>
            {merge.open > 0 ? `还有 ${merge.open} 处未选择` : '合并'}
          </Button>
        </>
      }
    >
      <p className="meta-lead">
        以下 {merge.clashes.length} 处双方改得不同，请逐一选择；其余修改已自动合并。合并后仍是草稿，可检查后再保存。
      </p>
      <div className="meta-actions">
        <Button onClick={() => merge.chooseAll('mine')}>全部用我的</Button>
        <Button onClick={() => merge.chooseAll('theirs')}>全部用对方的</Button>
      </div>
      {merge.clashes.map((clash) => (
        <Question key={clash.path.join('/')} {...props} clash={clash} />
      ))}
    </DialogFrame>
  );
});

const SIDES: readonly { readonly side: Side; readonly label: string }[] = [
  { side: 'mine', label: '我的' },
  { side: 'theirs', label: '对方的' },
];

const Question = observer(function Question({
  merge,
  placeOf,
  sideOf,
  clash,
}: MergeDialogProps & { readonly clash: MergeClash }) {
  return (
    <fieldset className="meta-clash">
      <legend>
        {placeOf(clash)}
        <small>原为：{sideOf(clash.base)}</small>
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
          <span className="meta-side">{sideOf(clash[side])}</span>
        </label>
      ))}
    </fieldset>
  );
});
