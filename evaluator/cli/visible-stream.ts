import { logText } from "@/lib/domain/visible-text";

const raw = new WeakMap<NodeJS.WriteStream, NodeJS.WriteStream>();

/**
 * A stream for words that come from outside too (names, messages, logs): what a terminal would obey is written
 * out. Every command writes through it, so that none has to think of it.
 */
export function visibleStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = (chunk: Uint8Array | string, ...rest: unknown[]): boolean =>
    Reflect.apply(stream.write, stream, [
      typeof chunk === "string" ? logText(chunk) : chunk,
      ...rest,
    ]) as boolean;
  const visible = new Proxy(stream, {
    get(target, key) {
      if (key === "write") return write;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  raw.set(visible, stream);
  return visible;
}

/** The stream below, for who draws on a terminal and makes the words visible itself. */
export function rawStream(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return raw.get(stream) ?? stream;
}
