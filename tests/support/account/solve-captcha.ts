import type { Page } from 'playwright-core';
import type { OpenCaptcha } from '#server/platform/providers/captcha/captcha.ts';
import { openOwnCaptcha } from '#server/platform/providers/captcha/own-captcha.ts';
import { prng } from '#tests/support/prng.ts';

/** Our own captcha, which shows the test where the hole of each picture is; all else is as people meet it. */
export class KnownHoles {
  readonly #holes = new Map<string, number>();

  readonly open: OpenCaptcha = (parts) => {
    const own = openOwnCaptcha(parts);
    return {
      ...own,
      issue: async (to) => {
        const issued = await own.issue(to);
        const { answer } = await parts.db
          .selectFrom('captcha_challenge')
          .select('answer')
          .where('id', '=', issued.challenge)
          .executeTakeFirstOrThrow();
        this.#holes.set(issued.challenge, Number(answer));
        return issued;
      },
    };
  };

  /** Where the hole of the puzzle on screen is, in pixels of its picture; waits for the puzzle. */
  async #onScreen(page: Page): Promise<{ hole: number; most: number }> {
    const handle = page.getByRole('slider', { name: '拼图位置' });
    await handle.waitFor();
    const most = Number(await handle.getAttribute('aria-valuemax'));
    // One picture is shown at a time: the last that was issued.
    return { hole: [...this.#holes.values()].at(-1) ?? 0, most };
  }

  /** Drags the piece into the hole as a hand does. */
  async drag(page: Page): Promise<void> {
    const { hole, most } = await this.#onScreen(page);
    const handle = page.getByRole('slider', { name: '拼图位置' });
    const [box, track] = [await handle.boundingBox(), await handle.locator('..').boundingBox()];
    if (!box || !track) throw new Error('The puzzle is not on screen.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const way = ((track.width - box.width) * hole) / most;
    await page.mouse.move(x, y);
    await page.mouse.down();
    const points = 30;
    for (let point = 1; point <= points; point += 1) {
      const share = point / points;
      const eased = 10 * share ** 3 - 15 * share ** 4 + 6 * share ** 5;
      await page.mouse.move(x + way * eased, y + (point % 3));
      await page.waitForTimeout(12);
    }
    await page.mouse.up();
  }

  /**
   * Moves the piece into the hole by keys alone, with the pauses of fingers: short ones and a long one now and then, so
   * uneven that what a busy machine adds to each does not even them out.
   */
  async press(page: Page): Promise<void> {
    const { hole } = await this.#onScreen(page);
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'slider');
    const random = prng(7).next;
    const large = Math.floor(hole / 16);
    const small = Math.round((hole - large * 16) / 4);
    const keys = [...Array<string>(large).fill('PageUp'), ...Array<string>(small).fill('ArrowRight')];
    for (const [index, key] of keys.entries()) {
      await page.keyboard.press(key);
      await page.waitForTimeout(20 + random() * 90 + (index % 4 === 1 ? 900 : 0));
    }
    await page.keyboard.press('Enter');
  }
}
