import type { CaptchaProof, HostedChallenge } from './captcha-store.ts';

/** What the script of the service brings: see docs.geetest.com/captcha/apirefer/api/web. */
interface HostedWidget {
  readonly verify: () => void;
  readonly destroy?: () => void;
  readonly getValidate: () =>
    | { readonly geetest_challenge: string; readonly geetest_validate: string; readonly geetest_seccode: string }
    | false;
  readonly onReady: (act: () => void) => HostedWidget;
  readonly onSuccess: (act: () => void) => HostedWidget;
  readonly onError: (act: () => void) => HostedWidget;
  readonly onClose: (act: () => void) => HostedWidget;
}
type InitGeetest = (options: object, ready: (widget: HostedWidget) => void) => void;

const SCRIPT = 'https://static.geetest.com/static/tools/gt.js';
let loading: Promise<InitGeetest> | undefined;

/** Loads the script once; a failed attempt does not prevent the next. */
function loadScript(): Promise<InitGeetest> {
  loading ??= new Promise<InitGeetest>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.addEventListener('load', () => {
      const init = (window as { initGeetest?: InitGeetest }).initGeetest;
      if (init) resolve(init);
      else reject(new Error('The captcha script brought nothing.'));
    });
    script.addEventListener('error', () => reject(new Error('The captcha script could not be loaded.')));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Shows a captcha of GeeTest, version 3, over the page: its proof once it is solved, undefined when it is closed.
 * @throws when the service cannot be reached or breaks
 */
export async function askHosted({ gt, challenge }: HostedChallenge): Promise<CaptchaProof | undefined> {
  const init = await loadScript();
  return new Promise((resolve, reject) => {
    const options = { gt, challenge, offline: false, new_captcha: true, product: 'bind', https: true, lang: 'zh-cn' };
    init(options, (widget) => {
      const end = (act: () => void) => () => {
        act();
        widget.destroy?.();
      };
      const proof = (): CaptchaProof | undefined => {
        const given = widget.getValidate();
        if (!given) return undefined;
        const { geetest_challenge, geetest_validate, geetest_seccode } = given;
        return { challenge: geetest_challenge, validate: geetest_validate, seccode: geetest_seccode };
      };
      widget
        .onReady(() => widget.verify())
        .onSuccess(end(() => resolve(proof())))
        .onClose(end(() => resolve(undefined)))
        .onError(end(() => reject(new Error('The captcha service failed.'))));
    });
  });
}
