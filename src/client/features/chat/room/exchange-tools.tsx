import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import PhoneIphone from '@mui/icons-material/PhoneIphone';
import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import type { ExchangeKind, ExchangeStanding } from '#schemas/api/chat-exchange.ts';
import { requestRefusal } from '#shared/policy/exchange.ts';
import { Hinted } from '#client/ui/hinted.tsx';
import { PlainButton } from '#client/ui/plain-button.tsx';
import type { DialogStore } from '#client/features/chat/conversation/dialog-store.ts';
import type { ExchangeStore } from '#client/features/chat/exchange/exchange-store.ts';
import type { HeaderStore } from '#client/features/chat/exchange/header-store.ts';
import type { RoomDialogs } from './room-dialogs.ts';
import { useFreshEligibility } from '#client/features/chat/exchange/use-fresh-eligibility.ts';
import { WechatIcon } from '#client/features/chat/exchange/wechat-icon.tsx';
import './exchange-tools.css';

interface ExchangeToolsProps {
  readonly header: HeaderStore;
  readonly exchange: ExchangeStore;
  readonly dialog: DialogStore;
  readonly dialogs: RoomDialogs;
  readonly now: () => Date;
}

/** Ways to give and to get more than words: phone, WeChat and, where the founder's side has one, the business plan. */
export const ExchangeTools = observer(function ExchangeTools(props: ExchangeToolsProps) {
  const { header, exchange, dialog, dialogs, now } = props;
  useFreshEligibility(header, dialog);
  const { eligibility, origin } = header;
  const { isBusy } = exchange;
  const why = (kind: ExchangeKind) => (eligibility ? refusalOf(eligibility, kind, now()) : '正在加载');
  const delivers = origin?.entrepreneur === true;
  const planWhy = eligibility?.hasBp ? DONE : delivers && eligibility ? undefined : why('BP');
  return (
    <>
      <Tool
        label="交换手机号"
        icon={<PhoneIphone />}
        refusal={why('PHONE')}
        isBusy={isBusy}
        onPress={() => void dialogs.askExchange(exchange, 'PHONE')}
      />
      <Tool
        label="交换微信"
        icon={<WechatIcon />}
        refusal={why('WEIXIN')}
        isBusy={isBusy}
        onPress={() => void dialogs.askExchange(exchange, 'WEIXIN')}
      />
      {origin?.hasBp && (
        <Tool
          label={delivers ? '投递BP' : '索要BP'}
          icon={<DescriptionOutlined />}
          refusal={planWhy}
          isBusy={isBusy}
          onPress={() => void (delivers ? dialogs.choosePlan(exchange) : dialogs.askBp(exchange))}
        />
      )}
      {origin?.showTips && <small className="exchange-tips">互相回复后可交换联系方式，请勿向陌生人转账</small>}
    </>
  );
});

const DONE = '已交换';

/** Why nothing of this kind can be asked for now, in words; undefined when it can. */
function refusalOf(eligibility: ExchangeStanding, kind: ExchangeKind, now: Date): string | undefined {
  const { hasExchangePhone, hasExchangeWeixin, hasBp, pending, bothTalked } = eligibility;
  const isDone = { PHONE: hasExchangePhone, WEIXIN: hasExchangeWeixin, BP: hasBp }[kind];
  if (isDone) return DONE;
  const waiting = pending.find((request) => request.kind === kind);
  const side = waiting ? ({ true: 'mine', false: 'theirs' } as const)[`${waiting.mine}`] : null;
  // When the other last declined only the server knows.
  return requestRefusal({ bothTalked, isDone, pending: side, declinedAt: null, now })?.message;
}

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Why it cannot be pressed. It is reached all the same, so that everybody can learn why. */
  readonly refusal: string | undefined;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

function Tool({ label, icon, refusal, isBusy, onPress }: ToolProps) {
  const id = useId();
  const isOff = refusal !== undefined;
  return (
    <Hinted id={id} words={isOff ? `${label}：${refusal}` : label} byTouch={isOff}>
      <PlainButton
        look="icon"
        tone="quiet"
        icon={icon}
        aria-label={label}
        aria-describedby={isOff ? id : undefined}
        aria-disabled={isOff || isBusy || undefined}
        className="exchange-tool"
        onClick={() => !isOff && !isBusy && onPress()}
      />
    </Hinted>
  );
}
