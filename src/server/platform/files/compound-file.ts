import type { FileHandle } from 'node:fs/promises';

/**
 * Reads what a compound file (MS-CFB, the container of Office files before 2007) holds. Only its table of contents is
 * read: which streams it has says which program wrote it, whatever the file is called.
 */

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
/** Values from here on are marks (free, end of chain), not numbers of sectors. */
const FIRST_MARK = 0xfffffffa;
/** Numbers of table sectors that the header itself holds. */
const TABLES_IN_HEADER = 109;
/** Sectors of contents and of tables that are followed at most, so that a chain in a circle ends. */
const MOST_SECTORS = 2000;

interface Sectors {
  readonly bytes: number;
  readonly read: (number: number) => Promise<Buffer>;
}

/** Names of all storages and streams; undefined where the file is no whole compound file. */
export async function compoundFileNames(handle: FileHandle): Promise<ReadonlySet<string> | undefined> {
  const { buffer: header, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  const shift = header.readUInt16LE(30);
  if (bytesRead < HEADER_BYTES || (shift !== 9 && shift !== 12)) return undefined;
  const bytes = 1 << shift;
  const sectors: Sectors = {
    bytes,
    read: async (number) => (await handle.read(Buffer.alloc(bytes), 0, bytes, (number + 1) * bytes)).buffer,
  };
  const tables = await tableSectors(header, sectors);
  const names = new Set<string>();
  let next = header.readUInt32LE(48);
  for (let count = 0; next < FIRST_MARK; count += 1) {
    if (count >= MOST_SECTORS) return undefined;
    addNames(await sectors.read(next), names);
    const following = await sectorBehind(next, tables, sectors);
    if (following === undefined) return undefined;
    next = following;
  }
  return names.size > 0 ? names : undefined;
}

/** The sectors that hold the table of chains, in order. */
async function tableSectors(header: Buffer, { bytes, read }: Sectors): Promise<number[]> {
  const tables: number[] = [];
  const take = (sector: Buffer, from: number, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const number = sector.readUInt32LE(from + index * 4);
      if (number < FIRST_MARK) tables.push(number);
    }
  };
  take(header, 76, TABLES_IN_HEADER);
  let next = header.readUInt32LE(68);
  for (let count = 0; next < FIRST_MARK && count < MOST_SECTORS; count += 1) {
    const sector = await read(next);
    take(sector, 0, bytes / 4 - 1);
    next = sector.readUInt32LE(bytes - 4);
  }
  return tables;
}

async function sectorBehind(
  number: number,
  tables: readonly number[],
  { bytes, read }: Sectors,
): Promise<number | undefined> {
  const perTable = bytes / 4;
  const table = tables[Math.floor(number / perTable)];
  return table === undefined ? undefined : (await read(table)).readUInt32LE((number % perTable) * 4);
}

function addNames(sector: Buffer, names: Set<string>): void {
  for (let at = 0; at < sector.length; at += ENTRY_BYTES) {
    const length = sector.readUInt16LE(at + NAME_BYTES);
    // The length counts the zero at the end.
    if (length >= 4 && length <= NAME_BYTES) names.add(sector.toString('utf16le', at, at + length - 2));
  }
}
