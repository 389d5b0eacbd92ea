import jsQR from 'jsqr';
import sharp from 'sharp';

/** What a QR code says, read from its picture (SVG or PNG) as a phone reads it. @throws when nothing can be read */
export async function readQr(picture: string | Buffer): Promise<string> {
  const { data, info } = await sharp(Buffer.from(picture), { density: 300 })
    .resize(500, 500, { fit: 'contain', kernel: 'nearest', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('There is no QR code in the picture.');
  return code.data;
}
