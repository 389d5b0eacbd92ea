/** Cuts what comes into pieces of a size; the last one is shorter or as long, and is marked. */
export async function* pieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    // The last piece is known by nothing coming behind it.
    if (length <= size) continue;
    let rest = Buffer.concat(held);
    for (; rest.length > size; rest = rest.subarray(size)) yield { bytes: rest.subarray(0, size), isLast: false };
    held = [rest];
    length = rest.length;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
