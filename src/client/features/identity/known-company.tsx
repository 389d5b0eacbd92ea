import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { KnownCompanyStore } from './known-company-store.ts';

/** Says while a name is typed that the company is known, whether users speak for it, and what to do instead of creating it. */
export const KnownCompany = observer(function KnownCompany({ store }: { readonly store: KnownCompanyStore }) {
  const { company } = store;
  if (!company?.companyId) return null;
  const { companyId, name, claimed, mine } = company;
  const claim = `/identity?${new URLSearchParams({ form: 'claim', company: companyId, companyName: name }).toString()}`;
  if (mine)
    return (
      <Said>
        您已是“{name}”的成员，无需重复创建。前往 <Way to="/company/members">企业成员</Way>
      </Said>
    );
  if (!claimed)
    return (
      <Said>
        平台已收录“{name}”，无需重新创建。请直接 <Way to={claim}>认领该企业</Way>
      </Said>
    );
  return (
    <Said>
      “{name}”已收录且已有成员，不能重复创建。您可以请其所有者邀请您加入，或 <Way to={claim}>申请加入（认领）</Way>
      由平台审核；如认为认领有误，请点击右下角客服图标联系客服
    </Said>
  );
});

const Said = ({ children }: { readonly children: ReactNode }) => (
  <Alert severity="warning" variant="outlined" role="status" sx={{ mb: 1.5 }}>
    {children}
  </Alert>
);

const Way = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <Link component={RouterLink} to={to}>
    {children}
  </Link>
);
