import LockOutlined from '@mui/icons-material/LockOutlined';
import type { ReactNode } from 'react';
import { hashAddress, loginPath, registerPath } from '#client/lib/router.ts';
import { PlainLink } from './plain-button.tsx';
import './sign-in-card.css';

interface SignInCardProps {
  readonly title: string;
  /** What a member would see here. */
  readonly children: ReactNode;
  /** The page of ours to come back to. */
  readonly path: string;
  /** It is all there is of the page. */
  readonly isPage?: boolean;
}

/** In the place of what visitors do not see: what it is, and both ways in, which lead back here. */
export function SignInCard({ title, children, path, isPage = false }: SignInCardProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <section className="sign-in-card" aria-label={title}>
      <LockOutlined aria-hidden />
      <Title>{title}</Title>
      <div>{children}</div>
      <p className="sign-in-ways">
        <PlainLink look="filled" href={hashAddress(registerPath(path))}>
          免费注册
        </PlainLink>
        <PlainLink look="outlined" href={hashAddress(loginPath(path))}>
          已有账号，登录
        </PlainLink>
      </p>
    </section>
  );
}
