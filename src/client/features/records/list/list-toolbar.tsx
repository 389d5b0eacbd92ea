import Add from '@mui/icons-material/Add';
import DensityMedium from '@mui/icons-material/DensityMedium';
import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import FileUpload from '@mui/icons-material/FileUploadOutlined';
import Functions from '@mui/icons-material/Functions';
import MoreVert from '@mui/icons-material/MoreVert';
import ViewColumn from '@mui/icons-material/ViewColumnOutlined';
import { useRef, useState, type ReactNode } from 'react';
import type { ObjectAction } from '#schemas/metadata/action.ts';
import type { ListColumn } from '#generators/columns.ts';
import { LazyMenu, LazyPopover } from '#client/ui/lazy-popups.tsx';
import { formPath, hashAddress } from '#client/lib/router.ts';
import { ActionButton } from '#client/features/records/actions/action-button.tsx';
import { KeywordField } from '#client/features/records/filters/keyword-field.tsx';
import { lazyPart, reserved } from '#client/ui/lazy-part.tsx';
import { DENSITIES, type Density, type ListState } from '#shared/lists/list-state.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import './list-tools.css';

const ColumnChooser = lazyPart(
  async () => (await import('#client/features/records/columns/column-chooser.tsx')).ColumnChooser,
  reserved(<div style={{ width: 340, height: 360 }} />),
);

const DENSITY_LABELS: Readonly<Record<Density, string>> = { compact: '紧凑', standard: '标准', comfortable: '宽松' };
/** On narrow screens these are behind the dots. */
const WIDE = 'list-tool-wide';

interface ListToolbarProps {
  readonly objectApiName: string;
  readonly state: ListState;
  readonly onChange: (next: ListState) => void;
  readonly columns: readonly ListColumn[];
  readonly visible: readonly string[];
  readonly isCreatable: boolean;
  /** Staff bring files into the list. */
  readonly isImportable: boolean;
  /** A board has neither columns nor rows of a height. */
  readonly hasRows?: boolean;
  /** Absent where no column has figures. */
  readonly hasTotals: boolean;
  readonly onExport: () => void;
  /** What may be done to the list itself. */
  readonly actions?: readonly ObjectAction[];
  readonly onAsk: (action: ObjectAction) => void;
  /** What goes on in the background. */
  readonly children?: ReactNode;
}

/** Keyword, columns, density, totals, export, import and 新建. */
export function ListToolbar(props: ListToolbarProps) {
  const { objectApiName, state, onChange, columns, visible, isCreatable, isImportable, hasTotals, onExport } = props;
  const { actions = [], onAsk, children, hasRows = true } = props;
  const importAddress = hashAddress(`/staff/import?object=${objectApiName}`);
  const bar = useRef<HTMLDivElement>(null);
  const [columnsAt, setColumnsAt] = useState<HTMLElement | null>(null);
  const [densityAt, setDensityAt] = useState<HTMLElement | null>(null);
  const [moreAt, setMoreAt] = useState<HTMLElement | null>(null);
  const densities = DENSITIES.map((density) => ({
    label: DENSITY_LABELS[density],
    isSelected: density === state.density,
    onChoose: () => onChange({ ...state, density }),
  }));
  const toggleTotals = () => onChange({ ...state, totals: !state.totals });
  return (
    <div ref={bar} className="list-toolbar" role="group" aria-label="列表工具">
      {children}
      <KeywordField value={state.keyword} onChange={(keyword) => onChange({ ...state, keyword })} />
      {hasRows && (
        <PlainButton
          tone="quiet"
          icon={<ViewColumn />}
          aria-haspopup="dialog"
          className={WIDE}
          onClick={(event) => setColumnsAt(event.currentTarget)}
        >
          列
        </PlainButton>
      )}
      <LazyPopover anchor={columnsAt} title="选择列" side="right" onClose={() => setColumnsAt(null)}>
        <ColumnChooser
          columns={columns}
          visible={visible}
          pinned={state.pinned}
          onChange={(next) => onChange({ ...state, ...next })}
        />
      </LazyPopover>
      {hasRows && (
        <PlainButton
          tone="quiet"
          icon={<DensityMedium />}
          aria-haspopup="menu"
          className={WIDE}
          onClick={(event) => setDensityAt(event.currentTarget)}
        >
          {DENSITY_LABELS[state.density]}
        </PlainButton>
      )}
      <LazyMenu anchor={densityAt} onClose={() => setDensityAt(null)} choices={densities} />
      {hasRows && hasTotals && (
        <PlainButton
          tone={state.totals ? 'brand' : 'quiet'}
          icon={<Functions />}
          aria-pressed={state.totals}
          className={WIDE}
          onClick={toggleTotals}
        >
          合计
        </PlainButton>
      )}
      <PlainButton tone="quiet" icon={<FileDownload />} aria-haspopup="dialog" className={WIDE} onClick={onExport}>
        导出
      </PlainButton>
      {isImportable && (
        <PlainLink tone="quiet" icon={<FileUpload />} className={WIDE} href={importAddress}>
          导入
        </PlainLink>
      )}
      <PlainButton
        look="icon"
        tone="quiet"
        icon={<MoreVert />}
        className="list-tool-more"
        aria-label="更多"
        aria-haspopup="menu"
        onClick={(event) => setMoreAt(event.currentTarget)}
      />
      <LazyMenu
        anchor={moreAt}
        onClose={() => setMoreAt(null)}
        choices={[
          ...(hasRows ? [{ label: '选择列…', onChoose: () => setColumnsAt(bar.current) }] : []),
          ...(hasRows ? densities.map((choice) => ({ ...choice, label: `行高：${choice.label}` })) : []),
          ...(hasRows && hasTotals ? [{ label: '合计', isSelected: state.totals, onChoose: toggleTotals }] : []),
          { label: '导出…', onChoose: onExport },
          ...(isImportable ? [{ label: '导入…', onChoose: () => window.location.assign(importAddress) }] : []),
          ...actions
            .filter(({ tone }) => tone !== 'primary')
            .map((action) => ({ label: action.label, onChoose: () => onAsk(action) })),
        ]}
      />
      {actions.map((action) => (
        <ActionButton
          key={action.id}
          action={action}
          onAsk={onAsk}
          {...(action.tone === 'primary' ? { look: 'filled' } : { look: 'outlined', className: WIDE })}
        />
      ))}
      {isCreatable && (
        <PlainLink look="filled" icon={<Add />} href={hashAddress(formPath(objectApiName))}>
          新建
        </PlainLink>
      )}
    </div>
  );
}
