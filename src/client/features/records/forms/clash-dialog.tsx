import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import type { FormShape } from '#client/ui/schema-form/form-shape.ts';
import type { Clash, ClashStore } from './clashes.ts';
import { DialogFrame } from '#client/ui/dialogs/dialog-frame.tsx';

const Pair = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.spacing(1),
  margin: theme.spacing(1.5, 0, 0),
  padding: 0,
  border: 0,
  '--cell-wrap': 'pre-wrap',
  '--cell-align': 'left',
  '& legend': {
    padding: 0,
    marginBottom: theme.spacing(0.5),
    fontSize: theme.typography.body2.fontSize,
    color: theme.palette.text.secondary,
  },
  '& label': {
    display: 'flex',
    gap: theme.spacing(1),
    padding: theme.spacing(1),
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.shape.borderRadius,
    cursor: 'pointer',
  },
  '& label:has(:checked)': { borderColor: theme.palette.primary.main, backgroundColor: theme.palette.action.hover },
  '& input': { accentColor: theme.palette.primary.main, margin: '3px 0 0' },
  '& small': { display: 'block', color: theme.palette.text.secondary },
  '& div': { minWidth: 0 },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

interface ClashDialogProps {
  readonly clash: ClashStore;
  readonly shape: FormShape;
  readonly options: OptionLabels;
  readonly onSettle: () => void;
}

/** Shows where another user saved another value, and asks which to keep. Closing it keeps mine, so nothing typed is lost. */
export const ClashDialog = observer(function ClashDialog({ clash, shape, options, onSettle }: ClashDialogProps) {
  return (
    <DialogFrame
      title="记录已被他人修改"
      size="sm"
      hasLines
      onClose={onSettle}
      actions={
        <>
          <Button color="inherit" onClick={() => clash.chooseAll('mine')}>
            全部保留我的
          </Button>
          <Button color="inherit" onClick={() => clash.chooseAll('theirs')}>
            全部采用最新
          </Button>
          <Button variant="contained" onClick={onSettle}>
            确定
          </Button>
        </>
      }
    >
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        以下 {clash.clashes.length}{' '}
        项，您与他人都做了修改。请选择要保留的内容，然后再次保存；他人对其他字段的修改已经并入。
      </Typography>
      {clash.clashes.map((entry) => (
        <Question key={entry.field} entry={entry} clash={clash} shape={shape} options={options} />
      ))}
    </DialogFrame>
  );
});

const SIDES = [
  { side: 'mine', label: '保留我的' },
  { side: 'theirs', label: '采用最新' },
] as const;

const Question = observer(function Question({
  entry,
  clash,
  shape,
  options,
}: Omit<ClashDialogProps, 'onSettle'> & { readonly entry: Clash }) {
  const field = shape.fields.get(entry.field);
  if (!field) return null;
  const Cell = cellOf(field);
  return (
    <Pair>
      <legend>{field.label}</legend>
      {SIDES.map(({ side, label }) => (
        <label key={side}>
          <input
            type="radio"
            name={`clash-${entry.field}`}
            checked={clash.theirs.has(entry.field) === (side === 'theirs')}
            onChange={() => clash.choose(entry.field, side)}
          />
          <div>
            <small>{label}</small>
            <Cell field={field} value={entry[side]} options={options} />
          </div>
        </label>
      ))}
    </Pair>
  );
});
