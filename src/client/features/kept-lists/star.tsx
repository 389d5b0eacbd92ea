import { observer } from 'mobx-react-lite';
import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorder';
import type { RecordRow } from '#schemas/api/records.ts';
import type { GridColumn } from '#client/ui/data-grid/columns/grid-column.ts';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { StarsStore } from './stars-store.ts';
import './kept-lists.css';

interface StarButtonProps {
  readonly store: StarsStore;
  readonly objectApiName: string;
  readonly id: string;
}

const ICON = { fontSize: 17 } as const;

/** Follows the record of a page by one press. */
export const StarButton = observer(function StarButton({ store, objectApiName, id }: StarButtonProps) {
  const isOn = store.has(objectApiName, id);
  return (
    <PlainButton
      tone={isOn ? 'brand' : 'quiet'}
      icon={isOn ? <Star sx={ICON} /> : <StarBorder sx={ICON} />}
      aria-pressed={isOn}
      title={isOn ? '点击移出“我的关注”' : '加入“我的关注”'}
      onClick={() => void store.toggle(objectApiName, id)}
    >
      {isOn ? '已关注' : '关注'}
    </PlainButton>
  );
});

const WIDTH = 56;

/** The star of each row of a list. The grid is one stop of the Tab key: the page of a record has the same. */
export const starColumn = (
  store: StarsStore,
  objectApiName: string,
  nameOf: (row: RecordRow) => string,
): GridColumn<RecordRow> => {
  const isOn = ({ id }: RecordRow) => store.has(objectApiName, id);
  return {
    id: '#star',
    label: '关注',
    width: WIDTH,
    align: 'start',
    sortable: false,
    pinned: false,
    text: (row) => (isOn(row) ? '★' : ''),
    cell: (row) => (
      <button
        type="button"
        className="star"
        tabIndex={-1}
        aria-pressed={isOn(row)}
        aria-label={`关注：${nameOf(row)}`}
        onClick={() => void store.toggle(objectApiName, row.id)}
      >
        {isOn(row) ? '★' : '☆'}
      </button>
    ),
  };
};
