import { CaptchaGate } from '#client/features/account/captcha/captcha-gate.tsx';
import { OwnCodeStore } from '#client/features/account/security/own-code-store.ts';
import { ProofFields } from '#client/features/account/security/proof-fields.tsx';
import { ProofStore } from '#client/features/account/security/proof-store.ts';
import { DeveloperPage } from '#client/features/open/developer-page.tsx';
import { KeysStore } from '#client/features/open/keys-store.ts';
import { WebhooksStore } from '#client/features/open/webhooks-store.ts';
import { UsageStore } from '#client/features/open/usage-store.ts';
import { every } from '#client/lib/every.ts';
import { captchaOf } from '#client/app/screens/login-screens.tsx';
import { screen } from '#client/app/base/screen.tsx';

const everySecond = (work: () => void) => every(1000, work);

/** Keys for programs; the account feature proves the owner before one is made. */
export const DeveloperScreen = screen(
  (stores) => {
    const { api, session } = stores;
    const captcha = captchaOf(stores);
    const code = new OwnCodeStore({ api, purpose: 'key', askCaptcha: () => captcha.ask(), everySecond });
    const { hasPassword = true, phone = null } = session.profile ?? {};
    const proof = new ProofStore(code, { byPassword: hasPassword, byCode: phone !== null });
    return { captcha, proof, keys: new KeysStore(api), usage: new UsageStore(api), webhooks: new WebhooksStore(api) };
  },
  ({ captcha, proof, keys, usage, webhooks }, { session }) => (
    <>
      <DeveloperPage
        keys={keys}
        usage={usage}
        webhooks={webhooks}
        owner={{
          fields: (problem) => (
            <ProofFields
              proof={proof}
              passwordLabel="登录密码"
              phone={session.profile?.phone ?? null}
              problem={problem}
            />
          ),
          proof: () => (proof.isGiven ? proof.proof : undefined),
          forget: () => proof.forget(),
        }}
        origin={window.location.origin}
      />
      <CaptchaGate store={captcha} />
    </>
  ),
);
