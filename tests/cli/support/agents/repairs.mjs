// What the agents of the tests know how to repair: real edits of the sample's files, byte for byte elsewhere.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const REPAIRS = {
  "Assets/Packrat/Items/Satchel.cs": (text) => {
    const from = text.indexOf("            var started = Slots.FirstOrDefault");
    const to = text.indexOf("            foreach (var slot in Slots.Where(s => s.Empty))");
    return (text.slice(0, from) + text.slice(to))
      .replace(
        "foreach (var slot in Slots.Where(s => s.Empty))",
        "foreach (var slot in Slots.Where(s => !s.Empty && s.Kind == kind).Concat(Slots.Where(s => s.Empty)).ToList())",
      )
      .replace("if (amount == 0) break;", "if (slot.Room(kind) == 0) continue;")
      .replace("Mathf.Min(amount, kind.StackLimit)", "Mathf.Min(amount, slot.Room(kind))")
      .replace("slot.Count = put;", "slot.Count += put;");
  },
  "Assets/Packrat/Trading/Market.cs": (text) =>
    text
      .replace("amount * Up(kind.Price * SellRate);", "Up(amount * kind.Price * SellRate);")
      .replace("amount * Down(kind.Price * BuyRate);", "Down(amount * kind.Price * BuyRate);")
      .replace(
        "amount * Up(Up(kind.Price * SellRate) * (100 - discount));",
        "(amount * kind.Price * SellRate * (100 - discount) + 9999) / 10000;",
      ),
};

/** Repairs one file of a work tree. */
export function repair(workspace, file) {
  const whole = path.join(workspace, file);
  if (!existsSync(whole)) throw new Error(`${file} is not there`);
  const text = readFileSync(whole, "latin1");
  const repaired = REPAIRS[file](text);
  if (repaired === text) throw new Error(`${file} is not as expected`);
  writeFileSync(whole, repaired, "latin1");
}
