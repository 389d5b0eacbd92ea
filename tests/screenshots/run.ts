// `npm run screenshots`: starts the product on its sample data, walks through its pages in the installed Chromium and
// writes docs/pictures/*.png, which README and the manual show. `-- chat list` takes these two alone. Run it when a page
// looks different from its picture.
//
// `-- --articles` takes those of the help center instead, src/client/public/help/*.webp.
//
// `-- --to <folder>` takes every main screen instead, each at three widths in the light and the dark theme, into a folder
// that is no part of the repository; names choose among them here as well, `--widths 1440,390` and `--themes dark` too.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { type RunningApp, startRunningApp } from '#tests/support/app/running-app.ts';
import { TEST_NOW } from '#tests/support/app/test-app.ts';
import { drawn } from './drawn.ts';
import { helpPictures } from './help-pictures.ts';
import { documentPictures, mainScreens, type Picture } from './pictures.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/pictures');
/** No picture is larger: README is read over slow lines as well. */
const MOST_BYTES = 150 * 1024;
/** The same for pictures that are read with an article on a phone. */
const MOST_HELP_BYTES = 100 * 1024;
const HELP_FOLDER = path.resolve(import.meta.dirname, '../../src/client/public/help');
const HEIGHT = 900;

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    articles: { type: 'boolean', default: false },
    widths: { type: 'string', default: '1440,720,390' },
    themes: { type: 'string', default: 'light,dark' },
  },
});
const widths = options.widths.split(',').map(Number);
const themes = options.themes.split(',').filter((theme) => theme === 'light' || theme === 'dark');
if (themes.length === 0 || widths.some((width) => !Number.isInteger(width) || width < 320))
  throw new Error('--widths are pixels from 320 on, e.g. 1440,390; --themes are light and dark.');

/** Writes a picture in as few colours as keep it small enough. */
async function write(name: string, taken: Buffer): Promise<number> {
  for (const colours of [256, 128, 64, 32]) {
    const png = await sharp(taken).png({ palette: true, colours, compressionLevel: 9, effort: 10 }).toBuffer();
    if (png.length > MOST_BYTES) continue;
    await writeFile(path.join(FOLDER, `${name}.png`), png);
    return png.length;
  }
  throw new Error(`${name}.png is larger than ${MOST_BYTES} bytes in 32 colours.`);
}

async function openPage(app: RunningApp, { who, path: to, ready }: Picture, width: number) {
  const context = await app.openBrowser(who, width);
  try {
    await context.clock.install({ time: TEST_NOW });
    const page = await app.open(context, to);
    await ready(page);
    await drawn(page);
    return page;
  } catch (thrown) {
    await context.close();
    throw thrown;
  }
}

async function takeForDocuments(app: RunningApp, picture: Picture): Promise<void> {
  const page = await openPage(app, picture, 1280);
  const size = await write(picture.name, await page.screenshot());
  console.log(`docs/pictures/${picture.name}.png ${Math.round(size / 1024)} KB`);
  await page.context().close();
}

async function takeForArticles(app: RunningApp, picture: Picture): Promise<void> {
  const page = await openPage(app, picture, 1280);
  const webp = await sharp(await page.screenshot())
    .resize({ width: 1120 })
    .webp({ quality: 72 })
    .toBuffer();
  if (webp.length > MOST_HELP_BYTES) throw new Error(`${picture.name}.webp is larger than ${MOST_HELP_BYTES} bytes.`);
  await writeFile(path.join(HELP_FOLDER, `${picture.name}.webp`), webp);
  console.log(`src/client/public/help/${picture.name}.webp ${Math.round(webp.length / 1024)} KB`);
  await page.context().close();
}

/** Themes and widths change on the open page, as they do for a user who switches or turns the phone. */
async function takeEverySize(app: RunningApp, picture: Picture, folder: string): Promise<void> {
  const page = await openPage(app, picture, widths[0] ?? 1440);
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await drawn(page);
      await page.screenshot({ path: path.join(folder, `${picture.name}-${width}-${theme}.png`) });
    }
  }
  console.log(picture.name);
  await page.context().close();
}

// The browser shows the times of its readers.
process.env['TZ'] = 'Asia/Shanghai';
const app = await startRunningApp();
const failed: string[] = [];
try {
  const folder = options.to;
  await mkdir(folder ?? (options.articles ? HELP_FOLDER : FOLDER), { recursive: true });
  const kept = options.articles ? helpPictures : documentPictures;
  const pictures = await (folder === undefined ? kept : mainScreens)(app);
  const unknown = wanted.filter((name) => !pictures.some((picture) => picture.name === name));
  if (unknown.length > 0)
    throw new Error(
      `No picture is called ${unknown.join(', ')}. There are ${pictures.map(({ name }) => name).join(', ')}.`,
    );
  for (const picture of pictures) {
    if (wanted.length > 0 && !wanted.includes(picture.name)) continue;
    const keep = options.articles ? takeForArticles : takeForDocuments;
    const take = () => (folder === undefined ? keep(app, picture) : takeEverySize(app, picture, path.resolve(folder)));
    // One page that does not come keeps no other from being taken, and a slow one is given a second chance.
    await take()
      .catch(take)
      .catch((thrown: unknown) => {
        failed.push(picture.name);
        console.error(`${picture.name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
      });
  }
} finally {
  await app.close();
}
if (failed.length > 0) {
  console.error(`Not taken: ${failed.join(', ')}`);
  process.exitCode = 1;
}
