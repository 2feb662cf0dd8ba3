import { decoded } from "@/app/params";
import { readerOf } from "@/lib/auth/viewer";
import { REPORT_NAMES } from "@/lib/domain/links";
import { readReportFile } from "@/lib/services/read/report-file";
import { badKey, dataFile, notThere } from "../../../../data";

type Context = { params: Promise<{ id: string; name: string }> };

/** A report of one experiment, byte for byte as the command line writes it. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const found = await readerOf(request);
  if (found.status === "refused") return badKey(found.message);
  const { id, name } = await params;
  const report = REPORT_NAMES.find((one) => one === name);
  const text = report && readReportFile(decoded(id), report, found.reader);
  return report && text ? dataFile(request, report, text) : notThere();
}

export const dynamic = "force-dynamic";
