import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";
import { openApiDocument } from "@/lib/domain/api/openapi";
import { dataFile } from "../data";

/** The API as an OpenAPI document. */
export function GET(request: Request): Response {
  const text = JSON.stringify(openApiDocument(originOf(readConfig())), null, 1);
  return dataFile(request, "openapi.json", text);
}

export const dynamic = "force-dynamic";
