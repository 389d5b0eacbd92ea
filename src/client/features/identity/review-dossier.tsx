import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type { DeskDossier } from '#schemas/api/identity-desk.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import { companyPath, detailPath, formPath, hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { ROLE_WORDS } from '#shared/policy/role-words.ts';
import { EVENT_LABELS, KIND_LABELS, STATE_LABELS } from './identity-labels.ts';
import { CaseSubject } from './case-line.tsx';
import { StateChip } from './state-chip.tsx';

interface DossierProps {
  readonly dossier: DeskDossier;
  /** The record as its metadata lays it out. */
  readonly renderRecord: (dossier: DeskDossier) => ReactNode;
  readonly onOpen: (id: string) => void;
}

/** A submission with all that a decision rests on. */
export const Dossier = observer(function Dossier({ dossier, renderRecord, onOpen }: DossierProps) {
  const [tab, setTab] = useState<'record' | 'history'>('record');
  const { case: shown, events } = dossier;
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <Head dossier={dossier} />
      <Hints dossier={dossier} onOpen={onOpen} />
      <Lookalikes dossier={dossier} />
      <Tabs value={tab} onChange={(_, next: typeof tab) => setTab(next)} aria-label="认证内容">
        <Tab value="record" label="提交内容" id="desk-tab-record" aria-controls="desk-panel" />
        <Tab value="history" label={`历史（${events.length}）`} id="desk-tab-history" aria-controls="desk-panel" />
      </Tabs>
      <Box id="desk-panel" role="tabpanel" aria-labelledby={`desk-tab-${tab}`} sx={{ minWidth: 0 }}>
        {tab === 'record' ? (
          <>
            {shown.state === 'PENDING' && (
              <Typography variant="body2" sx={{ mb: 1.5 }}>
                <Link href={hashAddress(formPath(shown.objectApiName, shown.recordId))} target="_blank" rel="noopener">
                  修改提交内容
                </Link>
                <Typography component="span" variant="body2" color="textSecondary">
                  （在新标签页中打开，保存后请刷新本页）
                </Typography>
              </Typography>
            )}
            {renderRecord(dossier)}
          </>
        ) : (
          <History dossier={dossier} onOpen={onOpen} />
        )}
      </Box>
    </Stack>
  );
});

function Head({ dossier }: { readonly dossier: DeskDossier }) {
  const { case: shown, applicant, email } = dossier;
  return (
    <div>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {shown.title}
        </Typography>
        <StateChip state={shown.state} />
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: 0.75, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary">
          {KIND_LABELS[shown.kind].label} · 申请人 {applicant.name}（编号 {applicant.uid}）·{' '}
          {shownMoment(shown.submittedAt)} 提交 · {shownMoment(applicant.since, 'YYYY-MM-DD')} 注册
        </Typography>
        {applicant.roles.map((role) => (
          <Chip key={role}>{ROLE_WORDS[role] ?? role}</Chip>
        ))}
      </Stack>
      {shown.kind === 'claim' && (
        <Typography variant="body2" sx={{ mt: 0.75 }}>
          认领的企业 <CaseSubject row={shown} />
        </Typography>
      )}
      {email && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.75 }}>
          工作邮箱 {email.address} ·{' '}
          {email.verifiedAt === null ? '尚未验证' : `已于 ${shownMoment(email.verifiedAt)} 通过邮件验证`}
        </Typography>
      )}
      {shown.reason !== null && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          处理意见：{shown.reason}
        </Alert>
      )}
    </div>
  );
}

/** What should be looked at before deciding. */
function Hints({ dossier, onOpen }: Pick<DossierProps, 'dossier' | 'onOpen'>) {
  const { alike, known } = dossier;
  if (alike.length === 0 && !known) return null;
  return (
    <Alert severity="info" variant="outlined">
      {known && (
        <p style={{ margin: 0 }}>
          企业库中已有同名企业{' '}
          <Link href={hashAddress(companyPath(known.id))} target="_blank" rel="noopener">
            {known.name}
          </Link>
          ，通过时可选择关联到它
        </p>
      )}
      {alike.length > 0 && <span>其他人也提交过同一企业：</span>}
      {alike.map(({ id, applicant, state }) => (
        <Link key={id} component="button" type="button" onClick={() => onOpen(id)} sx={{ mr: 1.5 }}>
          {applicant}（{STATE_LABELS[state].label}）
        </Link>
      ))}
    </Alert>
  );
}

const ALIKE_WORDS: Readonly<Record<DeskDossier['case']['kind'], string>> = {
  founder: '与这家新企业相似的已收录记录，通过前请核对是否为同一家：',
  claim: '与被认领企业相似的其他记录，请核对认领的是否为正确的一条：',
  investor: '与填写的机构相似的已收录机构：',
  serviceOrg: '与填写的机构相似的已收录机构：',
};

/** Records that look like what is handed in, so that none is approved twice. */
function Lookalikes({ dossier: { case: shown, known, lookalikes } }: Pick<DossierProps, 'dossier'>) {
  const others = lookalikes.filter(({ id }) => id !== known?.id);
  if (others.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" role="region" aria-label="可能重复的记录">
      {ALIKE_WORDS[shown.kind]}
      <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
        {others.map(({ objectApiName, id, name, reasons }) => (
          <li key={id}>
            <Link href={hashAddress(detailPath(objectApiName, id))} target="_blank" rel="noopener">
              {name}
            </Link>
            （编号 {id}，{reasons.join('、')}）
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function History({ dossier, onOpen }: Pick<DossierProps, 'dossier' | 'onOpen'>) {
  const { events, applicant } = dossier;
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack component="ol" aria-label="处理经过" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {events.map(({ at, actor, event, reason }) => (
          <Stack key={`${at} ${event}`} component="li" direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
            <Typography component="span" variant="body2" color="textSecondary">
              {shownMoment(at)}
            </Typography>
            <span>
              {actor} <b>{EVENT_LABELS[event]}</b>
              {reason !== null && `：${reason}`}
            </span>
          </Stack>
        ))}
      </Stack>
      {applicant.others.length > 0 && (
        <div>
          <Typography variant="h3" sx={{ mb: 1 }}>
            申请人的其他认证
          </Typography>
          {applicant.others.map(({ id, kind, title, state }) => (
            <Typography key={id} variant="body2">
              <Link component="button" type="button" onClick={() => onOpen(id)}>
                {KIND_LABELS[kind].label} · {title}（{STATE_LABELS[state].label}）
              </Link>
            </Typography>
          ))}
        </div>
      )}
    </Stack>
  );
}
