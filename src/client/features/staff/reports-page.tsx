import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ReportState, StaffReport } from '#schemas/api/reports.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { DeedDialog } from '#client/ui/deed-dialog.tsx';
import type { ReportList } from './desk-lists.ts';
import { EvidenceDialog } from './evidence-dialog.tsx';
import type { EvidenceStore } from './evidence-store.ts';
import { Chip, Choice, ListFrame } from './desk-parts.tsx';
import type { ReportDesk } from './report-desk.ts';
import { REPORT_WORDS } from './staff-words.ts';
import { useFilter } from './use-filter.ts';
import './staff.css';

const STATES = { open: '待处理', handled: '已处理', dismissed: '不成立' } as const;
const OPTIONS = { ...STATES, all: '全部' } as const;

/** `/staff/reports`: what people report; the open ones first unless the address asks for others. */
export const ReportsPage = observer(function ReportsPage({
  store,
  desk,
}: {
  readonly store: ReportList;
  readonly desk: ReportDesk;
}) {
  usePageTitle('举报');
  const [{ state = 'open', reported }, change] = useFilter(['state', 'reported']);
  useEffect(() => {
    const isState = Object.hasOwn(STATES, state);
    void store.show({ ...(isState && { state: state as ReportState }), ...(reported !== undefined && { reported }) });
  }, [store, state, reported]);
  return (
    <div className="desk" style={{ maxWidth: 960 }}>
      <header className="desk-head">
        <h1>举报</h1>
        {reported !== undefined && (
          <Button onClick={() => change({ reported: '' })}>只看 UID {reported} 的举报 ✕</Button>
        )}
        <Choice label="状态" value={state} options={OPTIONS} onChoose={(next) => change({ state: next || 'all' })} />
      </header>
      <p className="desk-soft">平台承诺 3 个工作日内核实处理。被举报人不会知道举报人是谁。</p>
      <ListFrame store={store} empty={state === 'open' ? '没有待处理的举报' : '没有符合条件的举报'}>
        {(list) => (
          <ul className="desk-list">
            {list.map((report) => (
              <ReportCard key={report.id} report={report} desk={desk} />
            ))}
          </ul>
        )}
      </ListFrame>
    </div>
  );
});

interface ReportCardProps {
  readonly report: StaffReport;
  readonly desk: ReportDesk;
}

const userHref = (uid: string): string => hashAddress(`/staff/users?uid=${uid}`);

const ReportCard = observer(function ReportCard({ report, desk }: ReportCardProps) {
  const { reporter, reported, note } = report;
  const [asked, setAsked] = useState<'handled' | 'dismissed'>();
  const [evidence, setEvidence] = useState<EvidenceStore>();
  const ask = (decision: 'handled' | 'dismissed') => {
    desk.cases.forgetRefusal();
    setAsked(decision);
  };
  return (
    <li className="desk-card" aria-label={`对${reported.name}的举报`}>
      <div className="desk-card-head">
        <Chip words={REPORT_WORDS[report.state]} />
        <span>
          <a href={userHref(reported.uid)}>{reported.name}</a>
          {reported.frozen && '（已冻结）'}
          {reported.openReports > 1 && <span className="desk-soft"> · 共 {reported.openReports} 条待处理</span>}
        </span>
        <time dateTime={report.createdAt}>{shownMoment(report.createdAt)}</time>
      </div>
      <dl className="desk-facts">
        <dt>类型</dt>
        <dd>{report.types.join('、')}</dd>
        <dt>描述</dt>
        <dd style={{ whiteSpace: 'pre-wrap' }}>{report.reason}</dd>
        <dt>举报人</dt>
        <dd>
          <a href={userHref(reporter.uid)}>{reporter.name}</a>
        </dd>
        {note !== null && (
          <>
            <dt>处理</dt>
            <dd>
              {note}（{report.decidedBy}，{report.decidedAt !== null && shownMoment(report.decidedAt)}
              {report.froze && '，已冻结账号'}）
            </dd>
          </>
        )}
      </dl>
      {report.images.length > 0 && (
        <div className="desk-pictures">
          {report.images.map((address, index) => (
            <a key={address} href={address} target="_blank" rel="noopener noreferrer">
              <img src={address} alt={`举报图片 ${index + 1}`} loading="lazy" />
            </a>
          ))}
        </div>
      )}
      {report.messages > 0 && (
        <div>
          <Button variant="outlined" size="small" onClick={() => setEvidence(desk.evidenceOf(report.id))}>
            查看聊天记录（{report.messages} 条）…
          </Button>
        </div>
      )}
      {evidence && <EvidenceDialog store={evidence} report={report} onClose={() => setEvidence(undefined)} />}
      {report.state === 'open' && (
        <div className="desk-deeds">
          <Button variant="contained" onClick={() => ask('handled')}>
            处理…
          </Button>
          <Button color="inherit" onClick={() => ask('dismissed')}>
            不成立…
          </Button>
        </div>
      )}
      {asked && <Decide report={report} desk={desk} decision={asked} onClose={() => setAsked(undefined)} />}
    </li>
  );
});

interface DecideProps extends ReportCardProps {
  readonly decision: 'handled' | 'dismissed';
  readonly onClose: () => void;
}

const Decide = observer(function Decide({ report, desk, decision, onClose }: DecideProps) {
  const [freezes, setFreezes] = useState(false);
  const { cases } = desk;
  const isHandled = decision === 'handled';
  return (
    <DeedDialog
      words={{
        title: isHandled ? `处理对 ${report.reported.name} 的举报` : '举报不成立',
        consequence: isHandled ? '写明核实结果与处理方式。处理后不能撤回。' : '写明不成立的理由。处理后不能撤回。',
        confirm: isHandled ? (freezes ? '处理并冻结账号' : '处理完成') : '确认不成立',
        isGrave: freezes,
      }}
      isActing={cases.busy === report.id}
      refusal={cases.refusal?.id === report.id ? cases.refusal.failure : undefined}
      onClose={onClose}
      onConfirm={(note) =>
        void desk.decide(report.id, { decision, note, freeze: isHandled && freezes }).then((isDone) => {
          if (isDone) onClose();
        })
      }
    >
      {isHandled && !report.reported.frozen && (
        <FormControlLabel
          control={<Checkbox size="small" checked={freezes} onChange={(_, checked) => setFreezes(checked)} />}
          label="同时冻结该账号：在所有设备上立即退出"
        />
      )}
    </DeedDialog>
  );
});
