import type { KeyboardEvent } from 'react';

/** Ways to sign in, as the address spells them. */
export const LOGIN_WAYS = ['sms', 'password', 'qr'] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

const LABELS: Readonly<Record<LoginWay, string>> = { sms: '短信登录', password: '密码登录', qr: '扫码登录' };
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export const tabId = (way: LoginWay): string => `login-tab-${way}`;
export const PANEL_ID = 'login-panel';

interface LoginTabsProps {
  readonly way: LoginWay;
  readonly onChoose: (way: LoginWay) => void;
}

/** The ways side by side; arrow keys go from one to the next. */
export function LoginTabs({ way, onChoose }: LoginTabsProps) {
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = LOGIN_WAYS[(LOGIN_WAYS.indexOf(way) + step + LOGIN_WAYS.length) % LOGIN_WAYS.length] ?? way;
    onChoose(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className="login-tabs" role="tablist" aria-label="登录方式">
      {LOGIN_WAYS.map((candidate) => (
        <button
          key={candidate}
          id={tabId(candidate)}
          type="button"
          role="tab"
          aria-selected={candidate === way}
          aria-controls={PANEL_ID}
          tabIndex={candidate === way ? 0 : -1}
          onClick={() => onChoose(candidate)}
          onKeyDown={move}
        >
          {LABELS[candidate]}
        </button>
      ))}
    </div>
  );
}
