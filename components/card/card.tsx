import type { CardWords } from "@/lib/domain/card";

/** Size that every site shows cards in. */
export const CARD_SIZE = { width: 1200, height: 630 };

const PASSED = "#68e4c6";
const FAILED = "#ee7746";
const PATCH = "#bb96ee";
/** The mark of the site: a corner of the attempt grid. */
const MARK = [PASSED, FAILED, PATCH, FAILED, PASSED, PASSED, PATCH, FAILED, PASSED];

/** A social card. Drawn into a picture, where only inline styles count. */
export function Card({ words }: { words: CardWords }) {
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: 72,
        background: "#111315",
        color: "#eceef0",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", fontSize: 36 }}>
        <Mark />
        <span style={{ marginLeft: 24 }}>{words.title}</span>
      </div>
      <div style={{ display: "flex", flexDirection: "column" }}>
        <span style={{ fontSize: 44, color: "#9ba1a8" }}>{words.line}</span>
        <span style={{ fontSize: 80, marginTop: 12 }}>{words.large}</span>
      </div>
      <span style={{ fontSize: 30, color: "#9ba1a8" }}>{words.small}</span>
    </div>
  );
}

function Mark() {
  return (
    <div style={{ display: "flex", flexWrap: "wrap", width: 60, height: 60 }}>
      {MARK.map((colour, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: nine squares that never change
          key={index}
          style={{ width: 16, height: 16, marginRight: 4, marginBottom: 4, background: colour }}
        />
      ))}
    </div>
  );
}
