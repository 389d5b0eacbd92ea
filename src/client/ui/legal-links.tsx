import type { LegalKind } from '#schemas/api/legal.ts';
import { hashAddress } from '#client/lib/router.ts';
import './legal-links.css';

const LINKS: readonly (readonly [kind: LegalKind, label: string])[] = [
  ['terms', '用户协议'],
  ['privacy', '隐私政策'],
  ['data', 'Cookie 与数据说明'],
];

/** The page of a document. */
export const legalPath = (kind: LegalKind): string => `/legal/${kind}`;

/** The ways to the terms, the privacy policy and the notice on data. */
export const LegalLinks = () => (
  <p className="legal-links">
    {LINKS.map(([kind, label]) => (
      <a key={kind} href={hashAddress(legalPath(kind))}>
        {label}
      </a>
    ))}
  </p>
);
