import { and, eq } from "drizzle-orm";
import type { Queryable } from "../client";
import { gates } from "../schema";
import type { GateKey } from "./evaluations";

export type GateRow = typeof gates.$inferSelect;

const same = (key: GateKey) =>
  and(
    eq(gates.instanceId, key.instanceId),
    eq(gates.definitionHash, key.definitionHash),
    eq(gates.imageDigest, key.imageDigest),
    eq(gates.harnessVersion, key.harnessVersion),
  );

export function gateByKey(q: Queryable, key: GateKey): GateRow | null {
  return q.select().from(gates).where(same(key)).get() ?? null;
}

export function insertGate(q: Queryable, row: typeof gates.$inferInsert): void {
  q.insert(gates).values(row).run();
}

export function deleteGate(q: Queryable, key: GateKey): void {
  q.delete(gates).where(same(key)).run();
}
