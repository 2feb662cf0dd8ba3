/** The former address of `/api/v1/experiments/<id>/attempts`, which answers alike. */
export { GET } from "@/app/api/v1/experiments/[id]/attempts/route";

export const dynamic = "force-dynamic";
