import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { CodeState, IssuedCode } from '#schemas/api/orders.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { MoreButton } from '#client/ui/more-button.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { lastDay } from './coin-words.ts';
import type { CodesStore } from './codes-store.ts';
import { OUTLINED } from './head-button.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import './coins.css';

interface CodesPageProps {
  readonly store: CodesStore;
  readonly productsHref: string;
  readonly firstExpiry: string;
  readonly onDownload: (name: string, text: string) => void;
}

const ALL = 'all';
const STATE_WORDS: Readonly<Record<CodeState, string>> = {
  open: '未使用',
  redeemed: '已兑换',
  revoked: '已作废',
  expired: '已过期',
};

/** The desk where staff issue redemption codes and see what became of them. */
export const CodesPage = observer(function CodesPage({ store, productsHref, firstExpiry, onDownload }: CodesPageProps) {
  usePageTitle('兑换码');
  useEffect(() => void store.load(), [store]);
  const [isIssuing, setIssuing] = useState(false);
  const [revoked, setRevoked] = useState<IssuedCode>();
  const { state } = store;
  const { list, failure } = store.pages;
  return (
    <div className="coins">
      <header className="coins-head">
        <div>
          <h1>兑换码</h1>
          <p>为商品签发兑换码。完整兑换码只在签发时显示一次，此处只保留末四位。</p>
        </div>
        <Button href={productsHref} color="inherit" variant="outlined" sx={OUTLINED}>
          管理商品
        </Button>
        <Button variant="contained" disabled={store.products.length === 0} onClick={() => setIssuing(true)}>
          签发兑换码
        </Button>
      </header>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="状态"
        value={state ?? ALL}
        onChange={(_, next: CodeState | typeof ALL | null) => {
          if (next !== null) store.show(next === ALL ? undefined : next);
        }}
      >
        <ToggleButton value={ALL}>全部</ToggleButton>
        {Object.entries(STATE_WORDS).map(([each, words]) => (
          <ToggleButton key={each} value={each}>
            {words}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {failure && (
        <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
      )}
      {!list && !failure && <Skeleton variant="rounded" height={200} />}
      {list?.length === 0 && <Notice title="没有兑换码" />}
      {list && list.length > 0 && (
        <ScrollBox className="coins-card coins-scroll" label="兑换码列表">
          <CodesTable list={list} onRevoke={setRevoked} />
        </ScrollBox>
      )}
      <MoreButton pages={store.pages} />
      {isIssuing && (
        <IssueDialog
          isOpen
          store={store}
          firstExpiry={firstExpiry}
          onClose={() => setIssuing(false)}
          onDownload={onDownload}
        />
      )}
      {revoked && <RevokeDialog store={store} code={revoked} onClose={() => setRevoked(undefined)} />}
    </div>
  );
});

interface CodesTableProps {
  readonly list: readonly IssuedCode[];
  readonly onRevoke: (code: IssuedCode) => void;
}

function CodesTable({ list, onRevoke }: CodesTableProps) {
  return (
    <table className="coins-codes">
      <thead>
        <tr>
          <th scope="col">末四位</th>
          <th scope="col">商品</th>
          <th scope="col">理由</th>
          <th scope="col">签发</th>
          <th scope="col">有效期至</th>
          <th scope="col">状态</th>
          <th scope="col">
            <span className="visually-hidden">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((code) => (
          <tr key={code.id}>
            <td className="coins-code">{code.lastFour}</td>
            <td>{code.product.name}</td>
            <td>{code.reason}</td>
            <td>
              {code.issuedBy}
              <div className="coins-soft">{shownMoment(code.issuedAt)}</div>
            </td>
            <td>{lastDay(code.expiresAt)}</td>
            <td>
              <span data-state={code.state}>{STATE_WORDS[code.state]}</span>
              {code.redeemedBy !== null && (
                <div className="coins-soft">
                  {code.redeemedBy}
                  <br />
                  {shownMoment(code.redeemedAt ?? '')}
                </div>
              )}
            </td>
            <td>
              {code.state === 'open' && (
                <Button color="inherit" onClick={() => onRevoke(code)} aria-label={`作废 ${code.lastFour}`}>
                  作废
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
