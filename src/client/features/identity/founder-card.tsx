import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { IdentityKind, OwnCompany } from '#schemas/api/identity.ts';
import { BINDINGS } from '#schemas/bindings.ts';
import { companyPath, formPath, hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { CaseLine } from './case-line.tsx';
import { Card } from './certification-card.tsx';
import type { IdentityStore } from './identity-store.ts';
import { FOUNDER_OPENS, KIND_LABELS } from './identity-labels.ts';
import { StateChip } from './state-chip.tsx';

interface FounderCardProps {
  readonly store: IdentityStore;
  readonly onSearch: () => void;
  readonly onFill: (kind: IdentityKind, caseId?: string) => void;
}

/** Founders: the companies they speak for, what they handed in, and the two ways to a further one. */
export const FounderCard = observer(function FounderCard({ store, onSearch, onFill }: FounderCardProps) {
  const { companies, founding } = store;
  const shown = founding.filter(({ state }) => state !== 'APPROVED');
  return (
    <Card
      title="创业者认证"
      opens={FOUNDER_OPENS}
      mark={companies.some(({ certified }) => certified) && <StateChip state="APPROVED" />}
    >
      {companies.length > 0 && (
        <Stack component="ul" aria-label="我的企业" sx={{ gap: 1, m: 0, p: 0, listStyle: 'none' }}>
          {companies.map((company) => (
            <CompanyLine key={company.id} store={store} company={company} />
          ))}
        </Stack>
      )}
      {companies.length > 0 && (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <Link href={hashAddress(formPath(BINDINGS.financing.object))}>发布融资</Link>
          <Link href={hashAddress('/company/members')}>企业成员</Link>
        </Stack>
      )}
      {shown.map((row) => (
        <Box key={row.id}>
          <Divider sx={{ mb: 1.5 }} />
          <Stack direction="row" sx={{ alignItems: 'center', gap: 1, mb: 1 }}>
            <Typography variant="body2" color="textSecondary">
              {KIND_LABELS[row.kind].label}
            </Typography>
            <StateChip state={row.state} />
          </Stack>
          <CaseLine store={store} row={row} onFill={onFill} />
        </Box>
      ))}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" onClick={onSearch}>
          {companies.length > 0 ? '认领其他企业' : '查找我的企业'}
        </Button>
        <Button variant="outlined" disabled={store.isWaiting('founder')} onClick={() => onFill('founder')}>
          创建企业
        </Button>
      </Stack>
    </Card>
  );
});

/** A company that this person speaks for, and the way out of it. */
const CompanyLine = observer(function CompanyLine({
  store,
  company,
}: {
  readonly store: IdentityStore;
  readonly company: OwnCompany;
}) {
  const [isSure, setSure] = useState(false);
  const { id, name, position, since, certified } = company;
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Link href={hashAddress(companyPath(id))} target="_blank" rel="noopener" underline="hover">
          {name}
        </Link>
        <Typography variant="body2" color="textSecondary">
          {position} · {certified ? '认证于' : '受邀加入于'} {shownMoment(since)}
        </Typography>
      </Box>
      <Button
        size="small"
        color={isSure ? 'error' : 'inherit'}
        disabled={store.busy.has(id)}
        onClick={() => (isSure ? void store.leave(id) : setSure(true))}
        onBlur={() => setSure(false)}
        title="退出后不再代表该企业；没有企业时创业者身份随之取消"
      >
        {isSure ? '确认退出' : '退出'}
      </Button>
    </Stack>
  );
});
