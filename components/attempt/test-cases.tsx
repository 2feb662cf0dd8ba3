import { counted, duration } from "@/components/ui/format";
import type { TestCaseView } from "@/lib/domain/attempt-views";
import { visibleText } from "@/lib/domain/visible-text";

/** Hidden tests and how they ended. Messages are there for the sample set and for maintainers. */
export function TestCases({
  tests,
  withMessages,
  kept,
}: {
  tests: readonly TestCaseView[];
  withMessages: boolean;
  /** Tests that are not listed. */
  kept: number;
}) {
  const suites = [...new Set(tests.map((test) => test.suite))];
  const expected = tests.filter((test) => test.expected);
  const passed = expected.filter((test) => test.result === "Passed").length;
  return (
    <>
      <p className="mb-3 text-small text-muted">
        {passed} of {counted(expected.length, "expected test")} passed.
        {!withMessages && " Messages are kept back: they quote the hidden tests."}
        {kept > 0 && ` ${counted(kept, "other test")} ran, of the project or the patch; they decide nothing.`}
      </p>
      <table className="data-table">
        <caption className="sr-only">Test cases of this evaluation</caption>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Test</th>
            {suites.length > 1 && <th scope="col">Platform</th>}
            <th scope="col" className="num">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {tests.map((test, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a results file may name one test twice
            <tr key={index}>
              <td className="whitespace-nowrap">
                <ResultMark result={test.result} />
              </td>
              <th scope="row" className="font-normal">
                <span className="font-mono wrap-anywhere">{visibleText(test.fullName)}</span>
                {!test.expected && <span className="block text-muted">not among the expected tests</span>}
                <Message test={test} />
              </th>
              {suites.length > 1 && <td>{test.suite}</td>}
              <td className="num whitespace-nowrap">{duration(test.durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function ResultMark({ result }: { result: TestCaseView["result"] }) {
  const mark = result === "Passed" ? "bg-passed" : result === "Failed" ? "bg-failed" : "border border-edge";
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-2.5 ${mark}`} />
      {result}
    </span>
  );
}

function Message({ test: { message, stackTrace } }: { test: TestCaseView }) {
  const box = "mt-1 max-h-60 overflow-auto bg-sunken p-2 whitespace-pre-wrap wrap-anywhere";
  return (
    <>
      {message && <pre className={box}>{visibleText(message.trim())}</pre>}
      {stackTrace && (
        <details className="mt-1">
          <summary className="text-muted">Stack trace</summary>
          <pre className={box}>{visibleText(stackTrace.trim())}</pre>
        </details>
      )}
    </>
  );
}
