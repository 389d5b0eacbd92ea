import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Profile } from '#schemas/api/session.ts';
import { ClosingStore } from '#client/features/account/security/closing-store.ts';
import { CopyStore } from '#client/features/account/security/copy-store.ts';
import { OwnCodeStore } from '#client/features/account/security/own-code-store.ts';
import { PasswordStore } from '#client/features/account/security/password-store.ts';
import { ProofFields } from '#client/features/account/security/proof-fields.tsx';
import { ProofStore } from '#client/features/account/security/proof-store.ts';
import { SecurityPage } from '#client/features/account/security/security-page.tsx';
import { CaptchaGate } from '#client/features/account/captcha/captcha-gate.tsx';
import { CountriesStore } from '#client/features/account/phone/countries-store.ts';
import { FactorCard } from '#client/features/account/second-factor/factor-card.tsx';
import { PhoneCard } from '#client/features/account/phone/phone-card.tsx';
import { PhoneStore } from '#client/features/account/phone/phone-store.ts';
import { browserClock as clock } from '#client/lib/clock.ts';
import { downloadText } from '#client/lib/download.ts';
import { every } from '#client/lib/every.ts';
import { captchaOf, factorStore } from '#client/app/screens/login-screens.tsx';
import type { AppStores } from '#client/app/base/stores.ts';

const everySecond = (work: () => void) => every(1000, work);

/** Password, number, the copy of one's data, and the way out. */
export const SecurityScreen = observer(function SecurityScreen({ stores }: { readonly stores: AppStores }) {
  const { profile } = stores.session;
  return profile ? <Open stores={stores} profile={profile} /> : null;
});

const Open = observer(function Open({ stores, profile }: { readonly stores: AppStores; readonly profile: Profile }) {
  const { api, session, toast } = stores;
  const [parts] = useState(() => {
    const captcha = captchaOf(stores);
    const askCaptcha = () => captcha.ask();
    const codeFor = (purpose: 'reset' | 'rebind' | 'close' | 'copy') =>
      new OwnCodeStore({ api, purpose, askCaptcha, everySecond });
    const ways = { byPassword: profile.hasPassword, byCode: profile.phone !== null };
    return {
      captcha,
      password: new PasswordStore(api, new ProofStore(codeFor('reset'), ways), profile),
      closing: new ClosingStore(api, codeFor('close')),
      copy: new CopyStore({ api, proof: new ProofStore(codeFor('copy'), ways), save: downloadText }),
      owner: new ProofStore(codeFor('rebind'), ways),
      phone: new PhoneStore({ api, clock, captcha, onBound: (bound) => session.receive(bound) }),
      countries: new CountriesStore(api),
      factor: factorStore(api, captcha, profile),
    };
  });
  return (
    <>
      <SecurityPage
        profile={profile}
        password={parts.password}
        closing={parts.closing}
        copy={parts.copy}
        phone={
          <PhoneCard
            store={parts.phone}
            countries={parts.countries}
            phone={profile.phone}
            owner={{
              fields: (problem) => (
                <ProofFields proof={parts.owner} passwordLabel="登录密码" phone={profile.phone} problem={problem} />
              ),
              proof: () => (parts.owner.isGiven ? parts.owner.proof : undefined),
              forget: () => parts.owner.forget(),
            }}
            onBound={() => toast.say('手机号已更新，其他设备已退出登录')}
          />
        }
        factor={<FactorCard store={parts.factor} phone={profile.phone} save={downloadText} />}
        onPasswordSet={() => {
          toast.say('密码已更新，其他设备已退出登录');
          void session.load();
        }}
        onClosed={() => {
          toast.say('账号已注销');
          void session.signOut();
        }}
      />
      <CaptchaGate store={parts.captcha} />
    </>
  );
});
