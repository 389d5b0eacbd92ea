import { afterEach, describe, expect, test } from 'vitest';
import { askHosted } from '#client/features/account/captcha/hosted-captcha.ts';

const CHALLENGE = { provider: 'geetest', gt: 'the-id', challenge: 'the-challenge' } as const;

/** What the person does with the captcha. */
let outcome: 'success' | 'close' | 'error' = 'success';

/** The service's script as a page has it once it has loaded. */
function arrive(): { options: unknown; shown: number } {
  const seen = { options: undefined as unknown, shown: 0 };
  Object.assign(window, {
    initGeetest: (options: object, ready: (widget: object) => void) => {
      seen.options = options;
      const acts: Record<string, () => void> = {};
      const on = (name: string) => (act: () => void) => {
        acts[name] = act;
        return widget;
      };
      const widget = {
        verify: () => {
          seen.shown += 1;
          acts[outcome]?.();
        },
        getValidate: () => ({ geetest_challenge: 'c', geetest_validate: 'v', geetest_seccode: 'v|jordan' }),
        onReady: (act: () => void) => {
          queueMicrotask(act);
          return widget;
        },
        onSuccess: on('success'),
        onClose: on('close'),
        onError: on('error'),
      };
      ready(widget);
    },
  });
  document.querySelector('script[src*=geetest]')?.dispatchEvent(new Event('load'));
  return seen;
}

afterEach(() => {
  for (const script of document.querySelectorAll('script')) script.remove();
});

describe('the captcha of a hosted service', () => {
  test('that cannot be loaded is tried again the next time', async () => {
    const asked = askHosted(CHALLENGE);
    const script = document.querySelector<HTMLScriptElement>('script[src*=geetest]');
    expect(script?.src).toBe('https://static.geetest.com/static/tools/gt.js');
    script?.dispatchEvent(new Event('error'));
    await expect(asked).rejects.toThrow('could not be loaded');
    script?.remove();
    const again = askHosted(CHALLENGE);
    const seen = arrive();
    expect(await again).toEqual({ challenge: 'c', validate: 'v', seccode: 'v|jordan' });
    expect(seen.options).toMatchObject({ gt: 'the-id', challenge: 'the-challenge', product: 'bind', offline: false });
    expect(seen.shown).toBe(1);
  });

  test('that is closed gives nothing, and one that breaks is a failure', async () => {
    outcome = 'close';
    expect(await askHosted(CHALLENGE)).toBeUndefined();
    outcome = 'error';
    await expect(askHosted(CHALLENGE)).rejects.toThrow('captcha service failed');
  });
});
