const REPLACEMENT = Buffer.from("[licence]");

/** Shorter texts are words that a log may well hold. */
const MIN_SECRET = 8;

/**
 * Replaces every secret in bytes of a log or a results file. Meant for what an editor prints about its
 * licence; code under test that is bent on it can spell a secret in another way.
 */
export function scrubSecrets(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  let current: Uint8Array = bytes;
  for (const secret of longestFirst(secrets)) current = replaceAll(current, Buffer.from(secret));
  return current;
}

/** The same for text that is already decoded, such as one line of a live log. */
export function scrubText(text: string, secrets: readonly string[]): string {
  return longestFirst(secrets).reduce(
    (line, secret) => line.replaceAll(secret, REPLACEMENT.toString()),
    text,
  );
}

function longestFirst(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret.length >= MIN_SECRET).sort((a, b) => b.length - a.length);
}

function replaceAll(bytes: Uint8Array, secret: Buffer): Uint8Array {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = view.indexOf(secret);
  if (at < 0) return bytes;
  const parts: Uint8Array[] = [];
  let from = 0;
  for (; at >= 0; at = view.indexOf(secret, from)) {
    parts.push(view.subarray(from, at), REPLACEMENT);
    from = at + secret.length;
  }
  return Buffer.concat([...parts, view.subarray(from)]);
}
