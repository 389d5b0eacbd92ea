import CloseRounded from '@mui/icons-material/CloseRounded';
import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { InputProps } from '#client/ui/field-types/field-type-ui.ts';
import { PopoverFrame } from '#client/ui/dialogs/popover-frame.tsx';
import { CHOOSER_WORDS } from './choices.ts';
import { focusRing, labelId, outline } from './control.tsx';
import { treeOf } from '#generators/option-tree.ts';
import { TreePanel } from './tree-panel.tsx';

const Face = styled('button')(({ theme }) => ({
  ...outline(theme),
  width: '100%',
  display: 'flex',
  alignItems: 'center',
  padding: '0 56px 0 10px',
  cursor: 'pointer',
  textAlign: 'start',
  fontFamily: 'inherit',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&:hover': { borderColor: theme.palette.text.secondary },
  '&:focus-visible': { ...focusRing(theme), outline: 'none' },
  '&[aria-invalid="true"]': { borderColor: theme.palette.error.main },
  '&:disabled': { backgroundColor: theme.palette.action.hover, color: theme.palette.text.secondary },
  '&[data-empty="true"] > span': { color: theme.palette.text.secondary },
}));
const Row = styled('div')({ position: 'relative' });
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  padding: 4,
  borderTop: `1px solid ${theme.palette.divider}`,
}));
const Tools = styled('div')({
  position: 'absolute',
  right: 4,
  top: 0,
  bottom: 0,
  display: 'flex',
  alignItems: 'center',
  pointerEvents: 'none',
  '& button': { pointerEvents: 'auto' },
});

interface TreeChooserProps extends Omit<InputProps, 'value' | 'onChange'> {
  readonly chosen: readonly string[];
  readonly multiple: boolean;
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** A button that shows the way to what is chosen and opens the tree. */
export const TreeChooser = observer(function TreeChooser(props: TreeChooserProps) {
  const {
    id,
    field,
    chosen,
    multiple,
    onChoose,
    onBlur,
    problem,
    disabled = false,
    required,
    lookups,
    describedBy,
  } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const lookup = lookups.tree?.(field);
  const isHere = lookup?.want(chosen) ?? true;
  const tree = treeOf(lookups.options(field));
  const paths = isHere ? chosen.map((value) => tree.pathText(value)).join('、') : CHOOSER_WORDS.loadingText;
  const close = () => {
    setAnchor(null);
    onBlur();
  };
  return (
    <Row>
      <Face
        id={id}
        type="button"
        role="combobox"
        aria-haspopup="dialog"
        aria-controls={`${id}-tree`}
        aria-expanded={anchor !== null}
        aria-labelledby={`${labelId(id)} ${id}`}
        aria-describedby={describedBy}
        aria-invalid={problem !== undefined}
        aria-required={required}
        disabled={disabled}
        data-empty={chosen.length === 0}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span>{paths || (field.config?.placeholder ?? '请选择')}</span>
      </Face>
      <Tools>
        {chosen.length > 0 && !disabled && (
          <IconButton
            size="small"
            sx={{ minWidth: 24, minHeight: 24 }}
            aria-label={`清空${field.label}`}
            onClick={() => onChoose([])}
          >
            <CloseRounded sx={{ fontSize: 16 }} />
          </IconButton>
        )}
        <KeyboardArrowDown sx={{ fontSize: 20, color: 'text.secondary' }} />
      </Tools>
      {anchor && (
        <PopoverFrame id={`${id}-tree`} anchor={anchor} title={`选择${field.label}`} onClose={close}>
          <TreePanel
            tree={tree}
            lookup={lookup}
            chosen={chosen}
            label={field.label}
            onChoose={(option, last) => {
              if (!multiple) onChoose([option.value]);
              else
                onChoose(
                  chosen.includes(option.value)
                    ? chosen.filter((value) => value !== option.value)
                    : [...chosen, option.value],
                );
              if (last && !multiple) close();
            }}
          />
          <Foot>
            <Button size="small" onClick={close}>
              完成
            </Button>
          </Foot>
        </PopoverFrame>
      )}
    </Row>
  );
});

/** One branch or leaf of a tree. */
export function TreeInput({ value, onChange, ...rest }: InputProps) {
  const chosen = typeof value === 'string' && value !== '' ? [value] : [];
  return <TreeChooser {...rest} chosen={chosen} multiple={false} onChoose={([next]) => onChange(next)} />;
}
