/**
 * Takes the engine's multiplexed exec stream apart, `onData` getting stdout and stderr alike: eight bytes of
 * header (stream, three zeros, big-endian length), then the payload. It buffers nothing but a partial header.
 */
export function createFrameReader(onData: (payload: Uint8Array) => void): (chunk: Uint8Array) => void {
  const header = Buffer.alloc(8);
  let headerBytes = 0;
  let left = 0;
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (left > 0) {
        const part = chunk.subarray(at, at + left);
        onData(part);
        left -= part.length;
        at += part.length;
        continue;
      }
      const part = chunk.subarray(at, at + 8 - headerBytes);
      header.set(part, headerBytes);
      headerBytes += part.length;
      at += part.length;
      if (headerBytes === 8) {
        left = header.readUInt32BE(4);
        headerBytes = 0;
      }
    }
  };
}
