import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { BINDINGS } from '#schemas/bindings.ts';
import type { Catalog } from '#server/core/catalog/catalog.ts';
import { fileAddress } from '#server/core/files/own-files.ts';
import type { RecordWriter } from '#server/core/records/record-writer.ts';
import type { Database } from '#server/db/database.ts';
import { raisingCompanies } from './queries.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { insertFile } from '#server/platform/files/queries.ts';

interface AlbumStore {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly writer: RecordWriter;
  readonly uploads: FileStore;
}

const COMPANY = BINDINGS.companyCard.object;
const [WIDTH, HEIGHT] = [1200, 900];

/** A drawn scene in two colours, with its caption. */
const SCENES = [
  { caption: '产品展台：第三代样机', light: '#dfeaff', dark: '#2f5fd0', shape: bench },
  { caption: '研发团队在新办公室', light: '#e3f5ec', dark: '#1f7a55', shape: desks },
  { caption: '中试产线，月产能 2 万套', light: '#fdeedd', dark: '#b0621b', shape: line },
  { caption: '客户现场部署', light: '#eee7fb', dark: '#5b3fa8', shape: racks },
] as const;

function bench(dark: string): string {
  return `<rect x="180" y="560" width="840" height="44" rx="10" fill="${dark}"/>
    <rect x="330" y="300" width="240" height="260" rx="28" fill="${dark}" opacity=".75"/>
    <circle cx="760" cy="430" r="130" fill="${dark}" opacity=".45"/><circle cx="760" cy="430" r="62" fill="#fff" opacity=".8"/>`;
}

function desks(dark: string): string {
  return [220, 520, 820]
    .map(
      (x) => `<circle cx="${x + 80}" cy="360" r="62" fill="${dark}" opacity=".7"/>
        <rect x="${x}" y="440" width="160" height="150" rx="60" fill="${dark}" opacity=".55"/>
        <rect x="${x - 40}" y="590" width="240" height="28" rx="8" fill="${dark}"/>`,
    )
    .join('');
}

function line(dark: string): string {
  const boxes = [160, 400, 640, 880].map(
    (x, place) =>
      `<rect x="${x}" y="${420 - 30 * place}" width="150" height="${150 + 30 * place}" rx="12" fill="${dark}" opacity="${0.4 + 0.15 * place}"/>`,
  );
  return `${boxes.join('')}<rect x="100" y="570" width="1000" height="36" rx="18" fill="${dark}"/>`;
}

function racks(dark: string): string {
  return [0, 1, 2, 3]
    .flatMap((column) =>
      [0, 1, 2, 3, 4].map(
        (row) =>
          `<rect x="${200 + 210 * column}" y="${230 + 84 * row}" width="180" height="64" rx="8" fill="${dark}" opacity="${0.85 - 0.12 * ((column + row) % 4)}"/>`,
      ),
    )
    .join('');
}

const drawing = ({ light, dark, shape }: (typeof SCENES)[number]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#ffffff"/><stop offset="1" stop-color="${light}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/><rect y="640" width="100%" height="260" fill="${light}"/>${shape(dark)}</svg>`;

/** Companies that show an album in the sample data. */
const COMPANIES = 3;

/** Pictures in the albums of some companies with a project that is raising. One that has some is left alone. */
export async function storeAlbums(store: AlbumStore, now: Date): Promise<void> {
  const { database, catalog, writer } = store;
  const companies = await raisingCompanies(database.db, catalog, COMPANIES);
  const fields = catalog.object(COMPANY).fields.filter(({ config }) => config?.album === true);
  for (const id of companies) {
    const { version, values } = await writer.read(database.db, COMPANY, id);
    if (fields.some(({ apiName }) => values[apiName])) continue;
    const album: Record<string, unknown> = {};
    for (const [place, scene] of SCENES.entries()) {
      const field = fields[place];
      if (!field) break;
      album[field.apiName] = await storePicture(store, drawing(scene), now);
      if (field.config?.captionField !== undefined) album[field.config.captionField] = scene.caption;
    }
    const context = { actor: 'system', roles: ['staff'], origin: 'sample', now } as const;
    await writer.update(COMPANY, id, version, album, context);
  }
}

async function storePicture({ database, uploads }: AlbumStore, svg: string, now: Date) {
  const file = { id: randomBytes(16).toString('hex'), bucket: 'public' as const };
  const part = await uploads.newPart();
  const picture = await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
  await writeFile(part, picture);
  await uploads.keep(part, file);
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const size = picture.length;
  const row = { ...file, owner_id: null, mime: 'image/jpeg', name: '相册.jpg', bytes: String(size), sha256, pdf: null };
  await insertFile(database.db, row, now);
  return { url: fileAddress(file), name: '相册.jpg', size };
}
