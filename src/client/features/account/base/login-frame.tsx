import Hub from '@mui/icons-material/HubOutlined';
import Insights from '@mui/icons-material/InsightsOutlined';
import Verified from '@mui/icons-material/VerifiedOutlined';
import type { ReactNode } from 'react';
import { logoText, productName } from '#client/lib/product.ts';
import { hashAddress, landingPath } from '#client/lib/router.ts';
import { LegalLinks } from '#client/ui/legal-links.tsx';
import { AppearanceButton } from '#client/ui/appearance/appearance-menu.tsx';
import '#client/features/account/sign-in/login-frame.css';
import '#client/features/account/sign-in/session.css';

const REASONS = [
  { icon: <Insights aria-hidden />, title: '看得全', text: '企业、机构、交易、基金与赛道，多条件筛选、多列排序' },
  { icon: <Verified aria-hidden />, title: '查得准', text: '数据注明来源与时间，发现有误可提出纠错' },
  { icon: <Hub aria-hidden />, title: '对得上', text: '投资人、创业者与服务机构，直接沟通融资' },
] as const;

interface LoginFrameProps {
  /** Where the user wants to go; the way back to the landing page keeps it. */
  readonly redirect?: string | null;
  readonly children: ReactNode;
}

/** The two halves of every screen before the session: what the product is, and what is to be done. */
export function LoginFrame({ redirect = null, children }: LoginFrameProps) {
  return (
    <div className="login-frame">
      <aside className="login-side">
        <a className="login-brand" href={hashAddress(landingPath(redirect))}>
          <span aria-hidden>{logoText()}</span>
          {productName()}
        </a>
        <div className="login-pitch">
          <p className="login-headline">看清一级市场的交易与资本</p>
          <p className="login-subline">一级市场投资数据与融资对接平台</p>
          <ul>
            {REASONS.map(({ icon, title, text }) => (
              <li key={title}>
                {icon}
                <div>
                  <strong>{title}</strong>
                  <span>{text}</span>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <Skyline />
      </aside>
      <main className="login-main">
        <div className="login-tools">
          <AppearanceButton />
        </div>
        <div className="login-card">
          {children}
          <LegalLinks />
        </div>
      </main>
    </div>
  );
}

/** Rounds of a company as bars that grow, for the eye alone. */
function Skyline() {
  const bars = [18, 26, 22, 38, 34, 52, 46, 68, 62, 88, 80, 112];
  return (
    <svg className="login-skyline" viewBox="0 0 600 140" preserveAspectRatio="xMidYMax slice" aria-hidden>
      {bars.map((height, index) => (
        <rect key={height} x={index * 50 + 8} y={140 - height} width="30" height={height} rx="3" />
      ))}
      <polyline points={bars.map((height, index) => `${index * 50 + 23},${124 - height}`).join(' ')} />
    </svg>
  );
}
