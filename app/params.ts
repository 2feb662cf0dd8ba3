import { notFound } from "next/navigation";
import { BENCHMARK_SETS, type BenchmarkSet } from "@/lib/domain/instance";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** A part of an address as it was meant; one that is no such text stands for itself, and is found nowhere. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The first value of a parameter. */
export async function oneParam(params: SearchParams, name: string): Promise<string | undefined> {
  const value = (await params)[name];
  return Array.isArray(value) ? value[0] : value;
}

/** All parameters, repeated ones one by one. */
export async function paramEntries(params: SearchParams): Promise<[string, string][]> {
  return Object.entries(await params).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
}

/** The set in the address; none when it names none, not found when it names another word. */
export async function setParam(params: SearchParams): Promise<BenchmarkSet | undefined> {
  const value = await oneParam(params, "set");
  if (value === undefined) return undefined;
  if (value === "core") return "candidates";
  return BENCHMARK_SETS.find((set) => set === value) ?? notFound();
}
