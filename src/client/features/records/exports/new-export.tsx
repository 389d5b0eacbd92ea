import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import type { ExportFormat, ExportQuota } from '#schemas/api/exports.ts';
import { quotaLabel } from './quota-label.ts';

/** A list that can be exported. */
export interface ExportChoice {
  readonly apiName: string;
  readonly label: string;
}

/** What is to be exported: the whole list, or a view of it by its id. */
export interface ExportOrder {
  readonly objectApiName: string;
  readonly viewId: string | undefined;
  readonly format: ExportFormat;
}

export interface NewExportProps {
  readonly objects: readonly ExportChoice[];
  /** Views of a list that the person has; observable, empty until read. */
  readonly viewsOf: (objectApiName: string) => readonly { readonly id: string; readonly name: string }[];
  /** Another list was chosen: its views are wanted. */
  readonly onChoose: (objectApiName: string) => void;
  readonly onBegin: (order: ExportOrder) => void;
  /** How far the export of a list has come, while there is one. */
  readonly progressOf: (objectApiName: string) => ReactNode;
  readonly isBusy: (objectApiName: string) => boolean;
  /** Exports left today; undefined while not known, null for as many as wanted. */
  readonly left: number | null | undefined;
  readonly quota: ExportQuota | undefined;
}

const WHOLE = 'whole';

/** What to export and in which form. */
export const NewExport = observer(function NewExport(props: NewExportProps) {
  const { objects, viewsOf, onChoose, onBegin, progressOf, isBusy, left, quota } = props;
  const [chosen, setChosen] = useState('');
  const [view, setView] = useState(WHOLE);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const objectApiName = chosen || (objects[0]?.apiName ?? '');
  useEffect(() => {
    if (objectApiName !== '') onChoose(objectApiName);
  }, [objectApiName, onChoose]);
  const views = objectApiName === '' ? [] : viewsOf(objectApiName);
  return (
    <section className="personal-card" aria-labelledby="new-export">
      <h2 id="new-export">新建导出</h2>
      <div className="personal-fields">
        <TextField
          select
          label="数据"
          value={objectApiName}
          onChange={({ target }) => {
            setChosen(target.value);
            setView(WHOLE);
          }}
        >
          {objects.map(({ apiName, label }) => (
            <MenuItem key={apiName} value={apiName}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <TextField select label="范围" value={view} onChange={({ target }) => setView(target.value)}>
          <MenuItem value={WHOLE}>全部记录</MenuItem>
          {views.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              视图：{name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label="格式"
          value={format}
          onChange={({ target }) => setFormat(target.value === 'csv' ? 'csv' : 'xlsx')}
        >
          <MenuItem value="xlsx">Excel（.xlsx）</MenuItem>
          <MenuItem value="csv">CSV（.csv）</MenuItem>
        </TextField>
        <Button
          variant="contained"
          disabled={objectApiName === '' || left === 0 || isBusy(objectApiName)}
          onClick={() => onBegin({ objectApiName, viewId: view === WHOLE ? undefined : view, format })}
        >
          开始导出
        </Button>
      </div>
      <p className="personal-soft" role="status">
        {quotaLabel(left, quota)}
      </p>
      {progressOf(objectApiName)}
    </section>
  );
});
