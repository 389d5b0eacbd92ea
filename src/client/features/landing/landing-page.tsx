import { usePageTitle } from '#client/lib/page-title.ts';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { logoText, productName } from '#client/lib/product.ts';
import { hashAddress, withRedirect } from '#client/lib/router.ts';
import { AppearanceButton } from '#client/ui/appearance/appearance-menu.tsx';
import { LegalLinks } from '#client/ui/legal-links.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { PlainLink } from '#client/ui/plain-button.tsx';
import { countText } from './count-text.ts';
import type { LandingStore } from './landing-store.ts';
import { shanghaiTime } from '#shared/time/shanghai.ts';
import { AUDIENCES, STEPS } from './landing-messages.tsx';
import { LatestTeaser } from './latest-teaser.tsx';
import './landing.css';

/** As many as are usually there, so that nothing jumps. */
const TILES = 8;

interface LandingPageProps {
  readonly store: LandingStore;
  /** Where the visitor wants to go; the links for sign-in keep it. */
  readonly redirect?: string | null;
}

/** What visitors see before they sign in. */
export const LandingPage = observer(function LandingPage({ store, redirect = null }: LandingPageProps) {
  usePageTitle('首页');
  const signIn = hashAddress(withRedirect('/login?tab=password', redirect));
  const signUp = hashAddress(withRedirect('/login?tab=sms', redirect));
  useEffect(() => void store.load(), [store]);
  const teaser = store.value?.teasers[0];
  return (
    <div className="landing">
      <header className="landing-bar">
        <span className="landing-brand">
          <span aria-hidden>{logoText()}</span>
          {productName()}
        </span>
        <nav aria-label="登录与注册">
          <AppearanceButton />
          <PlainLink tone="quiet" href={signIn}>
            登录
          </PlainLink>
          <PlainLink className="landing-join" href={signUp}>
            注册
          </PlainLink>
        </nav>
      </header>
      <main>
        <div className="landing-hero" data-with-latest={store.failure === undefined || undefined}>
          <div className="landing-pitch">
            <h1>看清一级市场的交易与资本</h1>
            <p>
              面向投资人、创业者与服务机构的投资数据与融资对接平台。企业、机构、交易、基金与赛道，一处检索，来源可查。
            </p>
            <div className="landing-ways">
              <PlainLink className="landing-way-first" href={signUp}>
                免费注册
              </PlainLink>
              <PlainLink className="landing-way" tone="quiet" href={signIn}>
                已有账号，登录
              </PlainLink>
            </div>
          </div>
          {teaser && <LatestTeaser teaser={teaser} />}
          {!store.value && !store.failure && <div className="landing-latest landing-waiting" aria-hidden />}
        </div>
        <Counts store={store} />
        <section className="landing-part" aria-labelledby="landing-audiences">
          <h2 id="landing-audiences">为三类用户而建</h2>
          <div className="landing-audiences">
            {AUDIENCES.map(({ icon, title, lead, points }) => (
              <article key={title}>
                {icon}
                <h3>{title}</h3>
                <p>{lead}</p>
                <ul>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </article>
            ))}
          </div>
        </section>
        <section className="landing-part" aria-labelledby="landing-steps">
          <h2 id="landing-steps">四步开始</h2>
          <ol className="landing-steps">
            {STEPS.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </main>
      <footer className="landing-foot">
        <p>从最新的交易开始</p>
        <PlainLink className="landing-way-first" href={signIn}>
          立即登录
        </PlainLink>
        <small>本站只使用登录所必需的 Cookie，不做跨站跟踪。</small>
        <LegalLinks />
      </footer>
    </div>
  );
});

/** How much there is, as of now. */
const Counts = observer(function Counts({ store }: { readonly store: LandingStore }) {
  if (store.failure)
    return (
      <Notice isAlert title={store.failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
    );
  const { value: landing } = store;
  return (
    <section className="landing-counts" aria-label="收录数据" aria-busy={!landing}>
      <dl>
        {landing
          ? landing.counts.map((count) => (
              <div key={count.objectApiName} title={count.description}>
                <dt>{count.label}</dt>
                <dd>{countText(count)}</dd>
              </div>
            ))
          : Array.from({ length: TILES }, (_, index) => <div key={index} className="landing-tile-waiting" />)}
      </dl>
      {landing && (
        <p>
          数据截至 <time dateTime={landing.asOf}>{shanghaiTime(new Date(landing.asOf))}</time>
        </p>
      )}
    </section>
  );
});
