const SECTOR = 512;
const END = 0xfffffffe;
const TABLE = 0xfffffffd;

/** A compound file (MS-CFB) that holds nothing but streams of these names, as Office files before 2007 do. */
export function compoundFile(...streams: readonly string[]): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 76);
  header.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(END, 68);
  header.writeUInt32LE(0, 76);
  const names = ['Root Entry', ...streams];
  const sectors = Math.ceil(names.length / 4);
  const table = Buffer.alloc(SECTOR, 0xff);
  table.writeUInt32LE(TABLE, 0);
  for (let index = 1; index <= sectors; index += 1) table.writeUInt32LE(index === sectors ? END : index + 1, index * 4);
  const contents = Buffer.alloc(sectors * SECTOR);
  names.forEach((name, index) => {
    contents.write(name, index * 128, 'utf16le');
    contents.writeUInt16LE(name.length * 2 + 2, index * 128 + 64);
    contents.writeUInt8(index === 0 ? 5 : 2, index * 128 + 66);
  });
  return Buffer.concat([header, table, contents]);
}
