import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Toast } from '#client/ui/toast.tsx';
import { LoadingBlock } from '#client/ui/loading-block.tsx';
import { RecordItem } from './record-item.tsx';
import type { RecordsStore } from './records-store.ts';

/** What a form of one record needs; `id` is absent for a new one. */
export interface RecordFormSlot {
  readonly objectApiName: string;
  readonly id: string | undefined;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

interface RecordsPageProps {
  readonly title?: string;
  readonly help?: string;
  readonly stores: readonly RecordsStore[];
  readonly options: OptionLabels;
  /** The form of a record, made from the metadata of its object. */
  readonly form: (slot: RecordFormSlot) => ReactNode;
  /** Where a record leads to. */
  readonly linkOf?: (id: string) => { readonly label: string; readonly path: string };
}

/** Work, education and awards of the person: what they are made of is the metadata of their objects. */
export function RecordsPage({ title = '履历', help = RESUME_HELP, stores, ...rest }: RecordsPageProps) {
  return (
    <>
      <PageHead title={title} help={help} />
      {stores.map((store) => (
        <Kind key={store.kind} store={store} {...rest} />
      ))}
    </>
  );
}

const RESUME_HELP = '工作、教育与获奖经历。仅您本人与审核人员可见。';

const Kind = observer(function Kind({
  store,
  options,
  form,
  linkOf,
}: Pick<RecordsPageProps, 'options' | 'form' | 'linkOf'> & { readonly store: RecordsStore }) {
  /** The record in the form: an id, `new`, or none. */
  const [open, setOpen] = useState<string>();
  useEffect(() => void store.load(), [store]);
  const { layout, removed, objectApiName, change } = store;
  const { value: list, failure } = store.rows;
  const label = layout?.label ?? '';
  const close = () => setOpen(undefined);
  // The form has a frame and a heading of its own.
  if (open !== undefined) {
    return (
      <section className="personal-open" aria-label={label}>
        {form({
          objectApiName,
          id: open === 'new' ? undefined : open,
          onSaved: () => {
            close();
            void store.load();
          },
          onCancel: close,
        })}
      </section>
    );
  }
  return (
    <section className="personal-card" aria-label={label}>
      <div className="personal-card-head">
        {layout && <h2>{label}</h2>}
        {!layout && !failure && <Skeleton width={80} />}
        {layout && (
          <Button startIcon={<Add />} onClick={() => setOpen('new')} aria-label={`添加${label}`}>
            添加
          </Button>
        )}
      </div>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {change.failure && <Alert severity="error">{change.failure.message}</Alert>}
      {!failure && !list && <LoadingBlock height={48} />}
      {list?.length === 0 && <p className="personal-soft">还没有{label}，点“添加”开始填写。</p>}
      {layout && list && list.length > 0 && (
        <ul className="personal-rows">
          {list.map((row) => (
            <RecordItem
              key={row.id}
              row={row}
              layout={layout}
              name={store.nameOf(row)}
              options={options}
              link={linkOf?.(row.id)}
              busy={change.isBusyWith(row.id)}
              onEdit={() => setOpen(row.id)}
              onRemove={() => void store.remove(row)}
            />
          ))}
        </ul>
      )}
      {removed && (
        <Toast key={removed.id} onUndo={() => void store.undo()} onEnd={() => store.acknowledge()}>
          已删除“{removed.name}”
        </Toast>
      )}
    </section>
  );
});
