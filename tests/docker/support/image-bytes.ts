import type Docker from "dockerode";

/** Which of some texts stand anywhere in the layers, the history or the settings of an image. */
export async function textsInImage(
  docker: Docker,
  name: string,
  texts: readonly string[],
): Promise<string[]> {
  const image = docker.getImage(name);
  const told = JSON.stringify([await image.inspect(), await image.history()]);
  const found = new Set(texts.filter((text) => told.includes(text)));
  const needles = texts.map((text) => ({ text, bytes: Buffer.from(text) }));
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length));
  let rest = Buffer.alloc(0);
  for await (const chunk of (await image.get()) as AsyncIterable<Buffer>) {
    const data = Buffer.concat([rest, chunk]);
    for (const { text, bytes } of needles) if (data.includes(bytes)) found.add(text);
    rest = data.subarray(Math.max(0, data.length - longest));
  }
  return [...found];
}
