import { expect, test } from "vitest";
import { faultOf, portOf } from "./faults";

const thrown = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test("a port is a whole number that the network knows", () => {
  expect([portOf("0"), portOf("3000"), portOf("65535")]).toEqual([0, 3000, 65_535]);
  for (const text of ["abc", "", "-1", "65536", "3000.5", "0x10"])
    expect(faultOf(thrown(() => portOf(text)))).toEqual({
      message: `--port takes a number from 0 to 65535, not "${text}".`,
      exitCode: 2,
    });
});

test("a port that is taken is told in a sentence, an unknown error with its trace", () => {
  const taken = Object.assign(new Error("listen EADDRINUSE: 127.0.0.1:80"), { syscall: "listen" });
  expect(faultOf(taken)).toEqual({
    message: "The site cannot listen: listen EADDRINUSE: 127.0.0.1:80. Choose another --port or --hostname.",
    exitCode: 3,
  });
  expect(faultOf(new Error("odd"))).toMatchObject({
    message: expect.stringContaining("faults.test"),
    exitCode: 3,
  });
});
