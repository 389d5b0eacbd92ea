import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ExportStore } from './export-store.ts';
import type { ExportSource } from './export-dialog.tsx';
import '#client/features/records/list/list-tools.css';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

interface ExportToolProps {
  readonly exports: ExportStore;
  readonly source: ExportSource;
}

/** The dialog of an export while it is open; a small chip while the export goes on without it. */
export const ExportTool = observer(function ExportTool({ exports, source }: ExportToolProps) {
  const { asked, current, share } = exports;
  useEffect(() => () => exports.leave(), [exports]);
  if (asked !== undefined) {
    return <ExportDialog key={asked} exports={exports} source={source} />;
  }
  if (!current) return null;
  return (
    <button type="button" className="export-chip" onClick={() => exports.ask('all')}>
      {exports.isRunning ? (
        <>
          <progress {...(share !== undefined && { value: share })} aria-label="导出进度" />
          导出中{share === undefined ? '' : ` ${Math.floor(share * 100)}%`}
        </>
      ) : (
        CHIP_WORDS[current.status]
      )}
    </button>
  );
});

const CHIP_WORDS = { ready: '', running: '', done: '导出完成', failed: '导出失败', cancelled: '导出已取消' } as const;
