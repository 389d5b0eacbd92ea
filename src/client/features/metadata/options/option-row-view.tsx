import DragIndicator from '@mui/icons-material/DragIndicator';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MoreHoriz from '@mui/icons-material/MoreHoriz';
import { observer } from 'mobx-react-lite';
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { splitList } from '#generators/field-types/parts.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import type { OptionDraft } from './option-draft.ts';
import type { OptionRow } from './option-rows.ts';

interface OptionRowViewProps {
  readonly draft: OptionDraft;
  readonly row: OptionRow;
  readonly problem: string | undefined;
  /** Undefined while it is being counted. */
  readonly usage: { readonly count: number; readonly where: string } | undefined;
  /** False while only some rows are shown. */
  readonly isMovable: boolean;
  readonly onPaste: (text: string) => void;
  readonly onAdd: () => void;
  /** Goes to the row above (-1) or below (1). */
  readonly onFocus: (by: -1 | 1) => void;
  readonly onDrag: (key: number | undefined) => void;
}

const INDENT = 22;

/** The cells of one option. */
export const OptionRowView = observer(function OptionRowView(props: OptionRowViewProps) {
  const { draft, row, problem, usage, isMovable, onPaste, onAdd, onFocus, onDrag } = props;
  const { key, option, depth, isNew } = row;
  const name = option.label || '未命名选项';
  const keys = (event: KeyboardEvent) => {
    const act = keyAct(event, { draft, key, isMovable, onAdd, onFocus });
    if (!act) return;
    event.preventDefault();
    act();
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\n\t]/.test(text.trim())) return;
    event.preventDefault();
    onPaste(text);
  };
  return (
    <>
      <span role="cell" className="option-name" style={{ paddingInlineStart: depth * INDENT }}>
        <span
          className="option-grip"
          draggable={isMovable}
          aria-hidden
          title={isMovable ? '拖动调整顺序' : undefined}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', name);
            onDrag(key);
          }}
          onDragEnd={() => onDrag(undefined)}
        >
          <DragIndicator sx={{ fontSize: 16 }} />
        </span>
        <input
          dir="auto"
          aria-label={`名称：${name}`}
          aria-invalid={problem !== undefined}
          title={problem ?? option.label}
          className={option.retired ? 'option-retired' : undefined}
          value={option.label}
          onChange={(event) => draft.edit(key, { label: event.target.value })}
          onKeyDown={keys}
          onPaste={paste}
        />
        {problem !== undefined && <small className="option-problem">{problem}</small>}
        {option.retired === true && <small className="option-badge">已停用</small>}
      </span>
      <span role="cell">
        {isNew ? (
          <input
            aria-label={`值：${name}`}
            value={option.value}
            onChange={(event) => draft.edit(key, { value: event.target.value })}
            onKeyDown={keys}
          />
        ) : (
          <span className="option-value" title={option.value}>
            {option.value}
          </span>
        )}
      </span>
      <span role="cell" className="option-aliases">
        <Names draft={draft} row={row} attribute="aliases" label="别名" />
      </span>
      {draft.isTree ? (
        <span role="cell" className="option-aliases">
          <Names draft={draft} row={row} attribute="levelBelow" label="下级的称呼" />
        </span>
      ) : (
        <span role="cell" className="option-amount">
          <input
            aria-label={`至少金额：${name}`}
            placeholder="至少"
            inputMode="decimal"
            value={option.atLeast ?? ''}
            onChange={(event) => draft.edit(key, { atLeast: event.target.value })}
            onKeyDown={keys}
          />
          <input
            aria-label={`不足金额：${name}`}
            placeholder="不足"
            inputMode="decimal"
            value={option.below ?? ''}
            onChange={(event) => draft.edit(key, { below: event.target.value })}
            onKeyDown={keys}
          />
        </span>
      )}
      <span role="cell" className="option-count" title={usage?.where}>
        {usage ? usage.count.toLocaleString('zh-CN') : '…'}
      </span>
      <span role="cell" className="option-acts">
        {isNew ? (
          <Button color="inherit" onClick={() => draft.drop(key)} aria-label={`去掉：${name}`}>
            去掉
          </Button>
        ) : (
          <Button
            color="inherit"
            title={option.retired ? undefined : `${usage?.where ?? ''}；停用后旧记录照常显示，不能再选`}
            aria-label={`${option.retired ? '恢复' : '停用'}：${name}`}
            onClick={() => draft.edit(key, { retired: option.retired !== true })}
          >
            {option.retired ? '恢复' : '停用'}
          </Button>
        )}
        {isMovable && <MoveMenu draft={draft} row={row} onAdd={onAdd} />}
      </span>
    </>
  );
});

interface NamesProps extends Pick<OptionRowViewProps, 'draft' | 'row'> {
  readonly attribute: 'aliases' | 'levelBelow';
  readonly label: string;
}

/** Names parted by 、; taken over when the cursor leaves, so that a separator can be typed. */
const Names = observer(function Names({ draft, row, attribute, label }: NamesProps) {
  const kept = (row.option[attribute] ?? []).join('、');
  const [typed, setTyped] = useState<string | undefined>();
  return (
    <input
      aria-label={`${label}：${row.option.label || '未命名选项'}`}
      title={kept}
      value={typed ?? kept}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== undefined && typed !== kept) draft.edit(row.key, { [attribute]: splitList(typed) });
        setTyped(undefined);
      }}
    />
  );
});

/** Every move of a row without a mouse to drag with. */
function MoveMenu({ draft, row, onAdd }: Pick<OptionRowViewProps, 'draft' | 'row' | 'onAdd'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const tree = [
    { label: '降一级', onChoose: () => draft.indent(row.key, 1) },
    { label: '升一级', onChoose: () => draft.indent(row.key, -1) },
  ];
  return (
    <>
      <IconButton
        aria-label={`更多操作：${row.option.label || '未命名选项'}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreHoriz sx={{ fontSize: 18 }} />
      </IconButton>
      <LazyMenu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        choices={[
          { label: '在下方添加', onChoose: onAdd },
          { label: '上移', onChoose: () => draft.shift(row.key, -1) },
          { label: '下移', onChoose: () => draft.shift(row.key, 1) },
          ...(draft.isTree ? tree : []),
        ]}
      />
    </>
  );
}

/** What a key in a cell does; undefined for keys that are the cell's own. */
function keyAct(
  { key: pressed, altKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent,
  {
    draft,
    key,
    isMovable,
    onAdd,
    onFocus,
  }: Pick<OptionRowViewProps, 'draft' | 'isMovable' | 'onAdd' | 'onFocus'> & {
    readonly key: number;
  },
): (() => void) | undefined {
  // A key that ends the choice of a Chinese word is not meant for the table.
  if (nativeEvent.isComposing || ctrlKey || metaKey) return undefined;
  const by = pressed === 'ArrowUp' || pressed === 'ArrowLeft' ? -1 : 1;
  const isUpright = pressed === 'ArrowUp' || pressed === 'ArrowDown';
  if (altKey && isMovable && isUpright) return () => draft.shift(key, by);
  if (altKey && isMovable && draft.isTree && (pressed === 'ArrowLeft' || pressed === 'ArrowRight'))
    return () => draft.indent(key, by);
  if (altKey) return undefined;
  if (isUpright) return () => onFocus(by);
  return pressed === 'Enter' && isMovable ? onAdd : undefined;
}
